"""The keen bot: legal, repeatable, able to say why, and careful with money."""

from collections.abc import Sequence

import pytest

from ferrovia.bots.keen.outlook import Outlook
from ferrovia.bots.keen.player import KeenBot
from ferrovia.bots.keen.stock import purchase
from ferrovia.bots.play import bot_game, play_out
from ferrovia.engine.flow.actions import (
    Accept,
    Action,
    Bankrupt,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Decline,
    Dividend,
    IssueShares,
    LayTile,
    Pass,
    SellShares,
    Start,
)
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.offers import Offer
from ferrovia.formats.view import winners
from ferrovia.titles.registry import judgement, title
from ferrovia.titles.t1849.actions import TakeLoan
from ferrovia.titles.t1849.closing import LoanOrLeave
from tests.t1849.table import Table
from tests.t1883.table import Table as EmilianTable
from tests.walks import new_game

TITLES = ["1849", "1883", "18FB"]


def chosen(game: Game) -> Action:
    return KeenBot(Chance("any")).choose(game)


def chosen_by_many(game: Game) -> set[Action]:
    """What keen players of different whims would do here."""
    return {KeenBot(Chance(str(seed))).choose(game) for seed in range(10)}


@pytest.mark.parametrize("name", TITLES)
def test_every_choice_is_legal_and_the_same_when_asked_again(name: str) -> None:
    game, bots = bot_game(name, ["keen"] * 3, "a seed")
    for _ in range(150):
        player = game.decision.player
        action = bots[player].choose(game.fork_for(player))
        place = game.settings.players.index(player)
        assert KeenBot(Chance(game.settings.seed).apart(f"player {place}")).choose(game.fork_for(player)) == action
        assert game.why_not(action) is None
        game.apply(action)


@pytest.mark.parametrize("name", TITLES)
def test_every_choice_has_a_reason_in_both_languages(name: str) -> None:
    game, bots = bot_game(name, ["keen"] * 3, "another seed")
    voices = [game.title.voice(language) for language in ("en", "it")]
    reasons = set()
    for _ in range(200):
        bot = bots[game.decision.player]
        assert isinstance(bot, KeenBot)
        thought = bot.think(game.fork_for(game.decision.player))
        for say in voices:
            sentence = say(thought.why)
            assert sentence.endswith(".")
            assert "{" not in sentence
        reasons.add(thought.why.text)
        game.apply(thought.action)
    assert len(reasons) > 5


def test_the_seed_of_the_game_is_not_looked_at() -> None:
    twins = [new_game(title("1849"), 1, 3) for _ in range(2)]
    twins[1].settings = twins[1].settings.__class__("1849", twins[0].settings.players, "a seed nobody has seen")
    assert chosen_by_many(twins[0]) == chosen_by_many(twins[1])


def test_it_beats_random_players_by_far() -> None:
    for place in range(3):
        kinds = ["random"] * 3
        kinds[place] = "keen"
        game = play_out(*bot_game("1849", kinds, f"seat {place}"))
        assert winners(game) == [f"keen {place + 1}"]
        worth = [game.title.calendar.worth(game, player) for player in game.settings.players]
        assert worth[place] > 2 * sorted(worth)[1]


def test_nobody_is_asked_twice_in_a_turn() -> None:
    table = Table().phase("10").start("RCS", cash=500).start("CTL", "Bruno").trains("CTL", "10H", "10H")
    table.operate("RCS", "trains")
    assert chosen_by_many(table.game) == {BuyTrain("10H", "CTL", 500)}
    table.turn_is(declined=(("10H", "CTL", 400),))
    assert any(span.action == BuyTrain("10H", "CTL", span.low) for span in table.game.decision.ranges)
    assert chosen_by_many(table.game) == {Pass()}


# The auction


def test_a_private_company_is_bought_and_bid_for_up_to_its_worth() -> None:
    game = new_game(title("1849"), 1, 3)
    taken = chosen(game)
    assert isinstance(taken, BuyPrivate | Bid)
    for _ in range(200):  # it comes to an end, whoever has all the money
        if game.state.round.kind != "auction":
            break
        game.apply(chosen(game))
    assert game.state.round.kind != "auction"


# Track and trains


def test_a_corporation_without_a_train_buys_one_before_all() -> None:
    table = Table().start("RCS", cash=300).operate("RCS", "trains")
    assert chosen_by_many(table.game) == {BuyTrain("4H", "bank", 100)}


def test_the_first_train_comes_before_a_dear_tile() -> None:
    """With the price of a train and not much more, no money goes into track; with enough it does."""
    table = Table().start("RCS", cash=100).operate("RCS", "track")
    action = chosen(table.game)
    before = table.game.cash("RCS")
    table.game.apply(action)
    assert table.game.cash("RCS") == before


