"""Sections 8 and 9: what is out of turn, out of date, malformed or absurd is refused, and changes nothing."""

from __future__ import annotations

from typing import Any

import pytest

from ferrovia.engine.flow.actions import (
    Action,
    Bid,
    BuyPrivate,
    BuyShare,
    ChooseHome,
    Exchange,
    Pass,
    Run,
    RunTrains,
    SellShares,
    Start,
)
from ferrovia.engine.flow.reading import read_action
from ferrovia.titles.t1849.title import TITLE
from tests.t1849.table import Table

HUGE = 10**30


def name(value: Any) -> str:
    """What a test is called after."""
    return getattr(value, "__name__", str(value))


def auction() -> Table:
    return Table()


def contest() -> Table:
    """Ada (115) must beat Bruno (120) for SMS."""
    table = Table()
    table.do(Bid("SMS", 115), Bid("SMS", 120), BuyPrivate("SCE", 20), BuyPrivate("SIGI", 45), BuyPrivate("CNM", 75))
    return table


def stock_round() -> Table:
    """Ada is president of RCS and has 10% of CTL, of which half a dozen more are in treasury and pool."""
    table = Table(order=("RCS", "CTL", "ATA", "IFT", "AFG", "SFA")).privates(SCE="Ada").cash(Ada=500)
    table.start("RCS", "Ada", stock={"Ada": [10]}).start("CTL", "Bruno", stock={"Ada": [10], "pool": [10]})
    return table.stock_round("Ada")


def exchange() -> Table:
    """Ada must choose between the last certificate and two regular ones."""
    table = Table().start("RCS", "Ada", stock={"Ada": [10, 10], "Bruno": [20, 10, 10]}).stock_round("Ada")
    table.do(SellShares("RCS", (10,)))
    return table


def home() -> Table:
    """Ada must choose the home of Garibaldi."""
    table = Table(order=("AFG", "CTL", "ATA", "IFT", "RCS", "SFA")).privates().stock_round("Ada")
    table.do(Start("AFG", 68))
    return table


POSITIONS = [auction, contest, stock_round, exchange, home]


# Out of turn, out of date


@pytest.mark.clause("1849-8.0.2", "1849-8.0.11", "1849-9.0.3", "1849-9.5.3", "1849-9.4.1.1")
@pytest.mark.parametrize(
    ("position", "clause"),
    [
        (auction, "1849-8.0.2"),
        (contest, "1849-8.0.11"),
        (stock_round, "1849-9.0.3"),
        (exchange, "1849-9.5.3"),
        (home, "1849-9.4.1.1"),
    ],
)
@pytest.mark.parametrize("by", ["Bruno", "Dora", "Zoe", "RCS", "bank", ""])
def test_only_the_player_to_move_moves(position: Any, clause: str, by: str) -> None:
    table = position()
    for action in table.game.decision.choices:
        table.may_not(action, clause, "It is for Ada to choose now", by=by)


@pytest.mark.parametrize("position", POSITIONS)
def test_an_action_meant_for_an_earlier_position_is_refused(position: Any) -> None:
    table = position()
    now = table.game.state.number
    for after in (now - 1, now + 1, -1, HUGE):
        for action in table.game.decision.choices:
            table.may_not(action, "stale", f"the game is at action {now}", after=after)
    table.game.apply(table.game.decision.choices[0], by="Ada", after=now)
    assert table.game.state.number == now + 1


def test_the_same_action_sent_twice_counts_once() -> None:
    table = auction()
    table.game.apply(Pass(), after=0)
    table.may_not(Pass(), "stale", after=0)
    assert table.decider == "Bruno"


# Malformed


@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("thing", [None, "pass", {"do": "pass"}, 7, Pass, Run("4H", ("C5",)), [Pass()]])
def test_what_is_no_action_is_refused(position: Any, thing: Any) -> None:
    position().may_not(thing, "malformed", "not an action")


