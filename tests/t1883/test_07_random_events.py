"""Section 7: one event card at the start of every operating round but the first."""

import pytest

from ferrovia.engine.flow.actions import Answer, BuyTrain, Pass
from ferrovia.titles.t1883 import components
from ferrovia.titles.t1883.actions import BuySupport
from ferrovia.titles.t1883.events import SupportRolled
from tests.t1883.table import Table

PLAY, SUFFER = Answer("support"), Answer("suffer")


# When cards are drawn


@pytest.mark.clause("1883-7.0.1")
def test_no_card_is_drawn_in_the_first_operating_round_and_one_in_the_next() -> None:
    table = Table().stock_round("Ada", turn=1)
    assert len(table.own.deck) == 12
    table.end_round()
    assert str(table.game.state.round) == "OR 1.1"
    assert len(table.own.deck) == 12
    table.pass_on(lambda: str(table.game.state.round) == "OR 2.1")
    assert len(table.own.deck) == 11


@pytest.mark.clause("1883-7.0.1", "1883-7.0.5")
def test_a_set_of_two_operating_rounds_draws_two_cards() -> None:
    table = Table().phase("2").start("SV", "Bruno").own_is(first_round_over=True, deck=("kings_visit",) * 5)
    table.stock_round("Ada", turn=3).end_round()
    assert (str(table.game.state.round), len(table.own.deck)) == ("OR 3.1", 4)
    table.pass_on(lambda: str(table.game.state.round) == "OR 3.2")
    assert len(table.own.deck) == 3
    table.pass_on(lambda: str(table.game.state.round) == "SR 4")
    assert len(table.own.deck) == 3


@pytest.mark.clause("1883-7.0.5")
def test_used_cards_leave_play_and_nothing_is_shuffled_again() -> None:
    table = Table().start("SV", "Bruno").draws(*["kings_visit"] * 12, of=4)
    left = []
    for number in (2, 3, 4):
        left.append(len(table.own.deck))
        table.comes_to_round(f"OR 2.{number}")
    assert left == [11, 10, 9]
    table.draws("kings_visit")
    assert table.own.deck == ()


# Who answers


@pytest.mark.clause("1883-7.0.2")
def test_players_answer_clockwise_from_the_priority_and_nobody_postpones() -> None:
    table = Table().support(Ada=3, Bruno=3, Carla=3, Dora=3)
    table.game.state.priority = "Bruno"
    table.draws("gold_to_homeland")
    asked = []
    while table.step == "event":
        asked.append(table.decider)
        table.may_not(Pass(), "1883-7.0.2")
        table.may_not(Answer("later"), "1883-7.0.2")
        table.do(PLAY)
    assert asked == ["Bruno", "Carla", "Dora", "Ada"]


@pytest.mark.clause("1883-7.0.3")
@pytest.mark.parametrize(("saved", "struck"), [("SV", "FBV"), ("FBV", "SV")])
def test_one_card_saves_one_corporation_and_the_dearest_is_asked_first(saved: str, struck: str) -> None:
    table = Table(2).start("SV", "Ada", at=(3, 8)).start("FBV", "Ada", at=(3, 4)).support(Ada=1, Bruno=0)
    table.draws("general_strike")
    assert table.game.decision.for_corporation == "SV"
    table.may_not(Answer("perhaps"), "1883-7.0.3")
    table.may_not(Pass(), "1883-7.0.3")
    if saved == "SV":
        table.do(PLAY)  # FBV is not asked any more: no card is left
    else:
        table.do(SUFFER)
        assert table.game.decision.for_corporation == "FBV"
        table.do(PLAY)
    assert table.step != "event"
    assert table.own.effects == {struck: "zero"}
    assert table.own.support["Ada"] == 0


@pytest.mark.clause("1883-7.0.3")
def test_presidents_answer_in_price_order_whoever_has_the_priority() -> None:
    table = Table(2).start("SV", "Bruno", at=(3, 8)).start("FBV", "Ada", at=(3, 4)).start("FSF", "Ada", at=(3, 10))
    table.support(Ada=9, Bruno=9).draws("general_strike")
    asked = []
    while table.step == "event":
        asked.append((table.game.decision.for_corporation, table.decider))
        table.do(PLAY)
    assert asked == [("FSF", "Ada"), ("SV", "Bruno"), ("FBV", "Ada")]
    assert table.own.support == {"Ada": 7, "Bruno": 8}