def test_who_has_a_train_and_no_route_saves_for_no_other_train() -> None:
    """The 4H will be gone before long, and 210 would pay for a 6H: but what should that run on?"""
    table = Table().phase("6").start("SFA", cash=210).trains("SFA", "4H").operate("SFA", "track")
    table.game.place_tile("J6", "644", 3)
    assert Outlook(table.game, "Ada", "SFA").needs_train
    action = chosen(table.game)
    assert isinstance(action, LayTile)
    table.game.apply(action)
    assert table.game.title.runs.best(table.game, "SFA").revenue > 0


@pytest.mark.parametrize(("cash", "starts"), [(700, False), (2000, True)])
def test_a_company_is_started_by_who_can_pay_for_the_train_of_the_other_too(cash: int, starts: bool) -> None:
    table = Table(3).phase("10").start("SFA", "Ada", at=100).trains("SFA", "8H").cash(Ada=cash)
    table.game.state.earnings = {"SFA": 150}
    assert isinstance(chosen(table.stock_round("Ada").game), Start) is starts


def test_who_starts_a_company_reckons_with_a_train_that_lasts() -> None:
    """The last 6H are cheap, and gone with the first 10H: with so much money in the treasuries that is soon."""
    early = Table(3).phase("6").start("SFA", "Bruno", cash=0).stock_round("Ada").game
    assert Outlook(early, "Ada", "").first_price == 200
    late = Table(3).phase("6").start("SFA", "Bruno", cash=3000).stock_round("Ada").game
    assert Outlook(late, "Ada", "").first_price > 200


def test_a_second_train_without_a_route_is_left_to_others() -> None:
    table = Table().start("RCS", cash=300).trains("RCS", "6H").operate("RCS", "trains")
    assert chosen_by_many(table.game) == {Pass()}


def test_the_better_tile_is_laid() -> None:
    table = Table().start("RCS", cash=300).trains("RCS", "4H").operate("RCS", "track")
    thought = KeenBot(Chance("any")).think(table.game)
    assert isinstance(thought.action, LayTile)
    tried = []
    for lay in table.game.decision.choices:
        after = table.game.fork()
        if isinstance(lay, LayTile):
            after.place_tile(lay.hex, lay.tile, lay.rotation)
            tried.append(after.title.runs.best(after, "RCS").revenue)
    after = table.game.fork()
    after.apply(thought.action)
    assert after.title.runs.best(after, "RCS").revenue == max(tried)


# Room for trains


