"""18FB, 2.7: the political cards: what they cost and pay, and what each of them can do."""

from __future__ import annotations

import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.finance.certificates import OFFER
from ferrovia.engine.flow.actions import (
    Accept,
    Answer,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Decline,
    Pass,
    UsePrivate,
)
from ferrovia.engine.flow.state import BANK
from ferrovia.titles.t18fb import components
from ferrovia.titles.t18fb.actions import OfferPrivate, PutUp, TakeConcession
from ferrovia.titles.t18fb.events import CompanyFavoured
from ferrovia.titles.t18fb.states import CompanyState
from tests.t18fb.table import Table, line

TO_ROME = "F31 F33 F35 F37"  # from Capua over Pontecorvo
TO_CASERTA = "I30 H31 G30"  # from Benevento
SHARES = {"Valadous": "LdA", "L'Ala": "FB", "Bayard": "NN", "Albano": "FP"}
BY_NAME = {"LAla" if card == "L'Ala" else card: card for card in SHARES}


def building(company: str, stock: dict[str, int] | None = None) -> Table:
    """A company in building state at its tiles, which has never earned; FST of Dora operates after it."""
    table = Table().cards(Melisurgo="Bruno").start("FST", president="Dora", at=60, earned=False)
    return table.start(company, at=100, earned=False, stock=stock).operate(company)


def earned(table: Table, company: str) -> int:
    """What a company earns with its trains now."""
    table.operate(company, "earnings").go_on()
    return table.game.state.earnings[company]


def income(table: Table, *players: str) -> list[int]:
    """What the cards pay when the next operating round begins, in which FST operates."""
    if not table.game.is_started("FST"):
        table.start("FST", president="Dora", at=60, earned=False)
    table.stock_round()
    before = table.money(*players)
    table.end_round()
    assert str(table.game.state.round) == "OR 2.1"
    return [now - then for now, then in zip(table.money(*players), before, strict=True)]


# The cards in general


@pytest.mark.clause("18FB-2.7.1")
def test_no_company_buys_a_political_card() -> None:
    table = Table().cards(Melisurgo="Ada").start("NN", president="Bruno", cash=500).operate("NN")
    table.may_not(BuyPrivate("Melisurgo", 100), "18FB-2.7.1")
    table.may_not(OfferPrivate("Melisurgo", "NN", 100), "18FB-2.7.1")
    table.do(OfferPrivate("Melisurgo", "Bruno", 100), Accept())
    assert table.game.state.privates["Melisurgo"] == "Bruno"
    assert table.money("NN", "Ada", "Bruno") == (500, 850, 650)


@pytest.mark.clause("18FB-2.7.2")
def test_only_the_owner_uses_a_card() -> None:
    table = Table().cards(Falcon="Ada").start("NN", president="Ada").start("FB", president="Bruno", at=60).operate("NN")
    table.may_not(UsePrivate("Falcon"), "18FB-2.7.2", by="Bruno")
    table.may_not(UsePrivate("Melisurgo"), "18FB-2.7.2", by="Ada")  # it lies in the bank pool
    table.game.apply(UsePrivate("Falcon"), by="Ada")
    table.game.apply(Answer("NN"), by="Ada")
    assert table.own.falcon == "NN"


@pytest.mark.clause("18FB-2.7.2")
@pytest.mark.parametrize("step", ["track", "token", "dividend", "trains", "finance"])
def test_a_card_is_used_at_any_moment_of_a_companys_turn(step: str) -> None:
    """Also by somebody who is not to choose."""
    table = Table().cards(Falcon="Bruno").start("FB", cash=500, stock={"pool": 1}).line_done("FB")
    table.rails("I30 I28 H27").trains("FB", "PH1").operate("FB", step).turn_is(revenue=100)
    assert (table.step, table.decider) == (step, "Ada")
    table.game.apply(UsePrivate("Falcon"), by="Bruno")
    assert (table.step, table.decider) == ("favour", "Bruno")
    table.do(Answer("FB"))
    assert table.own.falcon == "FB"
    assert (table.step, table.decider) == (step, "Ada")


@pytest.mark.clause("18FB-2.7.2")
def test_other_powers_wait_for_an_operating_turn() -> None:
    table = Table().cards(Melisurgo="Ada", Riseis="Ada").start("NN").stock_round("Ada")
    table.may_not(UsePrivate("Melisurgo"), "18FB-2.7.2")
    table.operate("NN").may_not(UsePrivate("Riseis"), "18FB-2.7.6")


