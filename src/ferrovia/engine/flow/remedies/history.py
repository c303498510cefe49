"""What would have to come to pass first, as a phase, a train sold or a tile laid; or how it would have to be done."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from ferrovia.engine.finance.certificates import PRESIDENT
from ferrovia.engine.flow.actions import LayTile
from ferrovia.engine.flow.remedies.remedy import Case, Remedy
from ferrovia.engine.flow.state import BANK
from ferrovia.saying.message import Message


class FromPhase(Remedy, frozen=True, tag="from_phase"):
    """It is too early: the first phase that does not refuse it."""

    phase: str

    @property
    def message(self) -> Message:
        return Message("from phase {phase} on", phase=self.phase)

    def supposed(self, case: Case) -> Case:
        changed = case.changed()
        changed.game.enter_phase(self.phase)
        return changed


class TrainsSold(Remedy, frozen=True, tag="trains_sold"):
    """A train waits for its turn in the bank's line: so many are sold before it."""

    train: str
    count: int

    @property
    def message(self) -> Message:
        text = "once {count} {count:train has|trains have} left the bank before the first {train}"
        return Message(text, count=self.count, train=self.train)

    def supposed(self, case: Case) -> Case:
        changed = case.changed()
        game = changed.game
        sold: list[str] = []
        left: list[str] = []
        for train in case.game.trains(BANK):
            is_ahead = len(sold) < self.count and game.title.box.trains[train].in_line
            (sold if is_ahead else left).append(train)
        game.suppose_trains(BANK, left)
        phases = list(game.title.box.phases.values())
        begun = [place for place, phase in enumerate(phases) if phase.starts_with in sold]
        now = [phase.name for phase in phases].index(game.state.phase)
        game.enter_phase(phases[max([now, *begun])].name)
        return changed


class Operated(Remedy, frozen=True, tag="operated"):
    """A corporation has not completed an operating turn."""

    corporation: str

    @property
    def message(self) -> Message:
        return Message("once {corporation} has operated", corporation=self.corporation)

    def supposed(self, case: Case) -> Case:
        changed = case.changed()
        changed.game.note_operated(self.corporation)
        return changed


class Started(Remedy, frozen=True, tag="started"):
    """A corporation has no price yet; at which one it starts decides what its stock costs."""

    is_open_ended: ClassVar[bool] = True

    corporation: str

    @property
    def message(self) -> Message:
        return Message("once {corporation} has been started", corporation=self.corporation)

    def supposed(self, case: Case) -> Case:
        game = case.game
        if game.is_started(self.corporation) or not game.phase.start_values:
            return case
        changed, par = case.changed(), min(game.phase.start_values)
        decider = game.top.decider(game)
        changed.game.put_on_market(self.corporation, game.title.box.market.start_cell(par))
        changed.game.set_par(self.corporation, par)
        changed.game.hand_over(self.corporation, PRESIDENT, game.left_of(decider))
        return changed


class TileBack(Remedy, frozen=True, tag="tile_back"):
    """All of a tile are on the map: when one is replaced it can be laid again."""

    tile: str

    @property
    def message(self) -> Message:
        return Message("once a tile {tile} comes back from the map", tile=self.tile)

    def supposed(self, case: Case) -> Case:
        changed = case.changed()
        changed.game.suppose_supply(self.tile, case.game.state.supply[self.tile] + 1)
        return changed


class TileThere(Remedy, frozen=True, tag="tile_there"):
    """A hex must first get another tile: one that fits is known."""

    hex: str
    colour: str
    laid: tuple[tuple[str, int], ...]  # tiles and how they are turned, one on the other; others may do as well

    @property
    def message(self) -> Message:
        return Message("once a {colour:term} tile lies on {hex:place}", colour=self.colour, hex=self.hex)

    def supposed(self, case: Case) -> Case:
        changed = case.changed()
        for tile, rotation in self.laid:
            changed.game.place_tile(self.hex, tile, rotation)
        return changed


# What is done otherwise


class AtPrice(Remedy, frozen=True, tag="at_price"):
    """The same for another price: the nearest that is allowed, and how far it may go on from there."""

    price: int
    low: int
    high: int

    @property
    def message(self) -> Message:
        text = "for {low:money} to {high:money}" if self.low < self.high else "for {price:money}"
        return Message(text, price=self.price, low=self.low, high=self.high)

    def supposed(self, case: Case) -> Case:
        return case._replace(action=replace(case.action, price=self.price))


class Turned(Remedy, frozen=True, tag="turned"):
    """The same tile on the same hex, but turned."""

    rotations: tuple[int, ...]

    @property
    def message(self) -> Message:
        return Message("turned by {rotations:or}", rotations=self.rotations)

    def supposed(self, case: Case) -> Case:
        assert isinstance(case.action, LayTile)
        return case._replace(action=replace(case.action, rotation=self.rotations[0]))
