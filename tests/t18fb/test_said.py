"""What 18FB says, word for word in both languages: articles, elisions, plurals, money; and what lies open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ferrovia.engine.flow.actions import (
    Action,
    Answer,
    Bankrupt,
    Bid,
    BuyPrivate,
    Decline,
    Dividend,
    Pass,
    SellShares,
    UsePrivate,
)
from ferrovia.engine.flow.events import Event
from ferrovia.engine.flow.state import Round
from ferrovia.formats.sentences import sentence
from ferrovia.saying.message import Message
from ferrovia.titles.t18fb import TITLE, affairs, calendar, components
from ferrovia.titles.t18fb.actions import Acquire, OfferPrivate, PutUp, TakeConcession
from ferrovia.titles.t18fb.events import (
    BourbonTokenReplaced,
    CardOffered,
    CompanyJoined,
    ConcessionTaken,
    ConcessionWithdrawn,
    DestinationReached,
    Earned,
    FoundByUnification,
    GaribaldiDecided,
    InvestmentPooled,
    LeftByBankruptcy,
    LineBuilt,
    LotBid,
    NationalFormed,
    NationalStockReceived,
    RegionalJoined,
    RegionalSold,
    SeatsTaken,
    TokenGivenUp,
    TrainLeased,
)
from ferrovia.titles.t18fb.happenings import HAPPENINGS
from ferrovia.titles.t18fb.market import SouthernMarket
from ferrovia.titles.t18fb.seen import SouthernSeen
from ferrovia.titles.t18fb.states import CompanyState
from tests.t18fb.table import Table, line

ENGLISH, ITALIAN = TITLE.voice("en"), TITLE.voice("it")

# Events


@pytest.mark.parametrize(
    ("event", "english", "italian"),
    [
        (
            LotBid(player="Ada", price=205, lot="FA"),
            "Ada bids D205 for FA.",
            "Ada offre D205 per la FA.",
        ),
        (
            LotBid(player="Bruno", price=205, lot="Bayard"),  # people have no article
            "Bruno bids D205 for Bayard.",
            "Bruno offre D205 per Bayard.",
        ),
        (
            SeatsTaken(order=("Dora", "Carla", "Ada")),
            "The players sit in this order: Dora, Carla, Ada.",
            "I giocatori siedono in quest'ordine: Dora, Carla, Ada.",
        ),
        (
            CardOffered(card="Falcon", seller="Carla", buyer="Ada", price=60),
            "Carla offers Ada Falcon for D60.",
            "Carla propone ad Ada Falcon per D60.",
        ),
        (
            ConcessionTaken(player="Ada", corporation="LdA", due=80),
            "Ada takes the concession of LdA for a deposit of D80.",
            "Ada prende la concessione della LdA con una cauzione di D80.",
        ),
        (
            ConcessionTaken(player="Ada", corporation="FST", due=0),
            "Ada takes the concession of FST without a deposit.",
            "Ada prende la concessione della FST senza cauzione.",
        ),
        (
            ConcessionWithdrawn(company="NN"),
            "The concession of NN is withdrawn, and NN is frozen.",
            "La concessione della NN è revocata e la NN è congelata.",
        ),
        (
            LineBuilt(company="FS", place="L23", cost=20, markers=1, hex="L23"),
            "FS builds a line to Andria (L23) for D20 and takes 1 marker.",
            "La FS costruisce una linea fino ad Andria (L23) per D20 e prende 1 segnale.",
        ),
        (
            LineBuilt(company="LTF", place="L39", cost=100, markers=3, hex="L39"),
            "LTF builds a line to Pescara (L39) for D100 and takes 3 markers.",
            "La LTF costruisce una linea fino a Pescara (L39) per D100 e prende 3 segnali.",
        ),
        (
            LineBuilt(company="LdA", place="Roma", cost=90, markers=0, hex="G38"),
            "LdA builds a line to Roma for D90.",
            "La LdA costruisce una linea fino a Roma per D90.",
        ),
        (
            BourbonTokenReplaced(company="FP", number=8, card="Albano"),
            "FP replaces Bourbon token 8 with the help of Albano.",
            "La FP sostituisce il gettone borbonico 8 grazie ad Albano.",
        ),
        (
            DestinationReached(company="FB", destination="final"),
            "FB reaches its final destination.",
            "La FB raggiunge la destinazione finale.",
        ),
        (Earned("FB", 170), "FB earns D170.", "La FB incassa D170."),
        (Earned("FB", 0), "FB earns nothing.", "La FB non incassa nulla."),
        (
            FoundByUnification(company="FSC", state=CompanyState.BUILDING),
            "At Unification FSC was building.",
            "All'Unità la FSC era in costruzione.",
        ),
        (
            GaribaldiDecided(heir="Ada", company="SFTF"),
            "Garibaldi makes Ada president of SFTF.",
            "Garibaldi affida ad Ada la presidenza della SFTF.",
        ),
        (
            LeftByBankruptcy(player="Dora", age="before"),
            "Dora leaves the game before Unification.",
            "Dora esce dal gioco prima dell'Unità.",
        ),
        (
            RegionalSold(name="FG", player="Ada", price=130, cash=150),
            "Ada pays D130 for FG; its treasury holds D150.",
            "Ada paga D130 per la FG, che ha in cassa D150.",
        ),
        (
            RegionalJoined(name="FA", hex="NC10", owner="Bruno", amount=40),
            "FA is connected to Napoli Nord: Bruno receives D40.",
            "La FA è collegata a Napoli Nord: Bruno riceve D40.",
        ),
        (
            NationalFormed(national="RM", first="FC", second="NN"),
            "FC and NN form RM.",
            "La FC e la NN formano la RM.",
        ),
        (
            CompanyJoined(company="SFM", national="RA", was="unfloated"),
            "SFM, which had not floated, joins RA.",
            "La SFM, non ancora decollata, confluisce nella RA.",
        ),
        (
            NationalStockReceived(holder="pool", percent=80, corporation="RM"),
            "The bank pool receives 80% of RM.",
            "La riserva della banca riceve l'80% della RM.",
        ),
        (
            InvestmentPooled(company="RA", percent=10, other="FSC"),
            "RA's 10% of FSC goes to the bank pool.",
            "Il 10% della FSC in mano alla RA va nella riserva della banca.",
        ),
        (
            TokenGivenUp(national="RM", hex="NC8"),
            "RM gives up its token in Napoli Sud (NC8).",
            "La RM rinuncia al gettone a Napoli Sud (NC8).",
        ),
        (TrainLeased(national="RM", train="PH6"), "RM leases a PH6.", "La RM noleggia un treno PH6."),
    ],
)
def test_an_event(event: Event, english: str, italian: str) -> None:
    assert (ENGLISH(event), ITALIAN(event)) == (english, italian)


# Choices


def of_lots() -> Table:
    table = Table().political_round()
    table.do(PutUp("Riseis"))
    return table


def of_emergency() -> Table:
    table = Table().phase("PH3").start("FB", "Ada", at=(4, 6)).line_done("FB").cash(Ada=0)
    return table.start("LdA", "Ada", at=(7, 6), stock={"FB": 1, "Ada": 2, "Bruno": 2}).operate("FB", "trains")


def of_falcon() -> Table:
    table = Table().cards(Falcon="Ada")
    table.do(UsePrivate("Falcon"))
    return table


def of_offer() -> Table:
    table = Table().cards(Albano="Bruno").cash(Ada=70)
    table.do(OfferPrivate("Albano", "Ada", 60))
    return table


TO_SAPRI = "F23 F21 E20 E18 F17"


@pytest.mark.parametrize(
    ("table", "action", "english", "italian"),
    [
        (
            of_lots,
            Bid("Riseis", 80),
            "Bid D80 for Riseis (Panfilo De Riseis)",
            "Offri D80 per Riseis (Panfilo De Riseis)",
        ),
        (
            lambda: Table().phase("PH5").regionals().cash(Ada=300).stock_round("Ada"),
            BuyPrivate("FA", 100),
            "Buy FA (Ferrovia Alifana) for D100",
            "Compra la FA (Ferrovia Alifana) per D100",
        ),
        (
            lambda: Table().cards(Riseis="Ada").cash(Ada=900),
            TakeConcession("LdA", 60, at_half=True),
            "Use Riseis to take the concession of LdA for a deposit of D75 and start it at D60 a share, D195 in all",
            "Usa Riseis per prendere la concessione della LdA con una cauzione di D75 e fonda la compagnia a D60 per"
            " azione, D195 in tutto",
        ),
        (
            lambda: Table().phase("PH4").cash(Ada=900),
            TakeConcession("FB", 100),
            "Take the concession of FB without a deposit and start it at D100 a share, D200 in all",
            "Prendi la concessione della FB senza cauzione e fonda la compagnia a D100 per azione, D200 in tutto",
        ),
        (
            lambda: Table().start("FSC", "Ada", cash=200).rails(TO_SAPRI).operate("FSC", "token"),
            line(TO_SAPRI),
            "Build a line to Sapri for D120, 2 markers: F23-F21-E20-E18-F17",
            "Costruisci una linea fino a Sapri per D120, 2 segnali: F23-F21-E20-E18-F17",
        ),
        (
            lambda: (
                Table().phase("PH6").regionals(FA="Bruno").start("LdA", cash=500).trains("LdA", "PH4").operate("LdA")
            ),
            Acquire("FA"),
            "Acquire FA (Ferrovia Alifana) for D100",
            "Acquisisci la FA (Ferrovia Alifana) per D100",
        ),
        (
            lambda: Table().start("FB").line_done("FB").operate("FB", "dividend").turn_is(revenue=90),
            Dividend("half"),
            "Pay D50 to the shareholders, D5 a share, and keep D40",
            "Distribuisci D50 agli azionisti, D5 per azione, e trattieni D40",
        ),
        (
            of_emergency,
            SellShares("LdA", (10,)),
            "Sell the company's 10% of LdA at half price for D45",
            "Vendi a metà prezzo il 10% della LdA in mano alla compagnia, per D45",
        ),
        (
            of_emergency,
            Bankrupt(),
            "Go bankrupt: the train cannot be paid",
            "Dichiara bancarotta: il treno non si può pagare",
        ),
        (
            of_falcon,
            Answer("FSC"),
            "Favour FSC in Benevento and Pontecorvo",
            "Favorisci la FSC a Benevento e Pontecorvo",
        ),
        (
            of_offer,
            Decline(),
            "Decline Albano (Fox-Henderson) from Bruno for D60",
            "Rifiuta Albano (Fox-Henderson) da Bruno per D60",
        ),
    ],
)
def test_a_choice(table: Callable[[], Table], action: Action, english: str, italian: str) -> None:
    said = sentence(table().game, action)
    assert (ENGLISH(said), ITALIAN(said)) == (english, italian)


# Refusals


@pytest.mark.parametrize(
    ("table", "action", "english", "italian"),
    [
        (
            lambda: of_lots(),
            Bid("Riseis", 70),
            "The next bid for Riseis must be at least D75.",
            "La prossima offerta per Riseis deve essere di almeno D75.",
        ),
        (
            lambda: Table().stock_round("Ada"),
            TakeConcession("NN", 65),
            "D65 is not a par value of this phase: choose D60, D70, D80, D90 or D100.",
            "D65 non è un prezzo iniziale di questa fase: scegli D60, D70, D80, D90 o D100.",
        ),
        (
            lambda: Table().cash(Ada=175).stock_round("Ada"),
            TakeConcession("NN", 60),
            "Ada has D175; deposit and president's certificate of NN cost D220.",
            "Ada ha D175; cauzione e certificato del presidente della NN costano D220.",
        ),
        (
            lambda: Table().start("NN", "Ada").stock_round("Bruno"),
            TakeConcession("NN", 60),
            "Ada owns the concession of NN.",
            "La concessione della NN è di Ada.",
        ),
        (
            lambda: Table().start("FSC", "Ada", cash=20).rails(TO_SAPRI).operate("FSC", "token"),
            line(TO_SAPRI),
            "The line costs D120; FSC has D20.",
            "La linea costa D120; la FSC ha D20.",
        ),
        (
            lambda: Table().start("FB", "Ada", concession="", cash=100).line_done("FB").operate("FB", "dividend"),
            Dividend("pay"),
            "FB is frozen and must pay out half of its earnings.",
            "La FB è congelata e deve distribuire metà dell'incasso.",
        ),
        (
            lambda: Table().start("NN").line_done("NN").operate("NN", "dividend").turn_is(revenue=120),
            Pass(),
            "NN has earned D120: pay out all of it, half of it or nothing.",
            "La NN ha incassato D120: distribuisci tutto, metà o niente.",
        ),
        (
            lambda: Table().start("NN", "Ada", stock={"Ada": 1}, earned=False).stock_round("Ada"),
            SellShares("NN", (10,)),
            "NN is in building state, so its stock cannot be sold.",
            "La NN è in costruzione: le sue azioni non si possono vendere.",
        ),
        (
            lambda: Table().start("FB", "Ada").operate("FB", "track"),
            UsePrivate("Delahante"),
            "Nobody owns Delahante.",
            "Nessuno possiede Delahante.",
        ),
    ],
)
def test_a_refusal(table: Callable[[], Table], action: Action, english: str, italian: str) -> None:
    refusal = table().game.why_not(action)
    assert refusal is not None
    assert (ENGLISH(refusal), ITALIAN(refusal)) == (english, italian)


# What lies open


FULL: dict[str, Any] = {
    "companies": {
        "FB": {
            "state": "provisional",
            "operated_this_round": True,
            "revenue_chart": 100,
            "earnings": 130,
            "stations": {"I30.0": 40, "G30.0": 60},
            "markers_served": 3,
            "markers_idle": 1,
        },
        "FS": {
            "state": "building",
            "operated_this_round": False,
            "revenue_chart": 60,
            "earnings": 0,
            "stations": {},
            "markers_served": 0,
            "markers_idle": 0,
        },
    },
    "concessions": {
        "FB": {"owner": "Ada", "deposit": 75, "taken": True, "withdrawn": 0},
        "FS": {"owner": "Ada", "deposit": 0, "taken": True, "withdrawn": 0},
        "NN": {"owner": "", "deposit": 0, "taken": True, "withdrawn": 3},
        "FC": {"owner": "", "deposit": 0, "taken": False, "withdrawn": 0},
    },
    "bourbon": {"4": "", "5": "FB"},
    "markers": {"FB": 4},
    "earned": ["FB", "FA"],
    "earning": "FB",
    "melisurgo": "FS",
    "falcon": "FB",
    "riseis_used": True,
    "papal": ["FB"],
    "declined": [["Albano", "Bruno", 60]],
    "given_up": [["FS", "P13"]],
    "fp_home": "N21",
    "gone": ["LdA", "LTF"],
    "closed": ["LTF"],
    "regional_round": "due",
    "waiting": ["FAS"],
    "bonuses": [["FA", "NC10"]],
    "leases": {"RM": 650},
    "exchange_order": ["Carla", "Ada"],
    "bankrupt": ["Dora"],
}


def told(**own: Any) -> list[Message]:
    return list(SouthernSeen().told(own))


def test_what_lies_open_is_told_in_sentences() -> None:
    assert [(ENGLISH(message), ITALIAN(message)) for message in told(**FULL)] == [
        (
            "FB is provisional, has stations worth D100 and would earn D130.",
            "La FB è provvisoria, ha stazioni per D100 e incasserebbe D130.",
        ),
        ("FS is building and has stations worth D60.", "La FS è in costruzione e ha stazioni per D60."),
        ("Operated in this round: FB.", "Turno già fatto in questo giro: FB."),
        ("FB has had its earnings in this turn.", "La FB ha già avuto l'incasso di questo turno."),
        ("Markers: FB 4 (1 without a train).", "Segnali: FB 4 (1 senza treno)."),
        ("Stock that may be sold: FB.", "Azioni che si possono vendere: FB."),
        (
            "Ada owns the concessions of FB (deposit D75) and FS.",
            "Ada ha le concessioni di FB (cauzione D75) e FS.",
        ),
        ("Concessions nobody has taken: FC.", "Concessioni ancora libere: FC."),
        ("Withdrawn concessions: NN (in stock round 3).", "Concessioni revocate: NN (nel giro azionario 3)."),
        ("Bourbon tokens on the map: 4.", "Gettoni borbonici sulla mappa: 4."),
        ("FB has replaced Bourbon token 5.", "La FB ha sostituito il gettone borbonico 5."),
        ("Melisurgo raises the secured interest of FS.", "Melisurgo alza l'interesse garantito della FS."),
        ("Riseis has been used.", "La carta Riseis è già stata usata."),
        (
            "Falcon favours FB in Benevento and Pontecorvo.",
            "Falcon favorisce la FB a Benevento e Pontecorvo.",
        ),
        ("Marker of Pontecorvo: FB.", "Segnale di Pontecorvo: FB."),
        ("Bruno has declined Albano for D60 in this round.", "Bruno ha rifiutato Albano per D60 in questo giro."),
        ("FP builds from Bari (N21).", "La FP costruisce a partire da Bari (N21)."),
        ("Reserved slots given up: FS in Brindisi (P13).", "Spazi riservati ceduti: FS a Brindisi (P13)."),
        ("The regional round follows this operating round.", "Dopo questo giro operativo viene il giro regionale."),
        ("Tokens waiting beside their home: FAS.", "Gettoni in attesa accanto alla sede: FAS."),
        ("Bonuses paid: FA for Napoli Nord (NC10).", "Premi pagati: FA per Napoli Nord (NC10)."),
        ("RM owes D650 for its leased train.", "La RM deve D650 per il treno a noleggio."),
        ("Order of the exchange: Carla, Ada.", "Ordine dello scambio: Carla, Ada."),
        ("Merged or acquired: LdA.", "Compagnie fuse o acquisite: LdA."),
        ("Closed: LTF.", "Compagnie chiuse: LTF."),
        ("Bankrupt: Dora.", "In bancarotta: Dora."),
    ]


def test_a_single_concession_is_one() -> None:
    (owned, *_) = told(concessions={"NN": {"owner": "Bruno", "deposit": 50, "taken": True, "withdrawn": 0}})
    assert ENGLISH(owned) == "Bruno owns the concession of NN (deposit D50)."
    assert ITALIAN(owned) == "Bruno ha la concessione di NN (cauzione D50)."


@pytest.mark.parametrize("name", sorted(SouthernSeen.open - affairs.ELSEWHERE))
def test_every_name_that_lies_open_is_told_where_it_holds_something(name: str) -> None:
    without = [ENGLISH(message) for message in told(**{key: held for key, held in FULL.items() if key != name})]
    assert {ENGLISH(message) for message in told(**FULL)} - set(without)


def test_nothing_is_told_of_nothing() -> None:
    assert told() == []
    empty = {name: type(held)() for name, held in FULL.items()}
    assert told(**empty) == []


def test_a_game_tells_what_its_view_lays_open() -> None:
    table = Table().start("FB", "Ada", deposit=80).markers(FB=2)
    said = [ENGLISH(message) for message in table.title.seen.told(table.title.seen.own(table.game))]
    assert "FB is building and has stations worth D0." in said
    assert "Ada owns the concession of FB (deposit D80)." in said
    assert "Markers: FB 2 (2 without a train)." in said


# Words that are kept and said later


def test_the_rounds_of_this_title_alone_have_names() -> None:
    names = [ITALIAN(Round(kind)) for kind in (calendar.POLITICAL, calendar.REGIONAL)]
    assert names == ["GIRO POLITICO", "GIRO REGIONALE"]
    assert tuple(ENGLISH(Round(kind)) for kind in (calendar.POLITICAL, calendar.REGIONAL)) == calendar.ROUND_NAMES


@pytest.mark.parametrize("company", [*components.majors(), *components.nationals()])
def test_why_the_game_ends_is_known_of_every_company_with_a_price(company: str) -> None:
    game = Table().game
    row, col = components.sheet("market")["end"]["cell"]
    SouthernMarket().entered(game, company, (row, col))
    assert game.state.over == f"{company} has reached the highest share value"
    assert ITALIAN.term(game.state.over) == f"la {company} ha raggiunto il valore massimo"


def test_every_card_of_a_bourbon_token_and_of_a_lower_deposit_is_counted() -> None:
    bourbon = {table["card"] for table in components.sheet("map")["bourbon_token"]}
    lowering = {table["card"] for table in components.sheet("companies")["concession"] if "card" in table}
    assert {f"Bourbon token of {card}" for card in bourbon} <= set(HAPPENINGS)
    assert {f"deposit lowered by {card}" for card in lowering} <= set(HAPPENINGS)


@pytest.mark.parametrize("state", CompanyState)
def test_every_state_has_an_italian_word(state: CompanyState) -> None:
    assert ITALIAN.term(state) != state
