"""Where the site plays another way than we do: what it takes is written, what would show there stops with its name."""

from __future__ import annotations

from typing import Any

import pytest

from ferrovia.engine.flow import actions as ours
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.formats.eighteenxx import as_export
from ferrovia.titles.eighteenxx import ExportTrouble
from ferrovia.titles.registry import title
from ferrovia.titles.t1849 import actions as sicilian
from ferrovia.titles.t1849.eighteenxx.trace import site_value
from tests.formats.test_eighteenxx_export import followed, refused, written
from tests.formats.test_eighteenxx_readings import lowest
from tests.t1849.table import Table

# The auction


def auction(*actions: Action, options: tuple[str, ...] = ()) -> Game:
    players = ("Ada", "Bruno", "Carla")
    game = Game(title("1849"), Settings("1849", players, "7", options, arrangement={"seats": players}))
    for action in actions:
        game.apply(action)
    return game


BEGUN_AGAIN = (ours.Pass(), ours.Bid("SIGI", 50), ours.Pass(), ours.Pass(), ours.Pass())


@pytest.mark.clause("1849-R05")
def test_an_auction_that_begins_again_elsewhere_than_there_stops_the_export() -> None:
    game = auction(*BEGUN_AGAIN, ours.BuyPrivate("SCE", 15))
    with pytest.raises(ExportTrouble) as trouble:
        as_export(game)
    assert str(trouble.value) == (
        "Action 5 has no place on 18xx.games: While nobody buys SCE, the auction goes on with Carla there; here Ada"
        " begins again."
    )


def test_one_that_begins_again_with_who_is_next_is_written() -> None:
    game = auction(ours.Pass(), ours.Pass(), ours.Pass(), ours.Pass(), ours.BuyPrivate("SCE", 15))
    assert [move["entity"] for move in as_export(game)["actions"]] == ["Ada", "Bruno", "Carla", "Ada", "Bruno"]


def test_so_is_one_that_was_played_in_the_order_of_the_site() -> None:
    game = auction(*BEGUN_AGAIN, ours.BuyPrivate("SCE", 15), options=("auction_goes_on",))
    assert [move["entity"] for move in as_export(game)["actions"]][-1] == "Carla"


def test_a_company_that_nobody_wants_goes_to_another_player_there() -> None:
    passes = (ours.Pass(),) * 3
    aligned = auction(*passes * 4)
    assert len(as_export(aligned)["actions"]) == 12
    shifted = auction(*passes * 3, ours.Pass(), ours.Bid("CNM", 80), *passes)
    with pytest.raises(ExportTrouble, match=r"^Action 14 has no place .* here Ada begins again\.$"):
        as_export(shifted)


# Loans and leaving


def bankrupt(privates: dict[str, str], others: bool = True) -> Table:
    """Ada has nothing but ATA, which cannot pay for the train that it needs."""
    table = Table(3).phase("6").sold_out("4H").start("ATA", "Ada", cash=20).lay("L12 78 5").cash(Ada=5)
    if others:
        table.start("RCS", "Bruno", at=68)
    return table.privates(**privates).operate("ATA", "trains")


@pytest.mark.clause("1849-R27")
def test_the_loan_is_offered_there_to_owners_of_private_companies_too() -> None:
    moves = written(bankrupt({"SCE": "Ada"}), ours.Bankrupt(), sicilian.TakeLoan())
    assert moves == [
        {"type": "bankrupt", "entity": "ATA"},
        {"type": "choose", "entity": "Ada", "choice": "Take L.500 loan"},
    ]


@pytest.mark.clause("1849-R27")
def test_only_who_leaves_with_private_companies_would_keep_them_there() -> None:
    told = refused(bankrupt({"SCE": "Ada"}), ours.Bankrupt(), sicilian.LeaveGame())
    assert told == "On the site Ada would keep private companies after leaving the game."
    assert written(bankrupt({"SCE": "Bruno"}), ours.Bankrupt(), sicilian.LeaveGame())[-1]["choice"] == "Leave game"


