"""The supply: trains that are gone, rust or come next, what each phase brings, and the tiles that are left."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property

from ferrovia.drawing.edition import Edition
from ferrovia.drawing.trains import happenings
from ferrovia.drawing.wording import Words
from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.definitions import Phase
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import BANK, OUT
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition

_COLOURS = ("yellow", "green", "brown", "grey")


@dataclass(frozen=True)
class Car:
    """A class of train on the line of trains."""

    name: str
    state: str  # gone, sold, next, later
    words: str  # none for those that are sold out and will rust: that they do is what matters
    warning: str = ""  # with which train it rusts
    brings: str = ""  # what its first one brings about, where that is still to come
    reach: str = ""  # where its name does not tell it


@dataclass(frozen=True)
class PhaseRow:
    name: str
    starts_with: str
    tiles: tuple[tuple[str, str, str], ...]  # colour, its initial, its name
    rounds: int
    limit: str
    prices: str
    brings: str
    state: str  # past, now, ahead
    reach: str = ""  # of the train with which it begins, where its name does not tell it


@dataclass(frozen=True)
class TileLeft:
    name: str
    left: int
    words: str  # for those who cannot see it

    @property
    def is_endless(self) -> bool:
        return self.left < 0


@dataclass(frozen=True)
class TileGroup:
    colour: str
    name: str
    tiles: tuple[TileLeft, ...]


@dataclass(frozen=True, eq=False)
class LineOfTrains:
    """Every class of train that was ever in the game, and those in the pool: one for all who see a position."""

    gone: tuple[str, ...]
    cars: tuple[Car, ...]
    pool: tuple[tuple[str, int, int], ...]


class Supply:
    """What the bank still has."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._game: Game = scene.game
        self._edition: Edition = edition(scene)

    # Trains

    @property
    def line(self) -> LineOfTrains:
        key = ("line of trains", self.scene.language)
        return self._game.remembered(key, lambda: LineOfTrains(self.gone, self.cars, self.pool))

    @cached_property
    def gone(self) -> tuple[str, ...]:
        """Classes of which no train is in the game any more."""
        return tuple(car.name for car in self._cars if car.state == "gone")

    @cached_property
    def cars(self) -> tuple[Car, ...]:
        return tuple(car for car in self._cars if car.state != "gone")

    @cached_property
    def pool(self) -> tuple[tuple[str, int, int], ...]:
        """Trains in the pool: class, number, price."""
        trains = self._game.title.box.trains
        return tuple((name, count, trains[name].cost) for name, count in Counter(self._game.trains(POOL)).items())

    @cached_property
    def _cars(self) -> tuple[Car, ...]:
        seen = {train for trains in self._game.state.trains.values() for train in trains}
        return tuple(self._car(name) for name in self._game.title.box.trains if name in seen)

    def _car(self, name: str) -> Car:
        return replace(self._plain_car(name), reach=self.scene.face.train_reach(name))

    def _plain_car(self, name: str) -> Car:
        game, say = self._game, self.scene.say
        left = game.trains(BANK).count(name)
        if not any(name in trains for owner, trains in game.state.trains.items() if owner != OUT):
            return Car(name, "gone", say("gone"))
        rusts = self._rusts_with(name)
        warning = say("rusts with the first {train}", train=rusts) if rusts else ""
        if not left:
            return Car(name, "sold", "" if rusts else say("sold out, stays"), warning)
        price, is_next = game.title.box.trains[name].cost, name in game.title.trains.on_sale(game)
        if name in game.title.audit.endless_trains:
            words = say("on sale: {price:money}", price=price) if is_next else say("{price:money}", price=price)
        elif is_next:
            words = say("on sale: {n} left, {price:money}", n=left, price=price)
        else:
            words = say("{n}, {price:money}", n=left, price=price)
        return Car(name, "next" if is_next else "later", words, warning, self._brings(name))

    def _rusts_with(self, train: str) -> str:
        phases = list(self._game.title.box.phases.values())
        later = phases[phases.index(self._game.phase) + 1 :]
        return next((phase.starts_with for phase in later if train in phase.eliminates), "")

    def _brings(self, train: str) -> str:
        """What begins with the first train of a class, if it is still to be sold and the next one."""
        phases = list(self._game.title.box.phases.values())
        later = phases[phases.index(self._game.phase) + 1 :]
        phase = next((each for each in later if each.starts_with == train), None)
        if phase is None or phase is not later[0]:
            return ""
        begins = self.scene.say("phase {phase}", phase=phase.name)
        return ". ".join((begins, " ".join(self._happenings(phase)))).strip(". ")

    def _happenings(self, phase: Phase) -> list[str]:
        tables = self._edition.sheet("trains")["phase"]
        place = next(number for number, table in enumerate(tables) if table["name"] == phase.name)
        return happenings(tables[place], tables[place - 1] if place else None, self._edition)

    # Phases

    @cached_property
    def phases(self) -> tuple[PhaseRow, ...]:
        phases = list(self._game.title.box.phases.values())
        now = phases.index(self._game.phase)
        return tuple(
            self._phase(phase, "now" if place == now else "past" if place < now else "ahead")
            for place, phase in enumerate(phases)
        )

    def _phase(self, phase: Phase, state: str) -> PhaseRow:
        printed, words = self._edition, Words(self._edition.voice)
        return PhaseRow(
            name=phase.name,
            starts_with=phase.starts_with or printed.word("game_start"),
            tiles=tuple((colour, printed.word(f"initial_{colour}"), words(colour)) for colour in phase.tiles),
            rounds=phase.operating_rounds,
            limit=printed.word("no_limit") if phase.train_limit is None else str(phase.train_limit),
            prices=", ".join(map(str, phase.start_values)),
            brings=" ".join(self._happenings(phase)),
            state=state,
            reach=self.scene.face.train_reach(phase.starts_with) if phase.starts_with else "",
        )

    # Tiles

    @cached_property
    def tiles(self) -> tuple[TileGroup, ...]:
        tiles, say, words = self._game.title.box.board.tiles, self.scene.say, Words(self._edition.voice)
        by_colour: dict[str, list[TileLeft]] = {colour: [] for colour in _COLOURS}
        for name, left in self._game.state.supply.items():
            told = say("Tile {tile}: {n} left", tile=name, n=left) if left >= 0 else say("Tile {tile}", tile=name)
            by_colour.setdefault(tiles[name].face.colour, []).append(TileLeft(name, left, told))
        return tuple(TileGroup(colour, words(colour), tuple(found)) for colour, found in by_colour.items() if found)
