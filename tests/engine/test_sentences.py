"""What the engine says, word for word in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from ferrovia.engine.board.laying import Fault
from ferrovia.engine.board.route_faults import RouteFault
from ferrovia.engine.flow import events as told
from ferrovia.engine.flow.actions import Action, Bid, BuyTrain, LayTile, Pass
from ferrovia.engine.flow.conservation import faults
from ferrovia.engine.flow.frame import not_now
from ferrovia.engine.flow.reading import ActionTrouble, read_action
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import Round
from ferrovia.engine.flow.wording import lying_in, out_of, paid_to
from ferrovia.saying.message import Said
from ferrovia.saying.voice import ENGLISH
from tests.plain.title import TITLE as PLAIN
from tests.saying.catalogues import shared_italian
from tests.titles import TITLES
from tests.walks import new_game

SAY, DICE = ENGLISH.with_money("L. {}"), shared_italian()


SENTENCES: list[tuple[Said, str, str]] = [
    (told.BidMade("Ada", "SIGI", 50), "Ada bids L. 50 on SIGI.", "Ada offre L. 50 per il SIGI."),
    (told.PrivateRevenue("AFG", 10, "SIGI"), "AFG receives L. 10 from SIGI.", "L'AFG riceve L. 10 dal SIGI."),
    (
        told.PrivateMarkedDown("SIGI", 40),
        "SIGI is now offered at L. 40.",
        "Il SIGI ora è in vendita a L. 40.",
    ),
    (
        told.Started("Ada", "AFG", 68),
        "Ada starts AFG at L. 68 a share.",
        "Ada fonda l'AFG a L. 68 per azione.",
    ),
    (
        told.StockBought("Ada", 10, "AFG", "pool", 67, "bank"),
        "Ada buys 10% of AFG from the bank pool for L. 67.",
        "Ada compra il 10% dell'AFG dalla riserva della banca per L. 67.",
    ),
    (
        told.StockBought("AFG", 20, "RCS", "treasury", 134, "RCS"),
        "AFG buys 20% of RCS from its treasury for L. 134.",
        "L'AFG compra il 20% della RCS dalla cassa per L. 134.",
    ),
    (
        told.StockSold("Bruno", 80, "CCFR", 400),
        "Bruno sells 80% of CCFR for L. 400.",
        "Bruno vende l'80% del CCFR per L. 400.",
    ),
    (
        told.PriceMoved("AFG", 67, 76),
        "AFG moves from L. 67 to L. 76.",
        "Il valore dell'AFG passa da L. 67 a L. 76.",
    ),
    (
        told.TileLaid("RCS", "8", "B4", 40),
        "RCS lays tile 8 on B4 for L. 40.",
        "La RCS posa la tessera 8 su B4 per L. 40.",
    ),
    (told.TileLaid("RCS", "8", "B4", 0), "RCS lays tile 8 on B4.", "La RCS posa la tessera 8 su B4."),
    (told.TokenPlaced("CCFR", "B4", 0), "CCFR places a token on B4.", "Il CCFR piazza un gettone su B4."),
    (
        told.RouteCounted("6H", 5, "A5-C5 standard 1, C5-D4 narrow 2, D4-E5 dual 2"),
        "The 6H runs a length of 5: A5-C5 standard 1, C5-D4 narrow 2, D4-E5 dual 2.",
        "Il treno 6H, lunghezza 5: A5-C5 ordinario 1, C5-D4 ridotto 2, D4-E5 doppio 2.",
    ),
    (
        told.RouteCounted("6H", 4, "A5-C5 standard 1, stops 3"),
        "The 6H runs a length of 4: A5-C5 standard 1, stops 3.",
        "Il treno 6H, lunghezza 4: A5-C5 ordinario 1, fermate 3.",
    ),
    (told.RouteCounted("3", 3, "stops 3"), "The 3 visits 3 stops.", "Il treno 3 tocca 3 fermate."),
    (told.Ran("AFG", 120), "AFG runs for L. 120.", "L'AFG incassa L. 120."),
    (
        told.TrainBought("AFG", "8H", "bank", 350),
        "AFG buys an 8H from the bank for L. 350.",
        "L'AFG compra un treno 8H dalla banca per L. 350.",
    ),
    (
        told.PresidentAdded("Ada", 40, "RCS"),
        "Ada adds L. 40 to the treasury of RCS.",
        "Ada aggiunge L. 40 alla cassa della RCS.",
    ),
    (
        told.TrainsEliminated("4H"),
        "All trains of class 4H are eliminated.",
        "Tutti i treni 4H vengono eliminati.",
    ),
    (
        told.OfferMade("train", "4H", "AFG", "RCS", 90),
        "AFG offers RCS L. 90 for its 4H.",
        "L'AFG offre L. 90 alla RCS per il treno 4H.",
    ),
    (
        told.DealMade("train", "8H", "AFG", "RCS", 90),
        "AFG buys an 8H from RCS for L. 90.",
        "L'AFG compra un treno 8H dalla RCS per L. 90.",
    ),
    (
        told.DealMade("token", "C5", "AFG", "RCS", 90),
        "AFG buys the space of RCS's token on C5 for L. 90.",
        "L'AFG compra lo spazio del gettone della RCS su C5 per L. 90.",
    ),
    (
        told.OfferDeclined("private", "SIGI", "AFG", "Ada", 2),
        "Ada declines L. 2 for SIGI.",
        "Ada rifiuta L. 2 per il SIGI.",
    ),
    (told.DebtPaid("Ada", 30, "bank"), "Ada pays L. 30 to the bank.", "Ada paga L. 30 alla banca."),
    (told.DebtPaid("Ada", 30, "RCS"), "Ada pays L. 30 to RCS.", "Ada paga L. 30 alla RCS."),
    (told.DebtPaid("Bruno", 30, "Ada"), "Bruno pays L. 30 to Ada.", "Bruno paga L. 30 ad Ada."),
    (
        told.GameOver("the bank has run out of money", "1849-13"),
        "The game is over: the bank has run out of money.",
        "La partita è finita: la banca è saltata.",
    ),
    (Round("operating", 3, 1, 2), "OR 3.1", "GO 3.1"),
    (Round("stock", 3), "SR 3", "GA 3"),
    (Round("auction"), "AUCTION", "ASTA"),
    (Round("end"), "END", "FINE"),
    (
        not_now(BuyTrain("4H", "bank", 100), "track"),
        "It is not the moment to buy a train: the step now is 'track'.",
        "Non è il momento di comprare un treno: il passo attuale è «binari».",
    ),
    (
        not_now(Pass(), "exchange of the presidency"),
        "It is not the moment to pass: the step now is 'exchange of the presidency'.",
        "Non è il momento di passare: il passo attuale è «scambio della presidenza».",
    ),
]


@pytest.mark.parametrize(("said", "english", "italian"), SENTENCES, ids=lambda part: part if type(part) is str else "")
def test_a_sentence(said: Said, english: str, italian: str) -> None:
    assert SAY(said) == english
    assert DICE(said) == italian


@pytest.mark.parametrize(
    ("action", "by", "english", "italian"),
    [
        (
            Bid("HB", 71),
            None,
            "A bid on HB must be at least L. 75; L. 71 is too little.",
            "L'offerta per HB dev'essere di almeno L. 75; L. 71 non bastano.",
        ),
        (
            LayTile("C2", "8", 0),
            None,
            "Nothing else can be done until all private companies are sold.",
            "Non si può fare altro finché non sono vendute tutte le compagnie private.",
        ),
        (Pass(), "Ada", "It is for Carla to choose now, not for Ada.", "Ora tocca a Carla, non ad Ada."),
    ],
    ids=lambda part: part if type(part) is str else "",
)
def test_a_refusal_of_a_game(action: Action, by: str | None, english: str, italian: str) -> None:
    refusal = new_game(PLAIN, 3, 3).why_not(action, by=by)
    assert refusal is not None
    assert SAY(refusal) == english
    assert DICE(refusal) == italian


FAULTS = {"hex": "B4", "tile": "14", "rotation": 2, "before": "yellow", "new": "green"}


@pytest.mark.parametrize(
    ("fault", "values", "english", "italian"),
    [
        (
            Fault.COLOUR_ORDER,
            FAULTS,
            "Tile 14 is green: it goes only on a yellow hex, and B4 is not.",
            "La tessera 14 è verde: può solo sostituirne una gialla, e su B4 non c'è.",
        ),
        (
            Fault.OFF_GRID,
            FAULTS,
            "Tile 14 turned by 2 on B4 would run track off the map.",
            "La tessera 14, girata di 2, su B4 porterebbe i binari fuori dalla mappa.",
        ),
        (
            RouteFault.GAUGE_CHANGE,
            {"train": "8H"},
            "The 8H would change gauge between two stops.",
            "Il treno 8H cambierebbe scartamento tra due fermate.",
        ),
    ],
    ids=lambda part: getattr(part, "name", ""),
)
def test_a_fault(fault: Fault | RouteFault, values: dict[str, Any], english: str, italian: str) -> None:
    refusal = Refusal("track", fault.value, **values)
    assert SAY(refusal) == english
    assert DICE(refusal) == italian


def test_a_place_comes_with_its_preposition() -> None:
    places = ("bank", "pool", "offer", "treasury", "RCS", "Ada")
    assert [DICE(out_of(place)) for place in places] == [
        "dalla banca",
        "dalla riserva della banca",
        "dall'Offerta Iniziale",
        "dalla cassa",
        "dalla RCS",
        "da Ada",
    ]
    assert [SAY(lying_in(place)) for place in places] == [
        "in the bank",
        "in the bank pool",
        "in the Initial Offer",
        "in its treasury",
        "with RCS",
        "with Ada",
    ]
    assert [DICE(paid_to(payee)) for payee in ("bank", "AFG", "Ada", "Bruno")] == [
        "alla banca",
        "all'AFG",
        "ad Ada",
        "a Bruno",
    ]


def test_what_an_audit_finds() -> None:
    game = new_game(PLAIN, 3, 3)
    game.state.cash["Ada"] += 1
    game.state.tokens["NR"] -= 1
    money, tokens = faults(game)
    whole = PLAIN.bank_size
    assert SAY(money) == f"The money adds up to L. {whole + 1}, not L. {whole}."
    assert DICE(money) == f"Il denaro è in tutto L. {whole + 1}, non L. {whole}."
    assert SAY(tokens) == "Of 3 tokens of NR, 0 are placed, 2 are left and 0 are lost."
    assert DICE(tokens) == "Gettoni di NR: 0 sulla mappa, 2 sullo statuto e 0 persi, su 3."


# Actions


@pytest.mark.parametrize(
    ("text", "said", "detto"),
    [
        (
            "pass",
            "This is not an action: it cannot be read near byte 1.",
            "Questa non è una mossa: non si legge intorno al byte 1.",
        ),
        (
            '{"do": "fly"}',
            "This is not an action: Plain has none called fly.",
            "Questa non è una mossa: Plain non ne ha di nome fly.",
        ),
        (
            '{"do": "bid", "private": "CC"}',
            "This is not an action: the field price is missing.",
            "Questa non è una mossa: manca il campo price.",
        ),
        (
            '{"more": ' + "[" * 100_000,
            "This is not an action: it is nested too deeply.",
            "Questa non è una mossa: ha troppi livelli uno dentro l'altro.",
        ),
        (
            "\ud800",
            "This is not an action: it is not written in UTF-8.",
            "Questa non è una mossa: non è scritto in UTF-8.",
        ),
    ],
)
def test_a_text_that_is_no_action(text: str, said: str, detto: str) -> None:
    with pytest.raises(ActionTrouble) as trouble:
        read_action(PLAIN, text)
    assert isinstance(trouble.value, ValueError)
    assert (SAY(trouble.value), DICE(trouble.value)) == (said, detto)


ALL_ACTIONS = sorted({kind for title in TITLES for kind in title.actions}, key=lambda kind: kind.__name__)


@pytest.mark.parametrize("kind", ALL_ACTIONS)
def test_every_action_tells_what_is_done_by_it(kind: type[Action]) -> None:
    assert kind.deed != Action.deed


def test_deeds_are_no_part_of_what_is_stored() -> None:
    assert Bid.__struct_fields__ == ("private", "price")
    assert LayTile.__struct_fields__ == ("hex", "tile", "rotation")
