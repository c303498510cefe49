"""Actions that only 1883 has: political support, concessions, anchors, coaches and the merger."""

from __future__ import annotations

from ferrovia.engine.flow.actions import (
    COMMON_ACTIONS,
    Action,
    Answer,
    DiscardTrain,
    IssueShares,
    PlaceToken,
    RunTrains,
)
from ferrovia.saying.message import term


class BuySupport(Action, frozen=True, tag="buy_support"):
    """Buy a card of political support."""

    deed = term("buy political support")


class BuyConcession(Action, frozen=True, tag="buy_concession"):
    """Buy a government concession for a corporation."""

    deed = term("buy a concession")

    concession: str
    corporation: str


class PlaceAnchor(Action, frozen=True, tag="place_anchor"):
    deed = term("place an anchor")

    hex: str


class PlaceCoach(Action, frozen=True, tag="place_coach"):
    deed = term("place a coach")

    hex: str


class Merge(Action, frozen=True, tag="merge"):
    """Propose to merge the operating corporation with its partner."""

    deed = term("propose the merger")


# What players do in this game.
ACTIONS: tuple[type[Action], ...] = (
    *COMMON_ACTIONS,
    PlaceToken,
    RunTrains,
    DiscardTrain,
    IssueShares,
    Answer,
    BuySupport,
    BuyConcession,
    PlaceAnchor,
    PlaceCoach,
    Merge,
)