@pytest.mark.clause("18FB-2.7.3")
def test_the_table_of_cards() -> None:
    table = Table().political_round()
    costs = {name: private.face_value for name, private in table.title.box.privates.items()}
    assert costs == {
        "Melisurgo": 50,
        "Riseis": 75,
        "Falcon": 75,
        "Delahante": 100,
        "Valadous": 125,
        "L'Ala": 150,
        "Bayard": 175,
        "Albano": 200,
    }
    assert sum(costs.values()) == 950


@pytest.mark.clause("18FB-2.7.3")
def test_what_all_cards_pay() -> None:
    first = Table().cards(Melisurgo="Ada", Riseis="Bruno", Falcon="Carla", Delahante="Dora")
    assert income(first, "Ada", "Bruno", "Carla", "Dora") == [10, 15, 15, 20]
    second = Table().cards(Valadous="Ada", LAla="Bruno", Bayard="Carla", Albano="Dora")
    assert income(second, "Ada", "Bruno", "Carla", "Dora") == [25, 25, 25, 25]
    second.own_is(extended=("LdA", "FB", "NN", "FP"))
    assert income(second, "Ada", "Bruno", "Carla", "Dora") == [10, 10, 10, 10]
    everything = Table().cards(**dict.fromkeys(("Melisurgo", "Riseis", "Falcon", "Delahante", *BY_NAME), "Ada"))
    assert income(everything, "Ada") == [160]


# 1 Melisurgo


@pytest.mark.clause("18FB-2.7.4")
def test_melisurgo_raises_the_interest_of_all_shareholders_by_two_bands() -> None:
    table = building("NN", stock={"Ada": 1, "Bruno": 2, "Carla": 1})
    table.do(UsePrivate("Melisurgo"))
    table.lay_somehow(2)
    assert table.money("Ada", "Bruno", "Carla", "Dora") == (795, 780, 765, 750)
    table.operate("NN").may_not(UsePrivate("Melisurgo"), "18FB-2.7.4")


@pytest.mark.clause("18FB-2.7.4")
def test_without_melisurgo_nn_pays_5_and_other_companies_are_not_raised() -> None:
    table = building("NN").start("LdA", earned=False, at=60).operate("NN")
    table.lay_somehow(2)
    assert table.money("Ada") == (760,)
    table.operate("NN").do(UsePrivate("Melisurgo"))
    table.operate("LdA").may_not(UsePrivate("Melisurgo"), "18FB-2.7.4")
    table.lay_somehow(2)
    assert table.money("Ada") == (790,)  # band C as before


@pytest.mark.clause("18FB-2.7.5")
@pytest.mark.parametrize(("company", "per_share"), [("FSC", 25), ("LTF", 25), ("FS", 20), ("NN", 15)])
def test_melisurgo_never_beyond_band_e(company: str, per_share: int) -> None:
    table = building(company, stock={"Bruno": 1})
    table.do(UsePrivate("Melisurgo"))
    table.lay_somehow(2)
    assert table.money("Ada", "Bruno") == (750 + 2 * per_share, 750 + per_share)


@pytest.mark.clause("18FB-R11")
def test_melisurgo_lasts_as_long_as_the_building_state_and_stays_open() -> None:
    """LdA, band C, is raised to E; also in its next turn, and after somebody else has taken its concession again."""
    table = building("LdA")
    table.do(UsePrivate("Melisurgo"))
    table.lay_somehow(2)
    assert table.money("Ada") == (800,)
    table.operate("LdA")
    table.lay_somehow(2)
    assert table.money("Ada") == (850,)
    table.concession("LdA", "").operate("LdA").go_on()
    assert table.state("LdA") is CompanyState.FROZEN
    table.concession("LdA", "Ada").operate("LdA")
    table.lay_somehow(2)
    assert table.money("Ada") == (900,)
    assert income(table, "Bruno") == [10]


@pytest.mark.clause("18FB-R11")
def test_melisurgo_is_no_use_to_a_company_without_interest() -> None:
    table = Table().cards(Melisurgo="Ada").start("FB").line_done("FB").operate("FB")
    table.may_not(UsePrivate("Melisurgo"), "18FB-R11")
    frozen = Table().cards(Melisurgo="Ada").start("LdA", concession="").operate("LdA")
    frozen.may_not(UsePrivate("Melisurgo"), "18FB-R11")


# 2 Riseis


@pytest.mark.clause("18FB-2.7.6")
@pytest.mark.parametrize(
    ("phase", "company", "paid"), [("PH1", "FSC", 100), ("PH2", "FSC", 100), ("PH3", "LdA", 40), ("PH1", "NN", 50)]
)
def test_riseis_halves_a_deposit_once(phase: str, company: str, paid: int) -> None:
    table = Table().phase(phase).cards(Riseis="Ada").stock_round("Ada")
    table.do(TakeConcession(company, 60, at_half=True))
    assert table.deposit(company) == paid
    assert table.money("Ada", company) == (750 - paid - 120, 120)
    table.stock_round("Ada").may_not(TakeConcession("FC", 60, at_half=True), "18FB-2.7.6")
    table.may(TakeConcession("FC", 60))