@pytest.mark.parametrize(
    ("position", "action"),
    [
        (auction, Bid("SIGI", 50.0)),  # type: ignore[arg-type]
        (auction, Bid("SIGI", float("nan"))),  # type: ignore[arg-type]
        (auction, Bid("SIGI", float("inf"))),  # type: ignore[arg-type]
        (auction, Bid("SIGI", True)),
        (auction, Bid("SIGI", "50")),  # type: ignore[arg-type]
        (auction, Bid("SIGI", None)),  # type: ignore[arg-type]
        (auction, Bid(None, 50)),  # type: ignore[arg-type]
        (auction, Bid(["SIGI"], 50)),  # type: ignore[arg-type]
        (auction, BuyPrivate("SCE", 20.0)),  # type: ignore[arg-type]
        (auction, BuyPrivate(0, 20)),  # type: ignore[arg-type]
        (contest, Bid("SMS", 125.0)),  # type: ignore[arg-type]
        (contest, Bid("SMS", (125,))),  # type: ignore[arg-type]
        (stock_round, SellShares("CTL", [10])),  # type: ignore[arg-type]
        (stock_round, SellShares("CTL", 10)),  # type: ignore[arg-type]
        (stock_round, SellShares("CTL", (10.0,))),  # type: ignore[arg-type]
        (stock_round, SellShares("CTL", (True,))),
        (stock_round, SellShares("CTL", ("10",))),  # type: ignore[arg-type]
        (stock_round, SellShares("CTL", None)),  # type: ignore[arg-type]
        (stock_round, SellShares(b"CTL", (10,))),  # type: ignore[arg-type]
        (stock_round, SellShares("RCS", (10, 20))),  # largest first
        (stock_round, BuyShare("CTL", "bank")),  # type: ignore[arg-type]
        (stock_round, BuyShare("CTL", "")),  # type: ignore[arg-type]
        (stock_round, BuyShare("CTL", None)),  # type: ignore[arg-type]
        (stock_round, BuyShare(7, "pool")),  # type: ignore[arg-type]
        (stock_round, Start("ATA", 68.0)),  # type: ignore[arg-type]
        (stock_round, Start("ATA", False)),
        (stock_round, Start({"ATA": 1}, 68)),  # type: ignore[arg-type]
        (stock_round, RunTrains((Run(5, ("C5", "D4")),))),  # type: ignore[arg-type]
        (stock_round, RunTrains((Run("4H", ("C5", 4)),))),  # type: ignore[arg-type]
        (stock_round, RunTrains((Run("4H", ["C5", "D4"]),))),  # type: ignore[arg-type]
        (stock_round, RunTrains((Run("4H", ("C5", "D4")), Run(b"4H", ("D4", "C5"))))),  # type: ignore[arg-type]
        (exchange, Exchange([20])),  # type: ignore[arg-type]
        (exchange, Exchange((20.0,))),  # type: ignore[arg-type]
        (exchange, Exchange("last")),  # type: ignore[arg-type]
        (home, ChooseHome(None)),  # type: ignore[arg-type]
        (home, ChooseHome(("C1",))),  # type: ignore[arg-type]
    ],
    ids=name,
)
def test_values_of_a_wrong_type_are_refused(position: Any, action: Action) -> None:
    position().may_not(action, "malformed")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "pass",
        "null",
        "[]",
        "{}",
        '{"do": "teleport"}',
        '{"do": "bid", "private": "SIGI"}',
        '{"do": "bid", "private": "SIGI", "price": 50.5}',
        '{"do": "bid", "private": "SIGI", "price": true}',
        '{"do": "bid", "private": "SIGI", "price": "50"}',
        '{"do": "bid", "private": "SIGI", "price": 50, "tip": 5}',
        '{"do": "sell_shares", "corporation": "CTL", "certificates": 10}',
        '{"do": "buy_share", "corporation": "CTL", "source": "bank"}',
        b'{"do": "bid", "private": "\xff", "price": 50}',
    ],
)
def test_text_that_is_no_action_is_told_so(text: str | bytes) -> None:
    with pytest.raises(ValueError, match=r"^This is not an action: [^\n]*\.$"):
        read_action(TITLE, text)


def test_an_action_of_another_title_is_told_so() -> None:
    with pytest.raises(ValueError, match=r"^This is not an action: 1849 has none called build_line\.$"):
        read_action(TITLE, '{"do": "build_line", "route": ["A2"]}')


# Absurd


