"""Events: what happened, one thing each, as a kind with typed fields; tallies, charts and the log read them.

An event is told once, by the verb or the rule that brings it about. Its sentence is for people and may change; code
asks for the kind and the fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import msgspec

from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.state import BANK


class Event(msgspec.Struct, frozen=True, tag_field="event", forbid_unknown_fields=True):
    """Something that has happened. Its kind is written as ``"event"``."""

    says: ClassVar[str] = ""  # the sentence, with the fields by name

    def sentence(self) -> str:
        """The sentence with the names of its fields; overridden where it depends on them."""
        return self.says

    def named(self) -> dict[str, Any]:
        """The fields as the sentence names them."""
        return msgspec.structs.asdict(self)

    def __str__(self) -> str:
        return self.sentence().format(**self.named())


class Happening(msgspec.Struct, frozen=True):
    """What is worth counting over many games: events of a kind, with certain fields, or from the second time on."""

    kind: type[Event]
    where: Mapping[str, Any] = {}  # what its fields must hold
    again: str = ""  # the field by which it has happened before: only what happens once more is counted

    def is_told_by(self, event: Event) -> bool:
        return type(event) is self.kind and all(getattr(event, field) == held for field, held in self.where.items())


class PrivateBought(Event, frozen=True, tag="private_bought"):
    """A private company was bought at its asking price."""

    says = "{player} buys {private} for {price}."

    player: str
    private: str
    price: int


class BidMade(Event, frozen=True, tag="bid_made"):
    """Money was set aside for a private company."""

    says = "{player} bids {price} on {private}."

    player: str
    private: str
    price: int


class BiddingLeft(Event, frozen=True, tag="bidding_left"):
    """A player bids no higher."""

    says = "{player} drops out of the bidding for {private}."

    player: str
    private: str


class PrivateAwarded(Event, frozen=True, tag="private_awarded"):
    """A private company went to its bidder."""

    says = "{player} gets {private} for {price}."

    player: str
    private: str
    price: int


class PrivateMarkedDown(Event, frozen=True, tag="private_marked_down"):
    """Nobody wanted a private company at its price."""

    says = "{private} is now offered at {price}."

    private: str
    price: int


class PrivateForced(Event, frozen=True, tag="private_forced"):
    """Nobody wanted a private company at any price."""

    says = "{player} must take {private} for nothing."

    player: str
    private: str


class PrivateRevenue(Event, frozen=True, tag="private_revenue"):
    """A private company paid its owner."""

    says = "{owner} receives {amount} from {private}."

    owner: str
    amount: int
    private: str


class PrivateClosed(Event, frozen=True, tag="private_closed"):
    """A private company left the game."""

    says = "{private} closes."

    private: str


class StockRoundBegins(Event, frozen=True, tag="stock_round_begins"):
    """A stock round has begun."""

    says = "Stock round {turn} begins."

    turn: int


class OperatingRoundBegins(Event, frozen=True, tag="operating_round_begins"):
    """An operating round has begun."""

    says = "Operating round {turn}.{number} begins."

    turn: int
    number: int


class PriorityHeld(Event, frozen=True, tag="priority_held"):
    """Who begins the next stock round."""

    says = "{player} has the priority."

    player: str


class Started(Event, frozen=True, tag="started"):
    """A corporation has a president and a par."""

    says = "{player} starts {corporation} at {price}."

    player: str
    corporation: str
    price: int


class Floated(Event, frozen=True, tag="floated"):
    """Enough of a corporation is sold: the bank pays its capital, and it will operate."""

    says = "{corporation} floats with a capital of {amount}."

    corporation: str
    amount: int


class CorporationClosed(Event, frozen=True, tag="corporation_closed"):
    """A corporation went out of business."""

    says = "{corporation} closes."

    corporation: str


class TreasuryReturned(Event, frozen=True, tag="treasury_returned"):
    """What a corporation had went back to the bank."""

    says = "{corporation} hands {amount} back to the bank."

    corporation: str
    amount: int


class TrainLost(Event, frozen=True, tag="train_lost"):
    """A train left the game with its corporation."""

    says = "The {train} of {corporation} leaves the game."

    train: str
    corporation: str


class TrainToPool(Event, frozen=True, tag="train_to_pool"):
    """A train of a corporation that is no more came to the pool."""

    says = "The {train} of {corporation} goes to the bank pool."

    train: str
    corporation: str


class WentBankrupt(Event, frozen=True, tag="went_bankrupt"):
    """A player cannot pay."""

    says = "{player} is bankrupt."

    player: str


class StockPooled(Event, frozen=True, tag="stock_pooled"):
    """A player has lost all stock."""

    says = "All stock of {player} goes to the bank pool."

    player: str


class HomeTaken(Event, frozen=True, tag="home_taken"):
    """A corporation put its first token on the map."""

    says = "{corporation} makes {hex} its home."

    corporation: str
    hex: str


class TreasuryFilled(Event, frozen=True, tag="treasury_filled"):
    """The bank paid a corporation's capital."""

    says = "{corporation} receives {amount} from the bank."

    corporation: str
    amount: int