@pytest.mark.clause("18FB-2.7.6")
def test_riseis_is_for_its_owner_who_need_not_use_it() -> None:
    table = Table().cards(Riseis="Bruno").stock_round("Ada")
    table.may_not(TakeConcession("FSC", 60, at_half=True), "18FB-2.7.6")
    table.stock_round("Bruno").do(TakeConcession("FSC", 60))
    assert table.deposit("FSC") == 200
    table.stock_round("Bruno").do(TakeConcession("FC", 60, at_half=True))
    assert table.deposit("FC") == 100


@pytest.mark.clause("18FB-2.7.6", "18FB-3.3.2.21", "18FB-3.3.3.5")
def test_where_no_deposit_is_due_riseis_is_not_spent() -> None:
    def refused(table: Table, company: str, price: int = 60) -> Table:
        table.stock_round("Ada").may_not(TakeConcession(company, price, at_half=True), "18FB-2.7.6", "halved")
        table.do(TakeConcession(company, price))
        assert (table.deposit(company), table.own.riseis_used) == (0, False)
        return table

    refused(Table().phase("PH4").cards(Riseis="Ada"), "FSC")
    refused(Table().cards(Riseis="Ada").concession("LTF", "Bruno"), "FST")  # waived
    refused(Table().phase("PH3").cards(Riseis="Ada", Bayard="Ada"), "NN")  # nothing with Bayard
    refused(Table().cards(Riseis="Ada").start("LTF", "Ada", concession="").line_done("LTF"), "LTF", 0)  # definitive
    # Nor when a new president takes a withdrawn concession at once.
    table = Table().phase("PH4").start("LdA", stock={"Bruno": 3}).cards(Riseis="Bruno").stock_round("Bruno")
    table.do(BuyShare("LdA", "offer"))
    assert set(table.game.decision.choices) == {Answer("take"), Answer("leave")}


@pytest.mark.clause("18FB-R12")
def test_riseis_halves_a_deposit_that_another_card_lowered() -> None:
    table = Table().cards(Riseis="Ada", Albano="Ada").stock_round("Ada")
    table.do(TakeConcession("FP", 60, at_half=True))
    assert table.deposit("FP") == 100
    assert table.money("Ada") == (750 - 100 - 120,)
    assert income(table, "Ada") == [25 + 15]


@pytest.mark.clause("18FB-R82")
def test_riseis_helps_a_new_president_to_the_withdrawn_concession() -> None:
    """Bruno, who owns Riseis and Valadous, comes to hold 20% more of LdA than Ada: half of D150."""
    table = Table().phase("PH2").start("LdA", stock={"Bruno": 2}).cards(Riseis="Bruno", Valadous="Bruno")
    table.cash(Bruno=175).stock_round("Bruno").do(BuyShare("LdA", "offer"))
    assert table.game.president("LdA") == "Bruno"
    table.may_not(Answer("take"), "18FB-3.3.3.3")  # he has 75
    table.do(Answer("take at half"))
    assert table.deposit("LdA") == 75
    assert table.money("Bruno") == (0,)
    table.stock_round("Bruno").may_not(TakeConcession("FSC", 60, at_half=True), "18FB-2.7.6")


# 3 Falcon


def papal(phase: str = "PH2") -> Table:
    """FB in provisional state, Benevento green, Caserta without track; LTF has a token in Benevento too."""
    table = Table().phase(phase).cards(Falcon="Carla").lay("I30 14 0")
    table.start("FB", at=100).line_done("FB", final=False).trains("FB", "PH2")
    return table.start("LTF", at=60, president="Bruno").line_done("LTF", final=False).tokens("LTF", "I30")


@pytest.mark.clause("18FB-2.7.7")
def test_falcon_favours_one_company_in_benevento() -> None:
    """FB counts 30 and the bonus of 30. LTF counts Tronto 20, Pescara's port 10 and Benevento 30 without it."""
    table = papal().trains("LTF", "PH2")
    assert earned(table, "FB") == 30
    table.operate("FB").do(UsePrivate("Falcon"), Answer("FB"))
    assert earned(table, "FB") == 60
    assert earned(table, "LTF") == 60
    table.operate("LTF").may_not(UsePrivate("Falcon"), "18FB-2.7.7")


