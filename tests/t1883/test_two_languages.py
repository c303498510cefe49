"""1883 in English and Italian, word for word: articles that elide and join, plurals, money, names of cards."""

from __future__ import annotations

from typing import Any

import pytest

from ferrovia.engine.flow.actions import Action, Answer, BuyTrain, Dividend, IssueShares, LayTile, Start, UsePrivate
from ferrovia.engine.flow.events import Event, RouteRun, TileLaid, TokenPlaced
from ferrovia.formats.sentences import sentence
from ferrovia.saying.message import Said
from ferrovia.titles.t1883 import TITLE, components, events
from ferrovia.titles.t1883.actions import BuyConcession, BuySupport, Merge, PlaceCoach
from ferrovia.titles.t1883.setup import OPTIONS
from tests.t1883.table import Table, routes
from tests.t1883.test_06_11_concession_check import overdue
from tests.t1883.test_affairs import nothing


def both(said: Said) -> tuple[str, str]:
    return TITLE.voice("en")(said), TITLE.voice("it")(said)


# The log


@pytest.mark.parametrize(
    ("event", "english", "italian"),
    [
        (events.Launched("Ada", "SV", 85), "Ada launches SV at L. 85.", "Ada fonda la SV a L. 85."),
        (events.FsfParSet("Ada", 100), "Ada sets the par of FSF at L. 100.",
         "Ada fissa a L. 100 il prezzo iniziale della FSF."),
        (TileLaid("FBV", "8", "60", 40), "FBV lays tile 8 on Gaggio Montano (60) for L. 40.",
         "La FBV posa la tessera 8 su Gaggio Montano (60) per L. 40."),
        (TokenPlaced("CCFR", "31", 0), "CCFR places a token on Reggio Emilia (31).",
         "Il CCFR piazza un gettone su Reggio Emilia (31)."),
        (RouteRun("3", "31-BOL"), "The 3 runs Reggio Emilia (31) - Bologna/Florence (BOL).",
         "Il treno 3 corre Reggio Emilia (31) - Bologna/Firenze (BOL)."),
        (events.StockReceived("Ada", 10, "FMV"), "Ada receives 10% of FMV.", "Ada riceve il 10% della FMV."),
        (events.StockReceived("pool", 80, "CCFR"), "The bank pool receives 80% of CCFR.",
         "La riserva della banca riceve l'80% del CCFR."),
        (events.SharesIssued("CCFR", 1, 90), "CCFR issues 1 share for L. 90.", "Il CCFR emette 1 azione per L. 90."),
        (events.SharesIssued("SAFRE", 3, 180), "SAFRE issues 3 shares for L. 180.",
         "La SAFRE emette 3 azioni per L. 180."),
        (events.SupportBought("Bruno", 10), "Bruno buys a political support card for L. 10.",
         "Bruno compra un appoggio politico per L. 10."),
        (events.ConcessionCompleted("SV", "3", 200), "SV completes concession 3 and earns a bonus of L. 200.",
         "La SV completa la concessione 3 e ottiene un premio di L. 200."),
        (events.ConcessionFailed("CCFR", "2"), "CCFR has not completed concession 2 in time.",
         "Il CCFR non ha completato in tempo la concessione 2."),
        (events.GravityReturned("CCFR"), "A 2G of CCFR goes back to the 2G box.",
         "Un treno 2G del CCFR torna nel riquadro dei 2G."),
        (events.GiftReceived("8"), "CCFR receives an 8.", "Il CCFR riceve un treno 8."),
        (events.TrainTaken("3bis"), "The occupation takes a 3bis away.", "L'occupazione porta via un treno 3bis."),
        (events.TrainRequisitioned("FMV", "8", 400), "FMV loses an 8 to the war effort and receives L. 400.",
         "La FMV perde un treno 8 per lo sforzo bellico e riceve L. 400."),
        (events.OffersPooled(80), "80% of CCFR goes from the Initial Offer to the bank pool.",
         "L'80% del CCFR passa dall'Offerta Iniziale alla riserva della banca."),
        (events.Struck("CCFR"), "The run of CCFR will suffer.", "Ne risentirà l'incasso del CCFR."),
        (events.CardRevealed("magnacucchi"),
         "Event: Magnacucchi. All who have political support roll a ten-sided die; the lowest loses a card.",
         "Evento: Magnacucchi. Chi ha appoggi politici tira un dado a dieci facce; chi tira più basso ne perde uno."),
        (events.CardRevealed("front_wins"), 'Event: The "Front" wins. The bank sets L. 500 aside.',
         "Evento: Vince il «Fronte». La banca accantona L. 500."),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)  # fmt: skip
def test_events(event: Event, english: str, italian: str) -> None:
    assert both(event) == (english, italian)


def test_a_coach_costs_money_or_nothing() -> None:
    place = components.place("81")
    assert both(events.CoachPlaced("81", 0)) == (
        f"SARSA places a coach on {place}.",
        f"La SARSA piazza una corriera su {place}.",
    )
    assert both(events.CoachPlaced("81", 20)) == (
        f"SARSA places a coach on {place} for L. 20.",
        f"La SARSA piazza una corriera su {place} per L. 20.",
    )


# Choices


def words(table: Table, action: Action) -> tuple[str, str]:
    table.may(action)
    message = TITLE.seen.words(table.game, action)
    assert message is not None
    return both(message)


def test_choices_of_a_stock_turn() -> None:
    table = Table().start("SV", cash=100).cash(Ada=100).stock_round("Ada")
    assert words(table, BuySupport()) == (
        "Buy a political support card for L. 10",
        "Compra un appoggio politico per L. 10",
    )
    assert words(table, BuyConcession("1", "SV")) == (
        "Buy concession 1 (Casalecchio - Bazzano - Vignola) with SV for L. 15",
        "Compra la concessione 1 (Casalecchio - Bazzano - Vignola) con la SV per L. 15",
    )


def test_choices_of_an_operating_turn() -> None:
    table = Table().start("SV", "Ada", at=(3, 7)).operate("SV", "issue")
    assert words(table, IssueShares(1)) == (
        "Issue 1 share to the bank pool for L. 80",
        "Emetti 1 azione nella riserva della banca per L. 80",
    )
    assert words(table, IssueShares(2)) == (
        "Issue 2 shares to the bank pool for L. 150",
        "Emetti 2 azioni nella riserva della banca per L. 150",
    )
    table = Table().phase("2").operate("CCFR", "dividend").turn_is(revenue=120)
    assert words(table, Dividend("loot")) == (
        "Loot CCFR for L. 120, and give up 10% of it for L. 45",
        "Saccheggia il CCFR per L. 120 e cedine il 10% per L. 45",
    )


def test_the_merger_is_proposed_to_a_person() -> None:
    table = Table(4).phase("4").lay("53 8 3", "63 8 0").start("FMMSF", "Bruno").start("FMV", "Ada")
    table.own_is(operated_before=("FMMSF", "FMV")).operate("FMMSF", "merge")
    assert words(table, Merge()) == (
        "Propose the merger with FMV into SEFTA to Ada",
        "Proponi ad Ada la fusione con la FMV nella SEFTA",
    )


def test_answers_to_events() -> None:
    table = Table().start("SV", "Ada").support(Ada=1).draws("railroad_strike")
    assert words(table, Answer("suffer")) == (
        "Let SV earn only half in this operating round",
        "Lascia che la SV incassi solo la metà in questo giro operativo",
    )
    table = Table().phase("3").start("SV", "Bruno").trains("SV", "3", "4").support(Bruno=1).draws("war_effort")
    assert words(table, Answer("4")) == (
        "Give up the 4 of SV for L. 150",
        "Cedi il treno 4 della SV per L. 150",
    )
    assert words(table, Answer("3")) == (
        "Play political support and give up the 3 of SV for L. 90",
        "Gioca un appoggio politico e cedi il treno 3 della SV per L. 90",
    )


# Refusals


def refused(table: Table, action: Any) -> tuple[str, str]:
    refusal = table.game.why_not(action)
    assert refusal is not None
    return both(refusal)


def test_refusals_of_a_stock_turn() -> None:
    table = Table().start("SV", "Bruno").cash(Ada=100).stock_round("Ada")
    assert refused(table, Start("FBV", 70)) == (
        "In phase 1 a corporation is launched at L. 65, L. 85 or L. 100, not at L. 70.",
        "Nella fase 1 una società si fonda a L. 65, L. 85 o L. 100, non a L. 70.",
    )
    assert refused(table, Start("FBV", 65)) == (
        "The president's certificate costs L. 130; Ada has L. 100.",
        "Il certificato del presidente costa L. 130; Ada ha L. 100.",
    )
    assert refused(table, BuyConcession("1", "SV")) == (
        "Ada is not the president of SV.",
        "Ada non è presidente della SV.",
    )
    assert refused(table, BuyConcession("1", "CCFR")) == (
        "CCFR may not buy concessions.",
        "Il CCFR non può comprare concessioni.",
    )
    table.own_is(launched=("SV",)).stock_round("Bruno")
    assert refused(table, BuyConcession("1", "SV")) == (
        "SV was launched in this stock round and may not buy a concession yet.",
        "La SV è stata fondata in questo giro azionario e non può ancora comprare una concessione.",
    )


def test_refusals_of_an_operating_turn() -> None:
    table = Table().start("SV", "Ada", stock={"Bruno": 7}).operate("SV", "issue")
    assert refused(table, IssueShares(2)) == (
        "SV has 1 share in the Initial Offer, not 2.",
        "La SV ha 1 azione nell'Offerta Iniziale, non 2.",
    )
    table = Table().start("FSF", "Ada").operate("FSF", "issue")
    assert refused(table, IssueShares(8)) == (
        "This issue would put 80% of FSF in the bank pool; the limit is 50%.",
        "Con questa emissione la riserva della banca avrebbe l'80% della FSF; il limite è il 50%.",
    )
    table = Table().start("FMV", "Ada").trains("FMV", "2", "2G").operate("FMV", "run")
    assert refused(table, routes(("2G", "62 63"), ("2G", "63 62"))) == (
        "FMV owns only 1 of the 2 named 2G trains.",
        "La FMV ha solo 1 dei 2 treni 2G indicati.",
    )
    table = Table().operate("CCFR", "trains").trains("CCFR", "2", "2G")
    assert refused(table, BuyTrain("2G", "bank", 20)) == (
        "CCFR may not own more 2G trains than 2, 3 and 3bis trains.",
        "Il CCFR non può avere più treni 2G che treni 2, 3 e 3bis.",
    )


def test_who_may_swap_a_private_company() -> None:
    table = Table().privates(CNP="SV", TCB="Ada").start("SV").stock_round("Ada")
    assert refused(table, UsePrivate("CNP")) == (
        "CNP belongs to SV, and only a player may swap it.",
        "La CNP appartiene alla SV, e solo un giocatore può scambiarla.",
    )
    assert refused(table, UsePrivate("TCB")) == (
        "TCB cannot be swapped; only CNP can.",
        "La TCB non si può scambiare; si scambia solo la CNP.",
    )
    assert refused(Table().stock_round("Ada"), UsePrivate("CNP")) == (
        "CNP belongs to no player, so nobody may swap it.",
        "La CNP non è di alcun giocatore: nessuno può scambiarla.",
    )


def test_a_coach_without_money() -> None:
    table = Table().start("SARSA", "Bruno").draws().comes_to("SARSA", "coaches").cash(SARSA=10)
    place = components.place("4")
    assert refused(table, PlaceCoach("4")) == (
        f"A coach on {place} costs L. 20; SARSA has L. 10.",
        f"Una corriera su {place} costa L. 20; la SARSA ha L. 10.",
    )


def test_a_debt_that_closes_a_corporation() -> None:
    table = Table().start("SV", "Ada", cash=15).start("FBV", "Bruno", at=85)
    overdue(table.cash(Ada=24), c2=("SV", 4))
    (choice,) = table.game.decision.choices
    assert isinstance(choice, Action)
    assert words(table, choice) == (
        "Go bankrupt: L. 25 cannot be paid, and SV closes",
        "Vai in bancarotta: non puoi pagare L. 25, e la SV chiude",
    )


# The table, options and steps


@pytest.mark.parametrize(
    ("facts", "english", "italian"),
    [
        ({"anchors": {"FSF": 1}}, "FSF has 1 anchor to place.", "La FSF ha 1 ancora da piazzare."),
        ({"anchors": {"FSF": 2}}, "FSF has 2 anchors to place.", "La FSF ha 2 ancore da piazzare."),
        ({"set_aside": 500}, "L. 500 of the bank's money is set aside.", "Denaro della banca accantonato: L. 500."),
        ({"support": {"Ada": 2, "Bruno": 0, "Carla": 1}}, "Political support: Ada 2, Carla 1.",
         "Appoggi politici: Ada 2, Carla 1."),
        ({"concessions": {"1": {"owner": "CCFR", "counter": 1}}},
         "CCFR owns concession 1 (Casalecchio - Bazzano - Vignola); its counter is at 1 of 2.",
         "Il CCFR ha la concessione 1 (Casalecchio - Bazzano - Vignola); il contatore è a 1 su 2."),
        ({"ccfr_leader": "Ada"}, "CCFR is a co-operative led by Ada.", "Il CCFR è una cooperativa guidata da Ada."),
        ({"effects": {"CCFR": "half"}}, "CCFR earns only half in this operating round.",
         "Il CCFR incassa solo la metà in questo giro operativo."),
        ({"in_force": ["kings_visit"]},
         "Event in force: King's visit. The Bologna/Florence box is worth L. 10 less this round.",
         "Evento in vigore: Visita del re. In questo giro il riquadro Bologna/Firenze vale L. 10 di meno."),
    ],
)  # fmt: skip
def test_what_lies_open(facts: dict[str, Any], english: str, italian: str) -> None:
    assert (english, italian) in [both(message) for message in TITLE.seen.told({**nothing(), **facts})]


def test_what_is_kept_as_a_word_is_translated_too() -> None:
    say = TITLE.voice("it")
    kept = [TITLE.note, *OPTIONS.values(), *TITLE.happenings, "odd share", "coaches", "one player is left"]
    assert not [text for text in kept if say.term(text) == text]
    assert say.term("odd share") == "azione spaiata"
    assert say.term('event: "Red" Week (7-14 June 1914)') == "evento: Settimana rossa (7-14 giugno 1914)"


def test_refusals_and_runs_say_the_place() -> None:
    table = Table().phase("2").trains("CCFR", "3").operate("CCFR", "track")
    refusal = table.game.why_not(LayTile("60", "8", 0))
    assert refusal is not None
    assert both(refusal) == (
        "Tile 8 turned by 0 on Gaggio Montano (60) does not extend a route of CCFR.",
        "La tessera 8, girata di 0, su Gaggio Montano (60) non prolunga un percorso del CCFR.",
    )
    run = table.operate("CCFR", "run").game.decision.choices[0]
    assert both(sentence(table.game, run)) == (
        "Run for L. 60: 3 Reggio Emilia (31) - Bologna/Florence (BOL) (60)",
        "Corri per L. 60: 3 Reggio Emilia (31) - Bologna/Firenze (BOL) (60)",
    )