class TreasuryInherited(Event, frozen=True, tag="treasury_inherited"):
    """What a merged corporation had is its heir's."""

    says = "{corporation} hands {amount} over to {heir}."

    corporation: str
    amount: int
    heir: str


class TrainInherited(Event, frozen=True, tag="train_inherited"):
    """A train of a merged corporation is its heir's."""

    says = "{heir} takes over the {train} of {corporation}."

    heir: str
    train: str
    corporation: str


class PlayerLeft(Event, frozen=True, tag="player_left"):
    """A player is out of the game."""

    says = "{player} leaves the game."

    player: str


class Passed(Event, frozen=True, tag="passed"):
    """A player did nothing in their turn."""

    says = "{player} passes."

    player: str


class DebtPaid(Event, frozen=True, tag="debt_paid"):
    """A player paid what they owed."""

    says = "{player} pays {amount} to {payee}."

    player: str
    amount: int
    payee: str

    def named(self) -> dict[str, Any]:
        return super().named() | {"payee": "the bank" if self.payee == BANK else self.payee}


class GameOver(Event, frozen=True, tag="game_over"):
    """The game has ended, by a clause of its rules."""

    says = "The game is over: {why}."

    why: str
    clause: str


class BankBroken(Event, frozen=True, tag="bank_broken"):
    """The bank has run out; nothing that flows back undoes it."""

    says = "The bank has run out of money."


class PriceMoved(Event, frozen=True, tag="price_moved"):
    """A token has come to another space of the market."""

    says = "{corporation} moves from {before} to {after}."

    corporation: str
    before: int
    after: int


class TurnBegins(Event, frozen=True, tag="turn_begins"):
    """A corporation has its operating turn."""

    says = "{corporation} operates."

    corporation: str


class PhaseBegins(Event, frozen=True, tag="phase_begins"):
    """The first train of a class was sold."""

    says = "Phase {phase} begins."

    phase: str


class TrainsEliminated(Event, frozen=True, tag="trains_eliminated"):
    """A class of trains is too old."""

    says = "All {train} trains leave the game."

    train: str


class TrainGivenUp(Event, frozen=True, tag="train_given_up"):
    """A train over the limit went to the pool."""

    says = "{corporation} gives its {train} to the bank pool."

    corporation: str
    train: str


class StockSold(Event, frozen=True, tag="stock_sold"):
    """Certificates went to the pool."""

    says = "{seller} sells {percent}% of {corporation} for {amount}."

    seller: str
    percent: int
    corporation: str
    amount: int


class StockBought(Event, frozen=True, tag="stock_bought"):
    """A certificate found a new holder."""

    says = "{buyer} buys {percent}% of {corporation} from the {source} for {cost}."

    buyer: str
    percent: int
    corporation: str
    source: str
    cost: int
    payee: str


class PresidentChanged(Event, frozen=True, tag="president_changed"):
    """The president's certificate changed hands."""

    says = "{heir} becomes president of {corporation}."

    heir: str
    corporation: str


class StockIssued(Event, frozen=True, tag="stock_issued"):
    """Treasury stock went to the pool."""

    says = "{corporation} issues {percent}% of its stock for {amount}."

    corporation: str
    percent: int
    amount: int


class StockRedeemed(Event, frozen=True, tag="stock_redeemed"):
    """Stock of the pool came back to the treasury."""

    says = "{corporation} buys back {percent}% of its stock for {cost}."

    corporation: str
    percent: int
    cost: int


class TileLaid(Event, frozen=True, tag="tile_laid"):
    """A tile was laid or replaced."""

    says = "{corporation} lays tile {tile} on {hex} for {cost}."

    corporation: str
    tile: str
    hex: str
    cost: int