@pytest.mark.clause("18FB-2.7.7")
@pytest.mark.parametrize("moment", ["political round", "stock round", "another company's turn", "an offer"])
def test_falcons_owner_names_any_company_at_any_moment(moment: str) -> None:
    table = Table()
    match moment:
        case "political round":
            table.political_round()
        case "another company's turn":
            table.start("NN", "Bruno").operate("NN", "track")
        case "an offer":
            table.cards(Melisurgo="Ada").do(OfferPrivate("Melisurgo", "Bruno", 10))
    table.cards(Falcon="Dora")
    before = (table.step, table.decider)
    table.may_not(UsePrivate("Falcon"), "18FB-2.7.2", by="Carla")
    table.game.apply(UsePrivate("Falcon"), by="Dora")
    assert set(table.game.decision.choices) == {Answer(name) for name in components.majors() if name != "SFM"}
    assert table.says(Answer("FB")) == "Favour FB in Benevento and Pontecorvo"
    table.may_not(Answer("RM"), "18FB-2.7.7")
    table.may_not(Answer("SFM"), "18FB-2.7.7")
    table.may_not(Pass(), "18FB-2.7.7")
    table.may_not(UsePrivate("Falcon"), "18FB-2.7.7")
    table.may_not(OfferPrivate("Falcon", "Bruno", 10), "18FB-3.3.6.3")
    table.do(Answer("LTF"))  # not floated yet
    assert table.own.falcon == "LTF"
    assert table.game.events == [CompanyFavoured(card="Falcon", company="LTF")]
    assert (table.step, table.decider) == before
    table.may_not(UsePrivate("Falcon"), "18FB-2.7.7")


@pytest.mark.clause("18FB-2.7.7", "18FB-3.3.6.3")
def test_falcon_is_not_played_while_it_is_offered_to_somebody() -> None:
    table = Table().cards(Falcon="Ada")
    table.do(OfferPrivate("Falcon", "Bruno", 10))
    table.may_not(UsePrivate("Falcon"), "18FB-2.7.7", by="Ada")
    table.do(Accept())
    table.stock_round("Carla").may_not(UsePrivate("Falcon"), "18FB-2.7.2", by="Ada")
    table.game.apply(UsePrivate("Falcon"), by="Bruno")


@pytest.mark.clause("18FB-R13")
def test_falcon_makes_the_marker_of_pontecorvo_count_20() -> None:
    """LdA takes the markers of F33 and F35 on its way to Rome: 2 x 10, then 10 + 20."""
    table = Table().phase("PH2").cards(Delahante="Ada", Falcon="Bruno").rails(TO_ROME)
    table.start("LdA", cash=90).line_done("LdA", final=False).operate("LdA", "token")
    table.do(line(TO_ROME, "Delahante"))
    assert table.own.markers["LdA"] == 2
    table.trains("LdA", "PH1")
    stations = 40 + 20  # Rome and Capua; Isernia has no track yet
    assert earned(table, "LdA") == stations + 20
    table.operate("LdA").do(UsePrivate("Falcon"), Answer("LdA"))
    assert earned(table, "LdA") == stations + 30
    table.markers(LdA=5)
    assert earned(table, "LdA") == stations + 30  # of five markers the train serves the best two
    table.markers(LdA=2).trains("LdA")
    assert earned(table, "LdA") == 0
    assert income(table, "Bruno") == [15]


@pytest.mark.clause("18FB-R13")
def test_falcon_gives_nothing_for_pontecorvo_to_who_has_no_marker_of_it() -> None:
    """FB takes the marker of H31 on its way to Caserta."""
    table = Table().cards(Falcon="Carla").rails(TO_CASERTA).start("FB", cash=200).operate("FB", "token")
    table.do(line(TO_CASERTA))
    assert table.own.markers["FB"] == 1
    table.trains("FB", "PH1").operate("FB").do(UsePrivate("Falcon"), Answer("FB"))
    assert earned(table, "FB") == (20 + 30) + 20 + 10


@pytest.mark.clause("18FB-R13")
def test_falcons_bonus_outlives_the_card() -> None:
    """NN buys the first PH5 train: the cards go, the bonus tokens stay."""
    table = papal("PH4").sold_out("PH4").trains("FB", "PH3").start("NN", at=130, cash=520).line_done("NN")
    table.operate("FB").do(UsePrivate("Falcon"), Answer("FB"))
    table.operate("NN", "trains").do(BuyTrain("PH5", BANK, 520))
    assert table.game.state.privates == {}
    assert earned(table, "FB") == 60


