"""Actions: what players can do in every 18xx, as small values that read and write as JSON. Titles add their own."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from ferrovia.saying.message import term


class Action(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """One move. Its kind is written as ``"do"``."""

    deed: ClassVar[str] = term("do that")  # what players do by it, as a verb


class Pass(Action, frozen=True, tag="pass"):
    """Do nothing, or nothing more, in this turn or step."""

    deed = term("pass")


class Bid(Action, frozen=True, tag="bid"):
    deed = term("bid")

    private: str
    price: int


class BuyPrivate(Action, frozen=True, tag="buy_private"):
    """Take the private company on offer at its asking price, or buy one from a player for a corporation."""

    deed = term("buy a private company")

    private: str
    price: int


class Start(Action, frozen=True, tag="start"):
    """Start a corporation: set its share value and take the president's certificate."""

    deed = term("start a corporation")

    corporation: str
    price: int


class ChooseHome(Action, frozen=True, tag="choose_home"):
    deed = term("choose a home")

    hex: str


class BuyShare(Action, frozen=True, tag="buy_share"):
    """Buy the next certificate from a place: the corporation's treasury, or the bank pool."""

    deed = term("buy stock")

    corporation: str
    source: Literal["treasury", "pool", "offer"]


class SellShares(Action, frozen=True, tag="sell_shares"):
    """Sell certificates of one corporation together, given by their sizes in per cent."""

    deed = term("sell stock")

    corporation: str
    certificates: tuple[int, ...]


class Exchange(Action, frozen=True, tag="exchange"):
    """What the outgoing president takes for the president's certificate."""

    deed = term("exchange the president's certificate")

    certificates: tuple[int, ...]


class LayTile(Action, frozen=True, tag="lay_tile"):
    deed = term("lay a tile")

    hex: str
    tile: str
    rotation: int


class PlaceToken(Action, frozen=True, tag="place_token"):
    deed = term("place a token")

    hex: str
    city: int = 0


class Run(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One train's route, hex by hex."""

    train: str
    hexes: tuple[str, ...]


class RunTrains(Action, frozen=True, tag="run_trains"):
    deed = term("run trains")

    routes: tuple[Run, ...]


class Dividend(Action, frozen=True, tag="dividend"):
    deed = term("decide on a dividend")

    choice: Literal["pay", "withhold", "half", "loot"]


class BuyTrain(Action, frozen=True, tag="buy_train"):
    """Buy a train from the bank, the bank pool (`source` "bank", "pool") or another corporation."""

    deed = term("buy a train")

    train: str
    source: str
    price: int


class DiscardTrain(Action, frozen=True, tag="discard_train"):
    deed = term("give up a train")

    train: str


class IssueShares(Action, frozen=True, tag="issue_shares"):
    """Move that many certificates from the treasury to the bank pool, in stack order."""

    deed = term("issue stock")

    count: int


class RedeemShare(Action, frozen=True, tag="redeem_share"):
    """Buy one own certificate back from the bank pool."""

    deed = term("buy stock back")


class UsePrivate(Action, frozen=True, tag="use_private"):
    """Use the power of a private company that the corporation owns."""

    deed = term("use a private company")

    private: str
    hex: str = ""


class Accept(Action, frozen=True, tag="accept"):
    """Agree to the offer on the table."""

    deed = term("accept an offer")


class Decline(Action, frozen=True, tag="decline"):
    """Refuse the offer on the table."""

    deed = term("decline an offer")


class Bankrupt(Action, frozen=True, tag="bankrupt"):
    """Nothing is left to sell and the train cannot be paid: the corporation closes."""

    deed = term("give up")


class Answer(Action, frozen=True, tag="answer"):
    """Answer a question that an event, a card or a procedure asks."""

    deed = term("answer a question")

    choice: str


COMMON_ACTIONS: tuple[type[Action], ...] = (
    Pass,
    Accept,
    Decline,
    Bid,
    BuyPrivate,
    UsePrivate,
    Start,
    BuyShare,
    SellShares,
    LayTile,
    Dividend,
    BuyTrain,
    Bankrupt,
)

# What players do in an 18xx with nothing out of the ordinary.
USUAL_ACTIONS: tuple[type[Action], ...] = (
    *(kind for kind in COMMON_ACTIONS if kind is not UsePrivate),
    PlaceToken,
    RunTrains,
    DiscardTrain,
)
