"""Actions: everything a player can do, as small values that read and write as JSON."""

from __future__ import annotations

from typing import Any, Literal

import msgspec


class Action(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """One move. Its kind is written as ``"do"``."""


class Pass(Action, frozen=True, tag="pass"):
    """Do nothing, or nothing more, in this turn or step."""


class Bid(Action, frozen=True, tag="bid"):
    private: str
    price: int


class BuyPrivate(Action, frozen=True, tag="buy_private"):
    """Take the private company on offer at its asking price, or buy one from a player for a corporation."""

    private: str
    price: int


class Start(Action, frozen=True, tag="start"):
    """Start a corporation: set its share value and take the president's certificate."""

    corporation: str
    price: int


class ChooseHome(Action, frozen=True, tag="choose_home"):
    hex: str


class BuyShare(Action, frozen=True, tag="buy_share"):
    """Buy the next certificate from a place: the corporation's treasury, or the bank pool."""

    corporation: str
    source: Literal["treasury", "pool", "offer"]


class SellShares(Action, frozen=True, tag="sell_shares"):
    """Sell certificates of one corporation together, given by their sizes in per cent."""

    corporation: str
    certificates: tuple[int, ...]


class Exchange(Action, frozen=True, tag="exchange"):
    """What the outgoing president takes for the president's certificate."""

    certificates: tuple[int, ...]


class LayTile(Action, frozen=True, tag="lay_tile"):
    hex: str
    tile: str
    rotation: int


class PlaceToken(Action, frozen=True, tag="place_token"):
    hex: str
    city: int = 0


class Run(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One train's route, hex by hex."""

    train: str
    hexes: tuple[str, ...]


class RunTrains(Action, frozen=True, tag="run_trains"):
    routes: tuple[Run, ...]


class Dividend(Action, frozen=True, tag="dividend"):
    choice: Literal["pay", "withhold", "half", "loot"]


class BuyTrain(Action, frozen=True, tag="buy_train"):
    """Buy a train from the bank, the bank pool (`source` "bank", "pool") or another corporation."""

    train: str
    source: str
    price: int


class DiscardTrain(Action, frozen=True, tag="discard_train"):
    train: str


class IssueShares(Action, frozen=True, tag="issue_shares"):
    """Move that many certificates from the treasury to the bank pool, in stack order."""

    count: int


class RedeemShare(Action, frozen=True, tag="redeem_share"):
    """Buy one own certificate back from the bank pool."""


class UsePrivate(Action, frozen=True, tag="use_private"):
    """Use the power of a private company that the corporation owns."""

    private: str
    hex: str = ""


class Accept(Action, frozen=True, tag="accept"):
    """Agree to the offer on the table."""


class Decline(Action, frozen=True, tag="decline"):
    """Refuse the offer on the table."""


class Bankrupt(Action, frozen=True, tag="bankrupt"):
    """Nothing is left to sell and the train cannot be paid: the corporation closes."""


class TakeLoan(Action, frozen=True, tag="take_loan"):
    """Stay in the game on the bank's money."""


class LeaveGame(Action, frozen=True, tag="leave_game"):
    """Leave the game."""


class Answer(Action, frozen=True, tag="answer"):
    """Answer a question that an event, a card or a procedure asks."""

    choice: str


class BuySupport(Action, frozen=True, tag="buy_support"):
    """Buy a card of political support."""


class BuyConcession(Action, frozen=True, tag="buy_concession"):
    """Buy a government concession for a corporation."""

    concession: str
    corporation: str


class PlaceAnchor(Action, frozen=True, tag="place_anchor"):
    hex: str


class PlaceCoach(Action, frozen=True, tag="place_coach"):
    hex: str


class PutUp(Action, frozen=True, tag="put_up"):
    """Put something up for auction."""

    lot: str


class TakeConcession(Action, frozen=True, tag="take_concession"):
    """Take the concession of a corporation, and start it at a share value where it has none yet."""

    corporation: str
    price: int = 0
    at_half: bool = False  # with the card that halves the deposit


class BuildLine(Action, frozen=True, tag="build_line"):
    """Place a token at the end of a line, which is paid border by border."""

    route: tuple[str, ...]  # hex by hex, from a token of the corporation to where the new one goes
    card: str = ""  # whose power opens the space


class OfferPrivate(Action, frozen=True, tag="offer_private"):
    """Offer a card of one's own to another player."""

    private: str
    to: str
    price: int


class Acquire(Action, frozen=True, tag="acquire"):
    """Take a company over for the operating corporation, at the price the rules set."""

    company: str


class Merge(Action, frozen=True, tag="merge"):
    """Propose to merge the operating corporation with its partner."""


class BuyToken(Action, frozen=True, tag="buy_token"):
    """Offer another corporation money for the space of its station token in a city."""

    hex: str
    seller: str
    price: int


class BuyEToken(Action, frozen=True, tag="buy_e_token"):
    """Buy the right to own electric trains."""


class IssueBond(Action, frozen=True, tag="issue_bond"):
    """Borrow the value of the corporation's bond."""


class RepayBond(Action, frozen=True, tag="repay_bond"):
    """Pay the value of the bond back."""


AnyAction = (
    Answer
    | BuySupport
    | BuyConcession
    | PlaceAnchor
    | PlaceCoach
    | Merge
    | PutUp
    | TakeConcession
    | BuildLine
    | OfferPrivate
    | Acquire
    | BuyToken
    | BuyEToken
    | IssueBond
    | RepayBond
    | Pass
    | Bid
    | BuyPrivate
    | Start
    | ChooseHome
    | BuyShare
    | SellShares
    | Exchange
    | LayTile
    | PlaceToken
    | RunTrains
    | Dividend
    | BuyTrain
    | DiscardTrain
    | IssueShares
    | RedeemShare
    | UsePrivate
    | Accept
    | Decline
    | Bankrupt
    | TakeLoan
    | LeaveGame
)

_decoder = msgspec.json.Decoder(AnyAction)


def read_action(text: str | bytes) -> Action:
    """An action from its JSON; raises `ValueError` with the place of what is wrong."""
    try:
        action: Action = _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"This is not an action: {error}.") from error
    return action


def as_action(value: Any) -> Action:
    """An action from plain data as a save file holds it."""
    try:
        action: Action = msgspec.convert(value, AnyAction)
    except msgspec.ValidationError as error:
        raise ValueError(f"This is not an action: {error}.") from error
    return action