@pytest.mark.clause("18FB-R13")
def test_falcons_bonus_passes_to_the_national_that_takes_its_company_over() -> None:
    """LdA, with a marker of Pontecorvo and a token in Benevento, merges with NN."""
    table = Table().phase("PH5").lay("I30 14 0").sold_out("PH5").own_is(falcon="LdA", papal=("LdA",)).markers(LdA=1)
    table.start("LdA", at=120).tokens("LdA", "I30").trains("LdA", "PH4").start("NN", at=110)
    table.start("FB", at=140, cash=650).operate("FB", "trains")
    table.do(BuyTrain("PH6", BANK, 650), Answer("merge"), Answer("merge"))
    assert earned(table, "RM") == (30 + 30) + (30 + 40) + 20  # Benevento, Napoli with its port, Pontecorvo
    assert table.own.falcon == "RM"


# 4 Delahante


def towards_rome(phase: str, cash: int, owner: str = "Ada") -> Table:
    return Table().phase(phase).cards(Delahante=owner).rails(TO_ROME).start("LdA", cash=cash).operate("LdA", "token")


@pytest.mark.clause("18FB-2.7.8", "18FB-R09")
def test_delahante_waits_for_ph2() -> None:
    towards_rome("PH1", 90).may_not(line(TO_ROME, "Delahante"), "18FB-2.7.8")
    offered = towards_rome("PH1", 90, owner="Bruno")
    offered.may_not(UsePrivate("Delahante"), "18FB-2.7.8")
    towards_rome("PH2", 90).may(line(TO_ROME, "Delahante"))


@pytest.mark.clause("18FB-2.7.8")
def test_delahante_opens_rome_by_the_ordinary_rules_for_tokens() -> None:
    table = towards_rome("PH2", 80)
    table.may_not(line(TO_ROME, "Delahante"), "18FB-3.5.2.8")
    table.may_not(line(TO_ROME), "18FB-2.1.8")  # without the card
    table = towards_rome("PH2", 90)
    table.do(line(TO_ROME, "Delahante"))
    assert table.money("LdA") == (0,)
    assert table.game.tokens_at(StopId("F37.0")) == ("LdA",)
    assert table.own.bourbon["4"] == "LdA"
    assert table.game.state.privates["Delahante"] == "Ada"
    assert earned(table.line_done("LdA", final=False).trains("LdA", "PH1"), "LdA") == 40 + 20 + 20  # two markers


@pytest.mark.clause("18FB-2.7.8")
def test_delahante_takes_the_token_of_the_turn() -> None:
    """LdA could go on to Caserta and pay for it."""
    table = towards_rome("PH2", 500).rails("F31 G30").operate("LdA", "token")
    table.may(line("F31 G30"))
    table.do(line(TO_ROME, "Delahante"))
    assert table.step != "token"
    table.may_not(line("F31 G30"), "18FB-3.5.2.1")


@pytest.mark.clause("18FB-2.7.8")
def test_delahante_opens_one_slot_once() -> None:
    """LdA has replaced the Bourbon token; FB in Capua could pay for the line too."""
    table = towards_rome("PH2", 90).start("FB", at=60, cash=500).tokens("FB", "F31").operate("FB", "token")
    table.may(line(TO_ROME, "Delahante"))
    table.operate("LdA", "token").do(line(TO_ROME, "Delahante"))
    table.operate("FB", "token").may_not(line(TO_ROME, "Delahante"), "18FB-2.7.12")
    table.may_not(UsePrivate("Delahante"), "18FB-2.7.12")


@pytest.mark.clause("18FB-2.7.8")
def test_rome_counts_at_the_value_of_the_phase() -> None:
    table = towards_rome("PH3", 90)
    table.do(line(TO_ROME, "Delahante"))
    assert earned(table.line_done("LdA", final=False).trains("LdA", "PH3"), "LdA") == 60 + 20 + 20


# 5 to 8: shares and concessions


@pytest.mark.clause("18FB-2.7.9")
@pytest.mark.parametrize("card", SHARES)
def test_with_four_cards_comes_a_share(card: str) -> None:
    table, company = Table().political_round(), SHARES[card]
    player = table.decider
    table.do(PutUp(card), Bid(card, 230), Pass(), Pass(), Pass())
    assert table.game.state.privates[card] == player
    assert table.holding(company, player) == [10]
    assert table.game.percent(company, OFFER) == 90
    assert table.money(player) == (520,)


