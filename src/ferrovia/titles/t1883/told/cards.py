"""Sections 7 and 11, told: event cards."""

from __future__ import annotations

from typing import Any

from ferrovia.engine.flow.events import Event
from ferrovia.titles.t1883 import components


class CardDrawn(Event, frozen=True, tag="card_drawn"):
    """The holder of the priority drew an event card."""

    says = "{player} draws an event."

    player: str


class CardRevealed(Event, frozen=True, tag="card_revealed"):
    """An event card lies open, by its key in the sheet."""

    says = "Event: {card}."

    card: str

    def named(self) -> dict[str, Any]:
        return {"card": components.event_table(self.card)["name"]}


class Spared(Event, frozen=True, tag="spared"):
    """A president played political support against a strike."""

    says = "{corporation} is spared."

    corporation: str


class Struck(Event, frozen=True, tag="struck"):
    """A strike touches the run of a corporation."""

    says = "{corporation} suffers."

    corporation: str


class StrikeAbsorbed(Event, frozen=True, tag="strike_absorbed"):
    """A strike came while a worse one lasts."""

    says = "The strike has no effect while the hot autumn lasts."


class StrikeBroken(Event, frozen=True, tag="strike_broken"):
    """A general strike came in the round after the strike breaker."""

    says = "The strike breaker cancels the general strike."


class Accident(Event, frozen=True, tag="accident"):
    """A railroad accident lowers a price."""

    says = "An accident strikes {corporation}."

    corporation: str


class GoldGiven(Event, frozen=True, tag="gold_given"):
    """A player gave a part of their cash to the homeland."""

    says = "{player} gives {amount}."

    player: str
    amount: int


class TrainRequisitioned(Event, frozen=True, tag="train_requisitioned"):
    """The war effort took a train for half its price."""

    says = "{corporation} loses a {train} for {amount}."

    corporation: str
    train: str
    amount: int


class TrainTaken(Event, frozen=True, tag="train_taken"):
    """The occupation took the next train of the bank."""

    says = "A {train} is taken away."

    train: str


class SupportRolled(Event, frozen=True, tag="support_rolled"):
    """A player's die against the loss of political support."""

    says = "{player} rolls {rolled}."

    player: str
    rolled: int


class SupportLost(Event, frozen=True, tag="support_lost"):
    """The lowest roll cost a card."""

    says = "{player} loses a card of political support."

    player: str


class MoneySetAside(Event, frozen=True, tag="money_set_aside"):
    """An event took money out of the bank."""

    says = "The bank loses {amount}."

    amount: int


class MoneyPutBack(Event, frozen=True, tag="money_put_back"):
    """Money that an event had set aside is the bank's again."""

    says = "The bank gets {amount} back."

    amount: int


class Bombed(Event, frozen=True, tag="bombed"):
    """The dice named a hex for an air raid, built upon or not."""

    says = "{player} bombs hex {hex}."

    player: str
    hex: str


class TileLost(Event, frozen=True, tag="tile_lost"):
    """A bombed hex is as it was printed."""

    says = "The tile on {hex} is lost."

    hex: str


class TileFallen(Event, frozen=True, tag="tile_fallen"):
    """A bombed hex shows a tile of the colour below."""

    says = "The tile on {hex} falls back to {tile}."

    hex: str
    tile: str


EVENTS: tuple[type[Event], ...] = (
    CardDrawn,
    CardRevealed,
    Spared,
    Struck,
    StrikeAbsorbed,
    StrikeBroken,
    Accident,
    GoldGiven,
    TrainRequisitioned,
    TrainTaken,
    SupportRolled,
    SupportLost,
    MoneySetAside,
    MoneyPutBack,
    Bombed,
    TileLost,
    TileFallen,
)