def test_where_no_corporation_is_left_there_is_no_loan_there() -> None:
    assert "no corporation is left" in refused(bankrupt({"SCE": "Bruno"}, others=False), ours.Bankrupt())


def half(pool: list[int]) -> dict[str, Any]:
    """Ada presides with 20 % over a corporation whose last certificate Bruno has."""
    return {"stock": {"Bruno": [20], "pool": pool}, "at": 68}


@pytest.mark.parametrize(("pool", "stops"), [([10] * 4, True), ([10] * 5, False)])
def test_a_bankruptcy_that_would_sell_half_a_certificate_there_stops(pool: list[int], stops: bool) -> None:
    table = bankrupt({"SCE": "Bruno"}).start("SFA", "Ada", **half(pool)).operate("ATA", "trains")
    assert ours.Bankrupt() in table.game.decision.choices
    if stops:
        assert "half of a president's certificate of Ada" in refused(table, ours.Bankrupt())
    else:
        assert written(table, ours.Bankrupt())[0]["type"] == "bankrupt"


# Who is asked in a stock round


def idle_president(pool: list[int]) -> Table:
    """Carla can buy; Ada, who presides over SFA with 20 %, and Bruno, who has its last certificate, have no money."""
    stock = {"Bruno": [20], "pool": pool}
    table = Table(3).phase("6").start("SFA", "Ada", stock=stock).cash(Ada=0, Bruno=0, Carla=500)
    table.start("CTL", "Carla", at=68)
    return table.stock_round("Carla")


@pytest.mark.parametrize(("pool", "asked"), [([10] * 4, True), ([10] * 5, False)])  # in five no half has room either
def test_a_pass_is_written_for_a_president_whom_only_the_site_asks(pool: list[int], asked: bool) -> None:
    moves = written(idle_president(pool), ours.BuyShare("CTL", "treasury"))
    assert ("Ada" in [move["entity"] for move in moves if move["type"] == "pass"]) == asked
    assert followed(idle_president(pool), moves) == [ours.BuyShare("CTL", "treasury")]


def closing(**cash: int) -> Table:
    """Ada has two shares of SFA, which stands at 27: one sold closes it."""
    table = Table(3).phase("6").start("SFA", "Bruno", at=(8, 0), stock={"Ada": [10, 10]}).cash(**cash)
    table.start("CTL", "Carla", at=68)
    return table.stock_round("Ada")


SALE = ours.SellShares("SFA", (10,))


def test_a_round_that_a_closing_sale_ends_stops_the_export() -> None:
    told = refused(closing(Ada=0, Bruno=0, Carla=0), SALE)
    assert told == (
        "The site does not end a stock round as it should whose last deal closed SFA, by a fault of its own."
    )


def test_so_does_one_in_which_all_others_pass_after_it() -> None:
    table = closing(Ada=0, Bruno=0, Carla=500)
    assert "whose last deal closed SFA" in refused(table, SALE, ours.Pass())


def test_a_deal_after_it_or_a_seller_who_goes_on_is_written() -> None:
    moves = written(closing(Ada=0, Bruno=0, Carla=500), SALE, ours.BuyShare("CTL", "treasury"), ours.Pass())
    assert [move["type"] for move in moves][:2] == ["sell_shares", "buy_shares"]
    table = closing(Ada=500, Bruno=0, Carla=0)
    assert [move["type"] for move in written(table, SALE, ours.Pass(), ours.Pass())][:3] == [
        "sell_shares",
        "pass",
        "pass",
    ]


# The earthquake


def before_the_quake() -> Table:
    """AFG, whose only token is in Messina, can pay for the 12H; ATA is next, with a 10H and money for more."""
    table = Table(4, runs_as_shown=True).phase("10").sold_out("10H").start("AFG", "Ada", at=100, cash=800, home="B14")
    table.start("ATA", "Bruno", at=68, cash=1200).trains("ATA", "10H")
    table.game.state.tokens = {**table.game.state.tokens, "ATA": 0}
    return table.operate("AFG", "trains")