@pytest.mark.clause("18FB-2.7.10")
@pytest.mark.parametrize("card", BY_NAME)
def test_a_concession_at_the_next_lower_deposit(card: str) -> None:
    lower = {"NN": 50, "LdA": 80, "FB": 80, "FP": 200}
    regular = {"NN": 100, "LdA": 150, "FB": 150, "FP": 400}
    company = SHARES[BY_NAME[card]]
    for phase, due in (("PH1", lower[company]), ("PH2", lower[company]), ("PH3", 0)):
        table = Table().phase(phase).cards(**{card: "Ada"}).stock_round("Ada")
        table.do(TakeConcession(company, 60))
        assert table.deposit(company) == due
        assert table.money("Ada", company) == (750 - due - 120, 120)
        assert table.decider == "Bruno"  # the action of the turn
        assert table.game.state.privates[BY_NAME[card]] == "Ada"
        without = Table().phase(phase).cards(**{card: "Ada"}).stock_round("Bruno")
        without.do(TakeConcession(company, 60))
        assert without.deposit(company) == (lower if phase == "PH3" else regular)[company]


@pytest.mark.clause("18FB-2.7.10")
def test_after_a_purchase_there_is_no_concession_in_the_same_turn() -> None:
    table = Table().cards(Bayard="Ada").start("FB", president="Bruno").stock_round("Ada")
    table.do(BuyShare("FB", "offer"))
    assert table.decider == "Bruno"
    table.may_not(TakeConcession("NN", 60), "18FB-3.3.2", by="Ada")


@pytest.mark.clause("18FB-2.7.11")
def test_the_income_drops_with_the_first_token_beyond_the_home() -> None:
    """LdA, started by Bruno, builds to Caserta in OR 2.1; Valadous is Ada's."""
    table = Table().cards(Valadous="Ada").start("LdA", president="Bruno", cash=100, earned=False).rails("F31 G30")
    table.stock_round()
    table.end_round()
    assert table.money("Ada") == (775,)
    assert str(table.game.state.round) == "OR 2.1"
    table.do(Pass(), line("F31 G30"))
    table.pass_on(lambda: str(table.game.state.round) == "OR 2.2")
    assert table.money("Ada") == (785,)


@pytest.mark.clause("18FB-2.7.13")
def test_the_concession_does_not_close_the_card() -> None:
    table = Table().cards(Valadous="Ada").stock_round("Ada", turn=1)
    table.do(TakeConcession("LdA", 60))
    before = table.money("Ada")[0]
    table.end_round()
    assert str(table.game.state.round) == "OR 1.1"
    assert table.money("Ada") == (before + 25,)


# 5 to 8: Bourbon tokens


@pytest.mark.clause("18FB-2.7.12", "18FB-R09")
def test_two_cards_open_caserta_and_close() -> None:
    table = Table().cards(Valadous="Ada", Albano="Ada").rails(TO_CASERTA)
    table.start("FB", cash=200).operate("FB", "token").do(line(TO_CASERTA, "Valadous"))
    assert table.game.tokens_at(StopId("G30.0")) == ("FB",)
    assert table.own.bourbon["5"] == "FB"
    assert "Valadous" not in table.game.state.privates
    assert income(table, "Ada") == [25]  # from Albano only
    table.operate("FB", "token").may_not(line(TO_CASERTA, "Albano"), "18FB-3.5.2.5")
    table.start("LdA", at=60, cash=100).rails("F31 G30").operate("LdA", "token")
    table.may_not(line("F31 G30", "Valadous"), "18FB-2.7.2")
    table.do(line("F31 G30", "Albano"))
    assert table.own.bourbon["8"] == "LdA"


@pytest.mark.clause("18FB-2.7.12", "18FB-R09")
def test_lala_opens_napoli_to_who_is_not_there() -> None:
    to_napoli = "F31 NC12 ND11 NC10"
    table = Table().cards(LAla="Ada").rails(to_napoli).start("LdA", cash=200).operate("LdA", "token")
    table.do(line(to_napoli, "L'Ala"))
    assert table.own.bourbon["6"] == "LdA"
    assert table.game.tokens_at(StopId("NC10.0")) == ("LdA",)
    assert "L'Ala" not in table.game.state.privates
    there = Table().cards(LAla="Ada").start("NN", cash=200).tokens("NN", "F31").rails(to_napoli).operate("NN", "token")
    there.may_not(line(to_napoli, "L'Ala"), "18FB-2.5.3.2")


@pytest.mark.clause("18FB-2.7.12", "18FB-R09")
def test_bayard_opens_one_slot_of_vesuvio() -> None:
    to_vesuvio = "NC8 NC6 ND7"
    table = Table().cards(Bayard="Ada").rails(to_vesuvio).start("NN", cash=300).operate("NN", "token")
    table.do(line(to_vesuvio, "Bayard"))
    assert table.own.bourbon["7"] == "NN"
    assert "Bayard" not in table.game.state.privates
    table.start("FSC", at=60, cash=300).tokens("FSC", "NC8.0").operate("FSC", "token")
    table.may_not(line(to_vesuvio), "18FB-2.5.3.6")  # the other slot waits for PH4
    table.phase("PH4").operate("FSC", "token").may(line(to_vesuvio))