class TokenPlaced(Event, frozen=True, tag="token_placed"):
    """A station token came to the map."""

    says = "{corporation} places a token on {hex} for {cost}."

    corporation: str
    hex: str
    cost: int


class RouteRun(Event, frozen=True, tag="route_run"):
    """One train showed its route."""

    says = "The {train} runs {hexes}."

    train: str
    hexes: str


class RouteCounted(Event, frozen=True, tag="route_counted"):
    """How the length of a route was counted."""

    says = "The {train} runs {length}: {counted}."

    train: str
    length: int
    counted: str


class Ran(Event, frozen=True, tag="ran"):
    """All trains of a corporation have run."""

    says = "{corporation} runs for {revenue}."

    corporation: str
    revenue: int


class DidNotRun(Event, frozen=True, tag="did_not_run"):
    """A corporation had no run to make."""

    says = "{corporation} does not run."

    corporation: str


class DividendReceived(Event, frozen=True, tag="dividend_received"):
    """A part of a dividend was paid."""

    says = "{holder} receives {amount}."

    holder: str
    amount: int


class EarningsKept(Event, frozen=True, tag="earnings_kept"):
    """A run went into the treasury."""

    says = "{corporation} keeps {revenue}."

    corporation: str
    revenue: int


class TrainBought(Event, frozen=True, tag="train_bought"):
    """A train was bought from bank or pool."""

    says = "{buyer} buys a {train} from the {source} for {price}."

    buyer: str
    train: str
    source: str
    price: int

    def named(self) -> dict[str, Any]:
        return super().named() | {"source": "bank pool" if self.source == POOL else self.source}


class PresidentAdded(Event, frozen=True, tag="president_added"):
    """A president paid for a train out of their own purse."""

    says = "{president} adds {amount}."

    president: str
    amount: int
    corporation: str


class Offered(Event, frozen=True):
    """A deal between two owners: a train, a private company or the space of a token (`name` is its hex)."""

    thing: Literal["train", "private", "token"]
    name: str
    buyer: str
    seller: str
    price: int


class OfferMade(Offered, frozen=True, tag="offer_made"):
    """A deal waits for the consent of the other side."""

    def sentence(self) -> str:
        if self.thing == "token":
            return "{buyer} offers {seller} {price} for its token on {name}."
        return "{buyer} offers {seller} {price} for {name}."


class OfferDeclined(Offered, frozen=True, tag="offer_declined"):
    """The other side did not agree."""

    def sentence(self) -> str:
        if self.thing == "token":
            return "{seller} declines {price} for its token on {name}."
        return "{seller} declines {price} for {name}."


class DealMade(Offered, frozen=True, tag="deal_made"):
    """Money and thing have changed hands."""

    def sentence(self) -> str:
        match self.thing:
            case "train":
                return "{buyer} buys a {name} from {seller} for {price}."
            case "private":
                return "{buyer} buys {name} from {seller} for {price}."
        return "{buyer} buys the space of {seller}'s token on {name} for {price}."


COMMON_EVENTS: tuple[type[Event], ...] = (
    PrivateBought,
    BidMade,
    BiddingLeft,
    PrivateAwarded,
    PrivateMarkedDown,
    PrivateForced,
    PrivateRevenue,
    PrivateClosed,
    Passed,
    StockRoundBegins,
    OperatingRoundBegins,
    PriorityHeld,
    Started,
    Floated,
    CorporationClosed,
    TreasuryReturned,
    TrainLost,
    TrainToPool,
    WentBankrupt,
    StockPooled,
    HomeTaken,
    TreasuryFilled,
    TreasuryInherited,
    TrainInherited,
    PlayerLeft,
    DebtPaid,
    GameOver,
    BankBroken,
    PriceMoved,
    TurnBegins,
    PhaseBegins,
    TrainsEliminated,
    TrainGivenUp,
    StockSold,
    StockBought,
    PresidentChanged,
    StockIssued,
    StockRedeemed,
    TileLaid,
    TokenPlaced,
    RouteRun,
    RouteCounted,
    Ran,
    DidNotRun,
    DividendReceived,
    EarningsKept,
    TrainBought,
    PresidentAdded,
    OfferMade,
    OfferDeclined,
    DealMade,
)
