"""Who did what: moves in sentences, each under the corporation or the player it is about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import msgspec

from ferrovia.engine.flow.events import DividendReceived, Event
from ferrovia.engine.flow.game import Game
from ferrovia.sitting.moment import Moment, MoveEvents
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition


@dataclass(frozen=True)
class Actor:
    """Whoever a line is about: a corporation, or a player with the place of their seat."""

    corporation: str = ""
    player: str = ""
    place: int = 0
    is_you: bool = False

    @property
    def name(self) -> str:
        return self.corporation or self.player


@dataclass(frozen=True)
class Line:
    """One move as a line of a list."""

    number: int
    actor: Actor
    text: str
    state: str = ""  # here, later
    round: str = ""  # that begins with it


def actor(scene: Scene, name: str) -> Actor:
    """A corporation or a player under a name."""
    if name in scene.game.settings.players:
        return Actor(player=name, place=scene.mark(name), is_you=name in scene.players)
    return Actor(corporation=name)


def subject(scene: Scene, event: Event) -> str:
    """The corporation or player that an event is about: the first that it names."""
    companies, players = edition(scene).companies, scene.game.settings.players
    for value in msgspec.structs.astuple(event):
        if isinstance(value, str) and (value in companies or value in players):
            return value
    return ""


def about(scene: Scene, told: MoveEvents) -> str:
    """The corporation or player that a move is about; else the one who made it. To be paid is not to move."""
    events = [event for event in told.events or () if not isinstance(event, DividendReceived)]
    return next((found for event in events if (found := subject(scene, event))), told.by)


def told_between(moment: Moment, first: int, last: int) -> list[MoveEvents]:
    """What the moves from one number to another told, without a look at any other."""
    found = []
    for number in range(max(1, first), min(last, moment.number) + 1):
        events = moment.record.events_of(number)
        found.append(MoveEvents(number, moment.record.past_of(number).by, None if events is None else tuple(events)))
    return found


def text_of(scene: Scene, told: MoveEvents) -> str:
    return " ".join(scene.say(event) for event in told.events or ())


def lines(scene: Scene, moves: Iterable[MoveEvents], here: int, rounds: Mapping[int, str]) -> list[Line]:
    """Moves as lines; those after `here` are yet to come."""
    return [
        Line(
            each.number,
            actor(scene, about(scene, each)),
            text_of(scene, each) or scene.say("{player} does nothing more.", player=each.by),
            "here" if each.number == here else "later" if each.number > here else "",
            rounds.get(each.number, ""),
        )
        for each in moves
    ]


def hexes_of(scene: Scene, events: Iterable[Event]) -> list[str]:
    """The hexes that something happened on."""
    board = scene.title.box.board
    found = [getattr(event, "hex", "") for event in events]
    return list(dict.fromkeys(each for each in found if each in board.hexes))


def president_of(game: Game, corporation: str) -> str:
    return game.president(corporation) if game.is_started(corporation) else ""