@pytest.mark.clause("1883-7.0.4", "1883-11.3.7")
def test_a_die_finds_the_random_victim() -> None:
    table = Table(3).support(Ada=2, Bruno=1, Carla=0).dice(7, 3).draws("magnacucchi")
    assert table.own.support == {"Ada": 2, "Bruno": 0, "Carla": 0}
    assert table.told_of(SupportRolled) == [SupportRolled("Ada", 7), SupportRolled("Bruno", 3)]


# Eras


@pytest.mark.clause("1883-7.1.1")
@pytest.mark.parametrize(
    ("train", "price", "before", "era", "size"), [("3bis", 220, "2", 2, 11), ("6", 500, "5", 3, 8)]
)
def test_the_first_train_of_an_era_brings_its_deck_and_removes_the_old(
    train: str, price: int, before: str, era: int, size: int
) -> None:
    table = Table().phase(before).sold_out("2", "3", "4" if era == 3 else "2", "5" if era == 3 else "2")
    table.capitalised("Ada") if era == 3 else table.members("Ada")
    if era == 3:
        table.sold_out("3bis")
    table.start("SV", "Bruno", at=(3, 10), cash=2000)
    old = ("flooding", "red_week", "landslide", "kings_visit", "first_world_war", "strike_breaker", "general_strike")
    table.own_is(deck=old).operate("SV", "trains").do(BuyTrain(train, "bank", price))
    assert len(table.own.deck) == size
    assert sorted(table.own.deck) == sorted(components.event_deck(era))
    assert not set(table.own.deck) & set(old)
    following = table.own.deck
    table.do(BuyTrain(train, "bank", price))  # the second of the class changes nothing
    assert table.own.deck == following


@pytest.mark.clause("1883-7.1.1")
def test_a_new_deck_is_shuffled() -> None:
    orders = set()
    for seed in range(6):
        table = Table().phase("2").sold_out("2", "3").start("SV", "Bruno", at=(3, 10), cash=2000)
        table.game.state.draws += seed
        table.operate("SV", "trains").do(BuyTrain("3bis", "bank", 220))
        orders.add(table.own.deck)
    assert len(orders) == 6


@pytest.mark.clause("1883-7.1.2")
def test_with_an_empty_deck_nothing_is_drawn_until_the_next_era() -> None:
    table = Table().phase("2").sold_out("2", "3").start("SV", "Bruno", at=(3, 10), cash=2000, stock={"Bruno": 2})
    table.draws("kings_visit", turn=2, number=1, of=3)
    assert list(table.own.in_force) == ["kings_visit"]
    assert list(table.own.deck) == []
    table.pass_on(lambda: table.game.state.round.number == 2)
    assert list(table.own.in_force) == []  # no event in this round
    table.comes_to("SV", "trains").do(BuyTrain("3bis", "bank", 220))
    assert len(table.own.deck) == 11
    table.own_is(deck=("verona_porta_nuova", "trains_on_time"))
    table.pass_on(lambda: table.game.state.round.number == 3)
    assert table.own.in_force == ("verona_porta_nuova",)
    assert table.own.deck == ("trains_on_time",)


@pytest.mark.clause("1883-R63", "1883-7.0.2")
@pytest.mark.parametrize("key", ["first_world_war", "flooding", "railroad_accident", "fall_of_regime"])
def test_events_that_offer_no_way_out_ask_nobody(key: str) -> None:
    table = Table().start("SV", "Bruno", at=(3, 10)).support(Ada=9, Bruno=9, Carla=9, Dora=9)
    table.own_is(operated_last=("SV",)).draws(key)
    assert table.step == "track"


@pytest.mark.clause("1883-R62")
def test_played_cards_go_back_to_the_supply_and_the_next_card_is_cheaper_again() -> None:
    table = Table(2).start("SV", "Ada", at=(3, 10)).support(Ada=2, Bruno=0).draws("general_strike")
    table.do(PLAY)
    assert table.own.support["Ada"] == 1
    table.cash(Ada=100).stock_round("Ada", turn=3).do(BuySupport())
    assert table.money("Ada") == (90,)  # the second card in hand costs 10, not 20


@pytest.mark.clause("1883-R62")
def test_the_supply_of_political_support_never_runs_out() -> None:
    """The sheet counts 36 cards: four full hands, and still everybody may buy up to nine again after playing some."""
    table = Table(4).support(Ada=9, Bruno=9, Carla=9, Dora=9).draws("empire_declared")
    assert table.own.support == dict.fromkeys(("Ada", "Bruno", "Carla", "Dora"), 9)
    table.support(Ada=8).draws("empire_declared")
    assert table.own.support["Ada"] == 9
