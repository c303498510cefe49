"""Actions that only 1849 has: loans and leaving, and those of its variants."""

from __future__ import annotations

from ferrovia.engine.flow.actions import (
    COMMON_ACTIONS,
    Action,
    ChooseHome,
    DiscardTrain,
    Exchange,
    IssueShares,
    PlaceToken,
    RedeemShare,
    RunTrains,
)
from ferrovia.saying.message import term


class TakeLoan(Action, frozen=True, tag="take_loan"):
    """Stay in the game on the bank's money."""

    deed = term("take a loan")


class LeaveGame(Action, frozen=True, tag="leave_game"):
    """Leave the game."""

    deed = term("leave the game")


class BuyToken(Action, frozen=True, tag="buy_token"):
    """Offer another corporation money for the space of its station token in a city."""

    deed = term("buy a token's space")

    hex: str
    seller: str
    price: int


class BuyEToken(Action, frozen=True, tag="buy_e_token"):
    """Buy the right to own electric trains."""

    deed = term("buy an E token")


class IssueBond(Action, frozen=True, tag="issue_bond"):
    """Borrow the value of the corporation's bond."""

    deed = term("issue the bond")


class RepayBond(Action, frozen=True, tag="repay_bond"):
    """Pay the value of the bond back."""

    deed = term("repay the bond")


# What players do in this game.
ACTIONS: tuple[type[Action], ...] = (
    *COMMON_ACTIONS,
    ChooseHome,
    Exchange,
    PlaceToken,
    RunTrains,
    DiscardTrain,
    IssueShares,
    RedeemShare,
    TakeLoan,
    LeaveGame,
    BuyToken,
    BuyEToken,
    IssueBond,
    RepayBond,
)