@pytest.mark.clause("18FB-2.7.12")
def test_a_card_opens_its_own_slot_only() -> None:
    table = Table().cards(LAla="Ada", Valadous="Ada").rails(TO_CASERTA).start("FB", cash=200).operate("FB", "token")
    table.may_not(line(TO_CASERTA, "L'Ala"), "18FB-2.7.12")
    table.may_not(UsePrivate("Valadous"), "18FB-2.7.12", "owns Valadous")  # the president owns the card himself
    table.may(line(TO_CASERTA, "Valadous"))


# For a company of another president


@pytest.mark.clause("18FB-R10")
def test_a_token_by_somebody_elses_card_needs_the_presidents_consent() -> None:
    table = Table().cards(Valadous="Bruno").rails(TO_CASERTA).start("FB", cash=200).operate("FB", "token")
    table.may_not(line(TO_CASERTA, "Valadous"), "18FB-2.7.2")
    table.game.apply(UsePrivate("Valadous"), by="Bruno")
    assert table.decider == "Ada"
    table.may_not(line(TO_CASERTA), "18FB-R10")
    table.do(Decline())
    table.may_not(UsePrivate("Valadous"), "18FB-R10")
    table.operate("FB", "token").do(UsePrivate("Valadous"), line(TO_CASERTA, "Valadous"))
    assert table.own.bourbon["5"] == "FB"
    assert "Valadous" not in table.game.state.privates
    assert table.step != "token"  # the token of the turn


@pytest.mark.clause("18FB-R10")
def test_melisurgo_and_falcon_need_no_consent() -> None:
    table = Table().cards(Melisurgo="Bruno", Falcon="Bruno").start("LdA").operate("LdA")
    table.game.apply(UsePrivate("Melisurgo"), by="Bruno")
    table.game.apply(UsePrivate("Falcon"), by="Bruno")
    table.game.apply(Answer("LdA"), by="Bruno")
    assert (table.own.melisurgo, table.own.falcon) == ("LdA", "LdA")
    assert (table.step, table.decider) == ("track", "Ada")


@pytest.mark.clause("18FB-R09")
def test_all_powers_but_delahantes_are_there_from_ph1() -> None:
    table = Table().cards(Melisurgo="Ada", Falcon="Ada", Riseis="Ada", Bayard="Ada").start("LdA").operate("LdA")
    assert table.game.state.phase == "PH1"
    table.do(UsePrivate("Melisurgo"), UsePrivate("Falcon"), Answer("FB"))
    table.stock_round("Ada").may(TakeConcession("FSC", 60, at_half=True), TakeConcession("NN", 60))


# 2.7.2: cards with a Bourbon token, at any moment of a company's turn

STEPS = ("track", "token", "dividend", "trains", "finance")


def at_rome(owner: str, step: str, cash: int = 500) -> Table:
    """PH2: LdA of Ada is in operation, owns a train, and has a line to Rome for D90."""
    table = Table().phase("PH2").cards(Delahante=owner).start("LdA", cash=cash, stock={"pool": 1})
    table.line_done("LdA", final=False).rails(TO_ROME).trains("LdA", "PH2").operate("LdA", step)
    return table.turn_is(revenue=100)


@pytest.mark.clause("18FB-2.7.2", "18FB-2.7.8", "18FB-R10")
@pytest.mark.parametrize("step", STEPS)
def test_a_bourbon_token_is_replaced_in_any_step_with_a_card_of_another(step: str) -> None:
    table = at_rome("Bruno", step)
    assert (table.step, table.decider) == (step, "Ada")
    table.game.apply(UsePrivate("Delahante"), by="Bruno")
    assert (table.step, table.decider) == ("invitation", "Ada")
    table.do(line(TO_ROME, "Delahante"))
    assert (table.own.bourbon["4"], table.money("LdA")) == ("LdA", (410,))
    if step != "token":  # where nothing is left to do
        assert (table.step, table.decider) == (step, "Ada")


@pytest.mark.clause("18FB-2.7.2", "18FB-2.7.8")
@pytest.mark.parametrize("step", STEPS)
def test_and_with_a_card_of_the_president(step: str) -> None:
    table = at_rome("Ada", step)
    if step == "token":
        table.may_not(UsePrivate("Delahante"), "18FB-2.7.12")
        table.do(line(TO_ROME, "Delahante"))
    else:
        table.may_not(line(TO_ROME, "Delahante"), "18FB-3.5.8")
        table.do(UsePrivate("Delahante"), line(TO_ROME, "Delahante"))
        assert table.step == step
    assert (table.own.bourbon["4"], table.money("LdA")) == ("LdA", (410,))


