"""Sections 7 and 11, told: event cards."""

from __future__ import annotations

from typing import Any

from ferrovia.engine.flow.events import Event
from ferrovia.titles.t1883 import components


class CardDrawn(Event, frozen=True, tag="card_drawn"):
    """The holder of the priority drew an event card."""

    says = "{player} draws an event card."

    player: str


class CardRevealed(Event, frozen=True, tag="card_revealed"):
    """An event card lies open, by its key in the sheet."""

    card: str

    def sentence(self) -> str:
        if components.event_table(self.card)["name"].endswith("!"):
            return "Event: {card:term} {effect:term}"
        return "Event: {card:term}. {effect:term}"

    def named(self) -> dict[str, Any]:
        table = components.event_table(self.card)
        return {"card": table["name"], "effect": table["effect"]}


class Spared(Event, frozen=True, tag="spared"):
    """A president played political support against a strike."""

    says = "Political support spares {corporation}."

    corporation: str


class Struck(Event, frozen=True, tag="struck"):
    """A strike touches the run of a corporation."""

    says = "The run of {corporation} will suffer."

    corporation: str


class StrikeAbsorbed(Event, frozen=True, tag="strike_absorbed"):
    """A strike came while a worse one lasts."""

    says = "The strike has no effect while the hot autumn lasts."


class StrikeBroken(Event, frozen=True, tag="strike_broken"):
    """A general strike came in the round after the strike breaker."""

    says = "The strike breaker cancels the general strike."


class Accident(Event, frozen=True, tag="accident"):
    """A railroad accident lowers a price."""

    says = "An accident hits {corporation}."

    corporation: str


class GoldGiven(Event, frozen=True, tag="gold_given"):
    """A player gave a part of their cash to the homeland."""

    says = "{player} gives {amount:money} to the homeland."

    player: str
    amount: int


class TrainRequisitioned(Event, frozen=True, tag="train_requisitioned"):
    """The war effort took a train for half its price."""

    says = "{corporation} loses {train:a} to the war effort and receives {amount:money}."

    corporation: str
    train: str
    amount: int


class TrainTaken(Event, frozen=True, tag="train_taken"):
    """The occupation took the next train of the bank."""

    says = "The occupation takes {train:a} away."

    train: str


class SupportRolled(Event, frozen=True, tag="support_rolled"):
    """A player's die against the loss of political support."""

    says = "{player} rolls {rolled}."

    player: str
    rolled: int


class SupportLost(Event, frozen=True, tag="support_lost"):
    """The lowest roll cost a card."""

    says = "{player} loses a political support card."

    player: str


class MoneySetAside(Event, frozen=True, tag="money_set_aside"):
    """An event took money out of the bank."""

    says = "The bank sets {amount:money} aside."

    amount: int


class MoneyPutBack(Event, frozen=True, tag="money_put_back"):
    """Money that an event had set aside is the bank's again."""

    says = "The bank takes {amount:money} back."

    amount: int


class Bombed(Event, frozen=True, tag="bombed"):
    """The dice named a hex for an air raid, built upon or not."""

    says = "{player} rolls the dice: bombs fall on {hex}."

    player: str
    hex: str

    def named(self) -> dict[str, Any]:
        return super().named() | {"hex": components.place(self.hex)}


class TileLost(Event, frozen=True, tag="tile_lost"):
    """A bombed hex is as it was printed."""

    says = "The tile on {hex} is destroyed."

    hex: str

    def named(self) -> dict[str, Any]:
        return {"hex": components.place(self.hex)}


class TileFallen(Event, frozen=True, tag="tile_fallen"):
    """A bombed hex shows a tile of the colour below."""

    says = "Tile {tile} goes back on {hex}."

    hex: str
    tile: str

    def named(self) -> dict[str, Any]:
        return super().named() | {"hex": components.place(self.hex)}


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
