"""What is told when a corporation closes or merges, a player cannot pay, or the game is over."""

from __future__ import annotations

from typing import Any

from ferrovia.engine.flow.events.base import Event
from ferrovia.engine.flow.wording import paid_to


class CorporationClosed(Event, frozen=True, tag="corporation_closed"):
    """A corporation went out of business."""

    says = "{corporation} closes."

    corporation: str


class TreasuryReturned(Event, frozen=True, tag="treasury_returned"):
    """What a corporation had went back to the bank."""

    says = "{corporation} hands {amount:money} back to the bank."

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


class TreasuryInherited(Event, frozen=True, tag="treasury_inherited"):
    """What a merged corporation had is its heir's."""

    says = "{corporation} hands {amount:money} over to {heir}."

    corporation: str
    amount: int
    heir: str


class TrainInherited(Event, frozen=True, tag="train_inherited"):
    """A train of a merged corporation is its heir's."""

    says = "{heir} takes over the {train} of {corporation}."

    heir: str
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


class PlayerLeft(Event, frozen=True, tag="player_left"):
    """A player is out of the game."""

    says = "{player} leaves the game."

    player: str


class DebtPaid(Event, frozen=True, tag="debt_paid"):
    """A player paid what they owed."""

    says = "{player} pays {amount:money} {payee}."

    player: str
    amount: int
    payee: str

    def named(self) -> dict[str, Any]:
        return super().named() | {"payee": paid_to(self.payee)}


class BankBroken(Event, frozen=True, tag="bank_broken"):
    """The bank has run out; nothing that flows back undoes it."""

    says = "The bank has run out of money."


class GameOver(Event, frozen=True, tag="game_over"):
    """The game has ended, by a clause of its rules."""

    says = "The game is over: {why:term}."

    why: str
    clause: str


EVENTS: tuple[type[Event], ...] = (
    CorporationClosed,
    TreasuryReturned,
    TrainLost,
    TrainToPool,
    TreasuryInherited,
    TrainInherited,
    WentBankrupt,
    StockPooled,
    PlayerLeft,
    DebtPaid,
    BankBroken,
    GameOver,
)