@pytest.mark.clause("18FB-2.7.2", "18FB-3.5.2.1")
def test_it_is_the_token_of_the_turn_whenever_it_is_placed() -> None:
    """Before the tiles it leaves no token step; after a token of that step it is refused."""
    first = at_rome("Bruno", "track").rails("F31 G30")
    first.game.apply(UsePrivate("Delahante"), by="Bruno")
    first.do(line(TO_ROME, "Delahante"), Pass())
    assert first.step == "dividend"
    later = at_rome("Bruno", "token").rails("F31 G30")
    later.do(line("F31 G30"))
    assert later.step == "dividend"
    later.may_not(UsePrivate("Delahante"), "18FB-3.5.2.1", by="Bruno")


@pytest.mark.clause("18FB-2.7.2", "18FB-R34")
def test_a_card_is_used_between_two_tiles() -> None:
    """FB lays a tile, reaches Caserta with Valadous and lays the other: in operation, it is paid no interest."""
    table = Table().phase("PH2").cards(Valadous="Ada").start("FB", cash=400, stock={"Bruno": 1}, earned=False)
    table.rails(TO_CASERTA).operate("FB").lay_somehow(1)
    table.do(UsePrivate("Valadous"), line(TO_CASERTA, "Valadous"))
    assert (table.step, table.state("FB")) == ("track", CompanyState.PROVISIONAL)
    table.lay_somehow(1)
    assert (table.step, table.money("Bruno")) == ("trains", (750,))
    table.may_not(Pass(), "18FB-3.5.8.5")


@pytest.mark.clause("18FB-2.7.2", "18FB-R96", "18FB-3.5.8.6")
@pytest.mark.parametrize(("cash", "step"), [(400, "trains"), (90, "finance")])
def test_a_company_takes_its_interest_first_and_then_reaches_its_destination(cash: int, step: str) -> None:
    """FB in building state lays its tiles and is paid; then Valadous brings it to Caserta. It needs no train yet."""
    table = Table().phase("PH2").cards(Valadous="Ada").start("FST", president="Dora", at=60, earned=False)
    table.start("FB", cash=cash, stock={"Bruno": 1}, earned=False).rails(TO_CASERTA).operate("FB").lay_somehow(2)
    table.do(Pass())
    assert (table.money("Bruno"), table.step, table.turn.corporation) == ((755,), step, "FB")
    table.do(UsePrivate("Valadous"), line(TO_CASERTA, "Valadous"))
    assert table.state("FB") is CompanyState.PROVISIONAL
    table.do(Pass())
    assert table.own.earned == ()
    table.operate("FB", "earnings").go_on()  # in its next turn it must
    table.pass_on(lambda: table.step == "trains")
    table.may_not(Pass(), "18FB-3.5.8.5")


@pytest.mark.clause("18FB-R96")
def test_no_line_is_built_with_money_that_a_train_is_bought_for() -> None:
    """LdA has no train: with D159 it cannot pay a PH2, and builds nothing; with D160 it may, and then lacks D90."""
    poor = at_rome("Ada", "trains", cash=159).trains("LdA").operate("LdA", "trains")
    poor.may_not(UsePrivate("Delahante"), "18FB-R96")
    able = at_rome("Ada", "trains", cash=160).trains("LdA").operate("LdA", "trains")
    able.do(UsePrivate("Delahante"), line(TO_ROME, "Delahante"), BuyTrain("PH2", BANK, 160))
    assert able.money("LdA", "Ada") == (0, 750 - 90 + 20)  # the next round has begun, and Delahante pays


@pytest.mark.clause("18FB-R10")
def test_a_card_that_was_declined_comes_back_only_if_it_is_ones_own() -> None:
    theirs = at_rome("Bruno", "track")
    theirs.game.apply(UsePrivate("Delahante"), by="Bruno")
    theirs.do(Decline(), Pass())
    theirs.may_not(UsePrivate("Delahante"), "18FB-R10", "declined", by="Bruno")
    own = at_rome("Ada", "track")
    own.do(UsePrivate("Delahante"), Decline())
    own.may_not(UsePrivate("Delahante"), "18FB-R10", "put Delahante aside")
    own.do(Pass(), Pass())
    assert own.step == "dividend"
    own.do(UsePrivate("Delahante"), line(TO_ROME, "Delahante"))


@pytest.mark.clause("18FB-2.7.2", "18FB-3.4.15")
def test_a_frozen_company_builds_with_no_card() -> None:
    table = at_rome("Bruno", "track").concession("LdA", "").operate("LdA")
    table.may_not(UsePrivate("Delahante"), "18FB-2.7.12", by="Bruno")