QUAKE = ours.BuyTrain("12H", "bank", 800)


@pytest.mark.clause("1849-12.0.3")
def test_after_the_quake_that_closes_its_buyer_the_next_train_step_is_not_asked_there() -> None:
    table = before_the_quake()
    written(table, QUAKE, ours.Pass())
    assert (table.game.is_started("AFG"), table.step, table.turn.corporation) == (False, "trains", "ATA")
    moves = written(before_the_quake(), QUAKE, ours.Pass(), ours.Pass())
    assert [(move["type"], move["entity"]) for move in moves[:2]] == [("buy_train", "AFG"), ("pass", "ATA")]  # track
    without = written(before_the_quake().tokens("AFG", "H8").operate("AFG", "trains"), QUAKE, *[ours.Pass()] * 3)
    assert [move["entity"] for move in without].count("ATA") == [move["entity"] for move in moves].count("ATA") + 1


def test_a_train_that_it_buys_all_the_same_stops_the_export() -> None:
    table = before_the_quake()
    told = refused(table, QUAKE, ours.Pass(), ours.BuyTrain("16H", "bank", 1100))
    assert told == (
        "The earthquake has closed AFG in its own purchase, and then the site passes over the trains of ATA, by a fault"
        " of its own."
    )


@pytest.mark.parametrize(
    ("home", "lost", "stops"), [("B14", ("AFG",), True), ("H8", ("AFG",), False), ("B14", (), False)]
)
def test_a_token_of_a_corporation_whose_home_was_lost_is_not_for_sale_there(
    home: str, lost: tuple[str, ...], stops: bool
) -> None:
    table = Table(4, options=("buy_station_tokens",)).phase("12").lay("H12 653 1", "G13 58 1")
    table.start("AFG", "Ada", home="H12").tokens("AFG", "C1").start("ATA", "Ada", at=68, home="G13", cash=500)
    table.own_is(garibaldi_home=home, lost_tokens=lost).operate("ATA", "buy_token")
    purchase = sicilian.BuyToken("H12", "AFG", 10)
    assert table.game.why_not(purchase) is None
    if stops:
        assert "takes another token of AFG for its home" in refused(table, purchase)
    else:
        assert written(table, purchase)[0]["type"] == "buy_token"


# Readings of the site that a game was played by


@pytest.mark.clause("1849-R26")
def test_a_sale_that_closes_the_operating_corporation_is_written_for_a_game_of_the_site_alone() -> None:
    sale = ours.SellShares("CTL", (10,))
    assert "takes no money of its president" in refused(lowest(), sale)
    assert written(lowest("money_stays"), sale)[0]["type"] == "sell_shares"
    penniless = lowest(Ada=[10]).cash(Ada=0).operate("CTL", "trains")
    assert written(penniless, sale)[0]["type"] == "sell_shares"  # nothing to take with it, and no loan on either side


# What everybody is worth


def test_loans_and_bonds_go_below_nothing_there() -> None:
    table = Table(3, options=("bonds",)).phase("8").start("ATA", "Ada", at=68, stock={"Bruno": [10, 20]}, cash=0)
    table.own_is(bonds=("ATA",), loans=("Carla", "Carla")).cash(Ada=50, Bruno=200, Carla=10).privates(SMS="Ada")
    worth = {player: table.game.title.calendar.worth(table.game, player) for player in table.players}
    assert worth == {"Ada": 50, "Bruno": 200, "Carla": 0}
    assert {player: site_value(table.game, player) for player in table.players} == {
        "Ada": 50 + 2 * (68 - 100) + 110,
        "Bruno": 200 + 3 * (68 - 100),
        "Carla": 10 - 1500,
    }
