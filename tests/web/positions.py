"""Tables at real positions: games that computer players began, put on a table for a person to go on with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path

import msgspec

from ferrovia.bots.bot import chosen
from ferrovia.bots.play import bots_for
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.events import Event
from ferrovia.engine.flow.game import Game
from ferrovia.formats.save import Move, Record, load, plain_state
from ferrovia.table.models import MoveRow, Person, Seat, SeatKind, SeedDraw, Table
from ferrovia.table.page.scene import Scene
from ferrovia.table.storage import packed
from ferrovia.table.tables import TABLES
from ferrovia.titles.registry import title, title_of

OTHER_SEEDS = ("2", "3", "4", "5", "6")
GAMES = Path(__file__).resolve().parents[1] / "games"
LATE = 12  # decisions of a kind, from the end of a game
NAMES = ("Ada", "Bruno", "Carla", "Dora", "Elio", "Fosca")


class Walk:
    """A game of sensible players that goes on as far as anybody asks; every position on its way is kept."""

    def __init__(self, name: str, players: int, seed: str, options: tuple[str, ...]) -> None:
        settings = Settings(name, NAMES[:players], seed, options, salt="salt")
        self._game = Game(title(name), settings)
        self._bots = bots_for(["sensible"] * players, settings)
        self._record = Record.of(self._game, [self._game.hash()])
        self._states = [self._game.state]

    @classmethod
    def again(cls, record: Record, most: int | None = None) -> Walk:
        """A game that was played before, up to so many moves."""
        walk = cls.__new__(cls)
        walk._game = game = Game(title_of(record.settings), record.settings)
        walk._bots = {}
        walk._record = Record.of(game, [game.hash()])
        walk._states = [game.state]
        for action in record.actions[:most]:
            by = game.top.decider(game)
            walk._keep(action, by, game.apply(action))
        return walk

    @property
    def length(self) -> int:
        return len(self._states)

    def step(self, number: int) -> str:
        """What is asked after so many moves; empty at the end."""
        game = self.game(number)
        return "" if game.over else game.top.step(game)

    def _keep(self, action: Action, by: str, events: Sequence[Event]) -> None:
        state = plain_state(self._game)
        self._record = self._record.with_move(Move.of(action, by, events, self._record.state, state), state)
        self._states.append(self._game.state)

    def reaches(self, number: int) -> bool:
        """Whether the game has so many moves; they are played if need be."""
        while len(self._states) <= number and not self._game.over:
            game = self._game
            action, by = chosen(game, self._bots), game.top.decider(game)
            self._keep(action, by, game.apply(action))
        return number < len(self._states)

    def game(self, number: int) -> Game:
        """The game after so many moves, to look at."""
        return self._game.standing_at(self._states[number])

    def record(self, moves: int) -> Record:
        """The record after so many moves, or at the end."""
        number = moves if self.reaches(moves) else len(self._states) - 1
        return self._record.cut(number, plain_state(self.game(number)))


@lru_cache(maxsize=64)
def walk_of(name: str, players: int = 3, seed: str = "1", options: tuple[str, ...] = ()) -> Walk:
    return Walk(name, players, seed, options)


def played(name: str, players: int = 3, moves: int = 0, seed: str = "1", options: tuple[str, ...] = ()) -> Record:
    """A game of sensible players after so many moves, or at its end."""
    return walk_of(name, players, seed, options).record(moves)


def until(
    name: str,
    step: str,
    players: int = 3,
    seed: str = "1",
    after: int = 0,
    most: int = 1500,
    where: Callable[[Game], bool] = lambda game: True,
) -> Record:
    """The same game at its first decision of a step after so many moves; where it never comes to it, another one."""
    for tried in (seed, *OTHER_SEEDS):
        walk = walk_of(name, players, tried)
        for number in range(after, most):
            if not walk.reaches(number):
                break
            game = walk.game(number)
            if not game.over and game.top.step(game) == step and where(game):
                return walk.record(number)
    raise LookupError(f"{name} never came to {step}.")


@lru_cache(maxsize=8)
def stored_walk(name: str) -> Walk:
    """A stored game, played again."""
    return Walk.again(load(GAMES / f"{name}.json"))


@lru_cache(maxsize=8)
def stored_until(name: str, number: int) -> Record:
    """A stored game after so many moves, which are played again."""
    return Walk.again(load(GAMES / f"{name}.json"), number).record(number)


@lru_cache(maxsize=16)
def busiest(name: str, step: str) -> Record:
    """A stored game late, at that decision of a step which has the most choices: with the fullest panel."""
    walk = stored_walk(name)
    found = [number for number in range(walk.length) if walk.step(number) == step]
    return walk.record(max(found[-LATE:], key=lambda number: (len(walk.game(number).decision.choices), number)))


def laid_out(record: Record, person: Person | None = None) -> Table:
    """A table with this game on it; the person has the first seat, the others are open to anybody's name."""
    host = person or Person.objects.create(name=record.settings.players[0])
    table = Table.objects.create(
        title=record.settings.title,
        options=list(record.settings.options),
        host=host,
        settings=msgspec.json.encode(record.settings),
        commitment=record.commitment,
        start_hash=record.hashes[0],
        state=packed(record.state),
        number=len(record.actions),
        hash=record.hashes[-1],
        changes=len(record.actions) + 1,
    )
    if record.shared_seed is not None:
        shared = msgspec.json.encode(record.shared_seed)
        SeedDraw.objects.create(table=table, shared=shared, commitment=record.shared_seed.commitment)
    for place, player in enumerate(record.settings.players):
        Seat.objects.create(
            table=table, place=place, kind=SeatKind.PERSON, player=player, person=host if place == 0 else None
        )
    lines = record.past.lines
    MoveRow.objects.bulk_create(
        MoveRow(
            table=table,
            number=number,
            action=msgspec.json.encode(action),
            hash=record.hashes[number],
            past=lines[number - 1],
        )
        for number, action in enumerate(record.actions, 1)
    )
    return table


def scene_of(
    table: Table, *players: str, language: str = "en", theme: str = "light", pick: dict[str, str] | None = None
) -> Scene:
    """What one viewer sees of a table; without players, whoever must choose."""
    moment = TABLES.now(table)
    seats = players or (moment.game.top.decider(moment.game),)
    return Scene(table, moment, seats, language, theme, pick or {})