@pytest.mark.clause("1849-8.0.3", "1849-8.0.4", "1849-8.0.6", "1849-8.0.8", "1849-8.0.12")
@pytest.mark.parametrize(
    ("position", "action", "clause"),
    [
        (auction, Bid("SIGI", -50), "1849-8.0.6"),
        (auction, Bid("SIGI", 0), "1849-8.0.6"),
        (auction, Bid("SIGI", HUGE), "1849-8.0.8"),
        (auction, Bid("SIGI", -HUGE), "1849-8.0.6"),
        (auction, Bid("XYZ", 50), "1849-8.0.4"),
        (auction, Bid("", 50), "1849-8.0.4"),
        (auction, Bid("RCS", 200), "1849-8.0.4"),
        (auction, Bid("{offered}", 50), "1849-8.0.4"),
        (auction, BuyPrivate("SCE", 0), "1849-8.0.3"),
        (auction, BuyPrivate("SCE", -20), "1849-8.0.3"),
        (auction, BuyPrivate("SCE", HUGE), "1849-8.0.3"),
        (auction, BuyPrivate("XYZ", 20), "1849-8.0.3"),
        (auction, SellShares("RCS", (10,)), "1849-8.0.1"),
        (auction, Exchange((20,)), "1849-8.0.1"),
        (contest, Bid("SMS", -1), "1849-8.0.12"),
        (contest, Bid("SMS", HUGE), "1849-8.0.8"),
        (contest, Bid("XYZ", 130), "1849-8.0.11"),
        (contest, Start("RCS", 100), "1849-8.0.12"),
    ],
    ids=name,
)
def test_absurd_actions_in_the_auction(position: Any, action: Action, clause: str) -> None:
    position().may_not(action, clause)


@pytest.mark.clause("1849-9.0.1", "1849-9.4.1", "1849-9.4.2", "1849-9.6.1")
@pytest.mark.parametrize(
    ("action", "clause"),
    [
        (SellShares("CTL", ()), "1849-9.0.1"),
        (SellShares("CTL", (-10,)), "1849-9.0.1"),
        (SellShares("CTL", (0,)), "1849-9.0.1"),
        (SellShares("CTL", (10, 0)), "1849-9.0.1"),
        (SellShares("CTL", (20, -10)), "1849-9.0.1"),
        (SellShares("CTL", (10,) * 1000), "1849-9.0.1"),
        (SellShares("CTL", (HUGE,)), "1849-9.0.1"),
        (SellShares("CTL", (5, 5)), "1849-9.6.1"),
        (SellShares("CTL", (1,)), "1849-9.6.1"),
        (SellShares("RCS", (5,)), "1849-9.2.8"),
        (SellShares("RCS", (20,)), "1849-9.5.9"),
        (SellShares("SCE", (10,)), "1849-9.0.1"),
        (SellShares("XYZ", (10,)), "1849-9.0.1"),
        (SellShares("", (10,)), "1849-9.0.1"),
        (SellShares("Bruno", (10,)), "1849-9.0.1"),
        (SellShares("ATA", (10,)), "1849-9.4.1"),
        (BuyShare("XYZ", "treasury"), "1849-9.0.1"),
        (BuyShare("", "pool"), "1849-9.0.1"),
        (BuyShare("Ada", "pool"), "1849-9.0.1"),
        (BuyShare("{corporation}", "pool"), "1849-9.0.1"),
        (BuyShare("ATA", "treasury"), "1849-9.4.1"),
        (BuyShare("RCS", "pool"), "1849-9.3.2"),
        (BuyShare("CTL", "offer"), "1849-9.0.1"),
        (Start("XYZ", 68), "1849-9.4.1"),
        (Start("", 68), "1849-9.4.1"),
        (Start("CTL", 68), "1849-9.4.1"),
        (Start("ATA", 0), "1849-9.4.2"),
        (Start("ATA", -68), "1849-9.4.2"),
        (Start("ATA", HUGE), "1849-9.4.2"),
        (Bid("SCE", 50), "1849-9.0.1"),
        (BuyPrivate("SCE", 20), "1849-9.0.1"),
        (Exchange((20,)), "1849-9.0.1"),
        (ChooseHome("C1"), "1849-9.0.1"),
        (Action(), "1849-9.0.1"),
    ],
    ids=name,
)
def test_absurd_actions_in_a_stock_round(action: Action, clause: str) -> None:
    stock_round().may_not(action, clause)


@pytest.mark.clause("1849-9.0.1")
def test_stock_of_a_corporation_that_was_removed_is_not_in_the_game() -> None:
    table = Table(3).privates().stock_round("Ada")
    assert table.own.removed == "AFG"
    table.may_not(BuyShare("AFG", "treasury"), "1849-9.0.1", "AFG has no stock in this game.")
    table.may_not(Start("AFG", 68), "1849-9.4.1")