@pytest.fixture
def long_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every train finds a line as long as it can run."""

    def earnings(outlook: Outlook, game: Game, corporation: str, more: Sequence[str] = (), less: str = "") -> int:
        trains = [*game.trains(corporation), *more]
        if less:
            trains.remove(less)
        return sum(30 * int(train[0]) for train in trains)

    monkeypatch.setattr(Outlook, "earnings", earnings)


def full_sister(owner: str = "Ada") -> EmilianTable:
    """In phase 6 a corporation owns two trains at most: FBV has as many, and money for a third."""
    table = EmilianTable().phase("6").start("SV", "Ada", cash=100).start("FBV", owner, cash=900)
    return table.trains("SV", "5").trains("FBV", "4", "4").operate("SV", "trains")


@pytest.mark.usefixtures("long_lines")
def test_a_train_goes_to_a_sister_so_that_there_is_room_for_a_better_one() -> None:
    table = full_sister()
    assert chosen_by_many(table.game) == {BuyTrain("4", "FBV", 1)}
    table.cash(FBV=100)  # FBV could not buy another
    assert chosen_by_many(table.game) == {Pass()}


@pytest.mark.usefixtures("long_lines")
def test_others_offer_half_for_a_train_in_the_way_and_are_not_turned_down() -> None:
    table = full_sister("Bruno").cash(SV=200)
    assert chosen_by_many(table.game) == {BuyTrain("4", "FBV", 150)}
    table.do(BuyTrain("4", "FBV", 150))
    assert chosen_by_many(table.game) == {Accept()}
    table.cash(FBV=100)  # without money for a better one it keeps it
    assert chosen_by_many(table.game) == {Decline()}


def test_a_company_is_started_that_frees_a_sister_of_a_train() -> None:
    """The next train costs 500 and more; what the sister gives away costs next to nothing."""
    table = EmilianTable().phase("6").start("FBV", "Ada", cash=900).trains("FBV", "4", "4").cash(Ada=250)
    assert isinstance(chosen(table.stock_round("Ada").game), Start)
    assert not isinstance(chosen(table.cash(FBV=100).game), Start), "FBV could not buy another"


def test_a_sister_gives_up_a_train_to_who_has_none() -> None:
    table = Table().phase("10").start("RCS", cash=100).start("CTL").trains("CTL", "10H", "10H")
    table.operate("RCS", "trains")
    assert chosen_by_many(table.game) == {BuyTrain("10H", "CTL", 1)}
    assert not chosen_by_many(table.trains("CTL", "10H").game) & {BuyTrain("10H", "CTL", 1)}


@pytest.mark.usefixtures("long_lines")
def test_a_run_is_kept_back_for_a_second_train_that_pays_for_it_in_time() -> None:
    table = EmilianTable().phase("6").start("SV", "Ada", cash=400).trains("SV", "5").operate("SV", "dividend")
    table.turn_is(revenue=150)
    assert chosen_by_many(table.game) == {Dividend("withhold")}
    table.cash(bank=100)  # the game is nearly over
    assert chosen_by_many(table.game) == {Dividend("pay")}


# Money


def test_shareholders_are_paid_while_the_trains_last() -> None:
    table = Table().phase("10").start("RCS", cash=900).trains("RCS", "10H").operate("RCS", "dividend")
    table.turn_is(revenue=120)
    assert chosen_by_many(table.game) == {Dividend("pay")}
    table = Table().phase("8").start("RCS", cash=300).trains("RCS", "6H").operate("RCS", "dividend")
    table.turn_is(revenue=120)
    assert chosen_by_many(table.game) == {Dividend("withhold")}


@pytest.mark.parametrize(("train", "price"), [("6H", 144), ("8H", 144), ("8H", 68)])
def test_stock_is_bought_though_its_company_earns_less_than_its_price(train: str, price: int) -> None:
    """In 1849 a price stays where it is after a small dividend, and rises after every dividend of at least as much."""
    table = Table(3).phase("6").start("RCS", "Bruno", at=price, stock={"pool": [10]}, cash=300)
    table.trains("RCS", train).cash(Ada=200)
    assert chosen_by_many(table.stock_round("Ada").game) == {BuyShare("RCS", "pool")}


def test_stock_of_a_rival_is_rather_bought_from_the_pool() -> None:
    """What is paid for stock of the treasury helps the president."""
    table = Table(3).phase("6").start("RCS", "Bruno", at=100, stock={"pool": [10]}, cash=300)
    game = table.trains("RCS", "8H").cash(Ada=200).stock_round("Ada").game
    outlook = Outlook(game, "Ada", "")
    from_pool, from_treasury = (purchase(outlook, BuyShare("RCS", source)) for source in ("pool", "treasury"))
    assert from_pool.money - from_treasury.money == judgement(title("1849")).funding_others > 0


def test_what_is_cheap_for_what_it_earns_rises_most() -> None:
    rise = judgement(title("1849")).rise
    assert rise(0, 100) == 0 < rise(50, 100) < rise(100, 100) < rise(200, 100)
    assert rise(5000, 100) == rise(1000, 100)  # a step to the right in a round, however much is paid


def test_nothing_is_issued_towards_closing() -> None:
    table = Table().start("RCS", at=(8, 1), cash=10).operate("RCS", "finance")
    assert any(isinstance(choice, IssueShares) for choice in table.game.decision.choices)
    assert chosen_by_many(table.game) == {Pass()}


@pytest.mark.parametrize(("price", "answer"), [(40, Accept()), (60, Accept()), (10, Decline())])
def test_an_offer_has_a_floor(price: int, answer: Action) -> None:
    table = Table().phase("6").start("RCS", "Bruno", cash=300).privates(SCE="Ada").operate("RCS")
    table.game.push(Offer("private", "SCE", "RCS", "Ada", price))
    assert chosen_by_many(table.game) == {answer}


def test_the_only_train_is_not_sold_at_its_price() -> None:
    table = Table().phase("6").start("RCS", "Bruno", cash=300).start("CTL", "Ada").trains("CTL", "6H").operate("RCS")
    table.game.push(Offer("train", "6H", "RCS", "CTL", 200))
    assert chosen_by_many(table.game) == {Decline()}


def test_a_loan_is_better_than_leaving() -> None:
    table = Table()
    table.game.push(LoanOrLeave("Ada"))
    assert chosen_by_many(table.game) == {TakeLoan()}


def test_who_must_raise_money_sells_and_asks_for_no_card() -> None:
    """RCS has a route and no train, and Ada too little money for one; a card of Bruno's would be no help."""
    table = Table(3, ("RCS", "CTL", "ATA", "SFA", "AFG", "IFT")).phase("6").start("RCS", "Ada", cash=50)
    table.lay("B4 7 5", "D4 4 0").start("ATA", "Bruno", at=100, stock={"Ada": [10, 10], "Bruno": [10]})
    game = table.privates(CNM="Bruno").cash(Ada=60).operate("RCS", "trains").game
    assert any(isinstance(span.action, BuyPrivate) for span in game.decision.ranges)
    assert {type(action) for action in chosen_by_many(game)} == {SellShares}


def test_who_is_ruined_asks_nobody_for_a_card() -> None:
    table = Table(3, ("RCS", "CTL", "ATA", "SFA", "AFG", "IFT")).phase("6").start("RCS", "Ada", cash=50)
    game = table.lay("B4 7 5", "D4 4 0").privates(CNM="Bruno").cash(Ada=10).operate("RCS", "trains").game
    assert any(isinstance(span.action, BuyPrivate) for span in game.decision.ranges)
    assert chosen_by_many(game) == {Bankrupt()}
