"""1849 in both languages: articles, elisions, plurals and money in exact sentences; what lies open is told."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ferrovia.engine.flow.actions import Action, ChooseHome, LayTile, SellShares, Start, UsePrivate
from ferrovia.engine.flow.events import Event
from ferrovia.saying.message import Message, Said
from ferrovia.titles.t1849 import TITLE
from ferrovia.titles.t1849.actions import BuyEToken, BuyToken, IssueBond, LeaveGame, RepayBond, TakeLoan
from ferrovia.titles.t1849.calendar import REACHED_END
from ferrovia.titles.t1849.events import (
    BondInherited,
    BondIssued,
    BondOwed,
    BondRepaid,
    BondWrittenOff,
    BonusTokenPlaced,
    CorporationStarted,
    ETokenBought,
    GaribaldiBack,
    InterestNotPaid,
    InterestPaid,
    LoanTaken,
    SmsUsed,
    TokenFeePaid,
    TokenLost,
    ValueSet,
)
from ferrovia.titles.t1849.sicily import Sicily
from tests.t1849.table import ORDER, Table

LOWEST = (8, 0)  # 27: one row down is Closed
ALL = ("buy_station_tokens", "bonds", "electric_dreams")


def said(what: Said) -> tuple[str, str]:
    return TITLE.voice("en")(what), TITLE.voice("it")(what)


@pytest.mark.parametrize(
    ("event", "english", "italian"),
    [
        (BonusTokenPlaced("AFG", "A5"),
         "AFG places the bonus token on port A5.",
         "L'AFG piazza il gettone premio sul porto A5."),
        (SmsUsed("RCS"), "RCS uses SMS.", "La RCS usa la SMS."),
        (CorporationStarted("Ada", "IFT", 68), "Ada starts IFT at L. 68.", "Ada fonda l'IFT a L. 68."),
        (CorporationStarted("Ada", "CTL", 100), "Ada starts CTL at L. 100.", "Ada fonda la CTL a L. 100."),
        (ValueSet("Bruno", "ATA", 100),
         "Bruno sets the start value of ATA at L. 100.",
         "Bruno fissa a L. 100 il prezzo iniziale dell'ATA."),
        (TokenFeePaid("SFA", 40),
         "SFA pays L. 40 for its station tokens.",
         "La SFA paga L. 40 per i suoi gettoni stazione."),
        (GaribaldiBack(),
         "AFG has a vacant space again and joins the line at the next stock round.",
         "L'AFG ha di nuovo uno spazio libero e torna in fila al prossimo giro azionario."),
        (InterestNotPaid("Ada"),
         "Ada cannot raise the money for the bond interest.",
         "Ada non riesce a pagare gli interessi dell'obbligazione."),
        (LoanTaken("Carla", 500), "Carla takes a loan of L. 500.", "Carla prende un prestito di L. 500."),
        (TokenLost("IFT"), "IFT loses its token in Messina.", "L'IFT perde il suo gettone a Messina."),
        (BondIssued("ATA", 500),
         "ATA issues its bond for L. 500.",
         "L'ATA emette la sua obbligazione per L. 500."),
        (InterestPaid("CTL", 50),
         "CTL pays L. 50 interest on its bond.",
         "La CTL paga L. 50 di interessi sull'obbligazione."),
        (BondRepaid("RCS", 500),
         "RCS repays its bond for L. 500.",
         "La RCS rimborsa la sua obbligazione per L. 500."),
        (BondInherited("Bruno", "AFG"),
         "Bruno now answers for the bond of AFG.",
         "Ora Bruno risponde dell'obbligazione dell'AFG."),
        (BondOwed("Ada", 420, "SFA"),
         "Ada owes L. 420 for the bond of SFA.",
         "Ada deve L. 420 per l'obbligazione della SFA."),
        (BondWrittenOff("Ada", 27, 343, "CTL"),
         "Ada pays L. 27; L. 343 of the bond of CTL is written off.",
         "Ada paga L. 27; il resto dell'obbligazione della CTL (L. 343) è cancellato."),
        (BondWrittenOff("Ada", 0, 465, "IFT"),
         "Ada cannot pay: the L. 465 owed for the bond of IFT is written off.",
         "Ada non può pagare: il debito di L. 465 per l'obbligazione dell'IFT è cancellato."),
        (ETokenBought("AFG", 1100),
         "AFG buys an E token for L. 1100.",
         "L'AFG compra un gettone E per L. 1100."),
    ],
)  # fmt: skip
def test_what_is_told(event: Event, english: str, italian: str) -> None:
    assert said(event) == (english, italian)


def refused(table: Table, action: Action) -> tuple[str, str]:
    refusal = table.game.why_not(action)
    assert refusal is not None
    return said(refusal)


def test_refusals_of_corporations_and_privates() -> None:
    table = Table().cash(Ada=500).privates(SCE="Bruno").stock_round("Ada")
    assert refused(table, Start(ORDER[-1], 68)) == ("Only RCS can be started now.", "Ora si può fondare solo la RCS.")
    table = Table().start("AFG", cash=100).operate("AFG")
    assert refused(table, UsePrivate("CNM", "A5")) == ("AFG does not own CNM.", "L'AFG non possiede la CNM.")
    assert refused(table, UsePrivate("SIGI")) == ("SIGI cannot be used like that.", "Il SIGI non si può usare così.")
    table = Table().start("IFT", cash=100).privates(SCE="Bruno").operate("IFT")
    assert refused(table, LayTile("G13", "58", 1)) == (
        "Nobody may lay track on G13 until a corporation owns SCE.",
        "Nessuno può posare binari su G13 finché la SCE non è di una società.",
    )
    table = Table().start("RCS", cash=100).privates(CNM="RCS").operate("RCS")
    assert refused(table, UsePrivate("CNM", "C5")) == ("C5 is not a port.", "C5 non è un porto.")
    assert refused(table, UsePrivate("CNM")) == (
        "Choose a port for the bonus token of CNM.",
        "Scegli un porto per il gettone premio della CNM.",
    )


def test_the_home_that_is_no_home() -> None:
    table = Table(order=("AFG", *ORDER[:-1])).cash(Ada=500).stock_round("Ada")
    table.do(Start("AFG", 68))
    assert refused(table, ChooseHome("C5")) == (
        "C5 cannot be the home of AFG: choose one of its cities with a vacant space.",
        "C5 non può essere la sede dell'AFG: scegli una delle sue città con uno spazio libero.",
    )


def test_refusals_of_the_variants() -> None:
    table = Table(options=ALL).phase("12").own_is(bonds=("ATA",)).start("ATA", cash=490).operate("ATA", "e_token")
    assert refused(table, BuyEToken()) == (
        "An E token costs L. 1100; ATA has only L. 490.",
        "Un gettone E costa L. 1100; l'ATA ha solo L. 490.",
    )
    table.operate("ATA", "repay_bond")
    assert refused(table, RepayBond()) == (
        "The bond costs L. 500 to repay; ATA has only L. 490.",
        "Rimborsare l'obbligazione costa L. 500; l'ATA ha solo L. 490.",
    )
    table.operate("ATA", "issue_bond")
    assert refused(table, IssueBond()) == (
        "The bond of ATA is already out.",
        "L'obbligazione dell'ATA è già in circolazione.",
    )
    table.start("RCS").operate("ATA", "buy_token")
    assert refused(table, BuyToken("C5", "RCS", 10)) == (
        "C5 is the home of RCS: that token is not for sale.",
        "C5 è la sede della RCS: quel gettone non è in vendita.",
    )


def offered(table: Table, action: Action) -> tuple[str, str]:
    table.may(action)
    words = TITLE.seen.words(table.game, action)
    assert words is not None
    return said(words)


def test_choices() -> None:
    table = Table().start("RCS", cash=100).privates(CNM="RCS", SMS="RCS").operate("RCS")
    assert offered(table, UsePrivate("CNM", "L14")) == (
        "Use CNM: place the bonus token on the port of Augusta (L14)",
        "Usa la CNM: piazza il gettone premio sul porto di Augusta (L14)",
    )
    assert offered(table, UsePrivate("SMS")) == (
        "Use SMS: a tile, a token or both in one coastal city",
        "Usa la SMS: tessera, gettone o entrambi in una città costiera",
    )
    table = Table(options=ALL).phase("12").start("IFT", president="Bruno", at=216).tokens("IFT", "C1")
    table.start("CTL", cash=4000, stock={"Ada": [10]}).trains("CTL", "8H").operate("CTL", "buy_token")
    english, italian = offered(table, BuyToken("C1", "IFT", 50))
    place = TITLE.box.board.place("C1")
    assert english == f"Offer IFT L. 50 for the space of its token on {place}"
    assert italian == f"Offri all'IFT L. 50 per lo spazio del suo gettone su {place}"
    table.operate("CTL", "issue_bond")
    assert offered(table, IssueBond()) == (
        "Issue the bond: L. 500 from the bank, and the price moves left",
        "Emetti l'obbligazione: L. 500 dalla banca, e il prezzo si sposta a sinistra",
    )


def test_a_loan_or_leaving() -> None:
    table = Table()
    loan, leave = (TITLE.seen.words(table.game, action) for action in (TakeLoan(), LeaveGame()))
    assert loan is not None
    assert leave is not None
    assert said(loan) == (
        "Take the bank's loan of L. 500 and stay in the game",
        "Prendi il prestito di L. 500 della banca e resta in partita",
    )
    assert said(leave) == ("Leave the game", "Lascia la partita")


def cautions(table: Table, action: Action) -> tuple[str, str]:
    table.may(action)
    caution = TITLE.seen.caution(table.game, action)
    assert caution is not None
    return said(caution)


def test_what_a_sale_sets_off() -> None:
    table = Table(options=("bonds",)).phase("10").privates().own_is(bonds=("SFA",))
    table.start("SFA", at=LOWEST, cash=80, stock={"Ada": [10], "Bruno": [10, 10]}).stock_round("Bruno")
    (warning,) = TITLE.seen.warnings(table.game, "Bruno")
    assert said(warning) == (
        "If Ada sells 20% of SFA, it closes and Bruno owes L. 420 for its bond.",
        "Se Ada vende il 20% della SFA, la società chiude e Bruno deve L. 420 per l'obbligazione.",
    )
    table.cash(Ada=15, SFA=0).operate("SFA", "bond_interest").go_on()
    assert cautions(table, SellShares("SFA", (10,))) == (
        "the L. 15 that Ada has put in is lost, and Ada owes L. 485 for its bond",
        "va perso quanto ha versato Ada (L. 15) e Ada deve L. 485 per l'obbligazione",
    )


# What lies open


# Stands elsewhere on the page: with corporations and players.
ELSEWHERE = frozenset({"order", "line", "certificate_limit"})
OPEN: dict[str, tuple[dict[str, Any], str, str]] = {
    "removed": ({"removed": "ATA"}, "ATA is not in play.", "L'ATA non è in gioco."),
    "waiting": (
        {"waiting": ("SFA",)},
        "SFA joins the line at the next stock round.",
        "La SFA torna in fila al prossimo giro azionario.",
    ),
    "garibaldi_aside": (
        {"garibaldi_aside": True},
        "AFG is set aside: none of its cities has a vacant space.",
        "L'AFG è messa da parte: nessuna delle sue città ha uno spazio libero.",
    ),
    "rsa": (
        {"rsa": "IFT"},
        "RSA closes when IFT buys its first train.",
        "La RSA chiude quando l'IFT compra il primo treno.",
    ),
    "port": (
        {"port": "A5", "port_owner": "AFG"},
        "AFG earns L. 20 more in the port of Palermo (A5).",
        "L'AFG incassa L. 20 in più nel porto di Palermo (A5).",
    ),
    "port_owner": (
        {"port": "a12", "port_owner": "CTL"},
        "CTL earns L. 20 more in the port of Milazzo (a12).",
        "La CTL incassa L. 20 in più nel porto di Milazzo (a12).",
    ),
    "loans": (
        {"loans": ("Ada", "Ada")},
        "Ada has 2 loans: L. 1500 off at the end of the game.",
        "Ada ha 2 prestiti: L. 1500 in meno a fine partita.",
    ),
    "reached_end": (
        {"reached_end": ("RCS",)},
        "RCS has reached the highest share value: the game ends after its turn.",
        "La RCS ha raggiunto il valore massimo: la partita finisce dopo il suo turno.",
    ),
    "lost_tokens": (
        {"lost_tokens": ("ATA",)},
        "ATA has lost 1 token in Messina.",
        "L'ATA ha perso 1 gettone a Messina.",
    ),
    "messina_in_ruins": (
        {"messina_in_ruins": True},
        "Messina lies in ruins until the next stock round is over.",
        "Messina è in rovina fino alla fine del prossimo giro azionario.",
    ),
    "garibaldi_home": (
        {"garibaldi_home": "C1"},
        f"The home of AFG is {TITLE.box.board.place('C1')}: nobody can buy its token there.",
        f"La sede dell'AFG è {TITLE.box.board.place('C1')}: quel gettone non si può comprare.",
    ),
    "bonds": (
        {"bonds": ("AFG",)},
        "The bond of AFG is out.",
        "L'obbligazione dell'AFG è in circolazione.",
    ),
    "dues": (
        {"dues": (("Ada", "SFA", 380),)},
        "Ada owes L. 380 for the bond of SFA.",
        "Ada deve L. 380 per l'obbligazione della SFA.",
    ),
    "e_tokens": ({"e_tokens": ("IFT",)}, "IFT has an E token.", "L'IFT ha un gettone E."),
    "e_tokens_sold": ({"e_tokens_sold": 5}, "1 E token is left.", "Resta 1 gettone E."),
}


def told(**affairs: Any) -> list[Message]:
    own = msgspec.structs.replace(Sicily(ORDER, ORDER, 11), **affairs)
    plain = msgspec.to_builtins({name: getattr(own, name) for name in own.__struct_fields__})
    return list(TITLE.seen.told({name: value for name, value in plain.items() if name in TITLE.seen.open}))


def test_all_that_lies_open_is_told_or_stands_elsewhere() -> None:
    assert OPEN.keys() | ELSEWHERE == TITLE.seen.open
    assert all(name in affairs for name, (affairs, _, _) in OPEN.items())
    assert told() == []


@pytest.mark.parametrize("name", OPEN)
def test_what_lies_open_is_told(name: str) -> None:
    affairs, english, italian = OPEN[name]
    (sentence,) = told(**affairs)
    assert said(sentence) == (english, italian)


def test_all_e_tokens_are_sold() -> None:
    assert [said(each) for each in told(e_tokens_sold=6)] == [("All E tokens are sold.", "I gettoni E sono esauriti.")]


# The end


def test_every_corporation_can_end_the_game_in_both_languages() -> None:
    assert REACHED_END.keys() == TITLE.box.corporations.keys()
    say = TITLE.voice("it")
    for corporation, why in REACHED_END.items():
        assert why == f"{corporation} has reached the highest share value"
        name = say("{corporation:il}", corporation=corporation)
        assert say.term(why) == f"{name} ha raggiunto il valore massimo delle azioni"
    assert say("{corporation:il}", corporation="AFG") == "l'AFG"
