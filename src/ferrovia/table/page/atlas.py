"""The board as text: every hex with what lies on it, for those who cannot see the picture."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ferrovia.drawing.wording import Words
from ferrovia.engine.flow.actions import RunTrains
from ferrovia.formats.hexes import hex_words
from ferrovia.saying.names import in_order
from ferrovia.table.page.control import Control
from ferrovia.table.page.controls.traced import TracedParts, as_picks, is_tracing, names_trains, traced
from ferrovia.table.page.controls.typed_choice import WORDS, choices_of
from ferrovia.table.page.desk import desk
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition
from ferrovia.table.page.wording import told_once

_LATELY = 6  # moves that are told


@dataclass(frozen=True)
class Place:
    """A hex in words."""

    hex: str
    name: str
    lies: str  # the tile, or what is printed
    stops: tuple[str, ...]
    ways: tuple[str, ...]  # to which hexes track leads
    notes: tuple[str, ...]


@dataclass(frozen=True)
class InWords:
    """What is asked, without a picture."""

    question: str
    choices: tuple[tuple[int, str], ...]  # all, with the numbers by which they are typed
    control: Control[object] | None  # what was typed, as it is understood
    runs: Control[TracedParts] | None  # of every train, where trains run: as they are typed, or as they are offered
    news: tuple[str, ...]  # the last that was told


def told_in_words(scene: Scene) -> InWords:
    made = desk(scene)
    is_typed = bool(scene.pick.get(WORDS)) or names_trains(scene)
    choices = tuple(told_once(scene, enumerate(choices_of(scene), start=1)))
    events = [event for told in scene.moment.events_since(scene.number - _LATELY) for event in told.events or ()]
    news = tuple(scene.say(event) for event in events)
    return InWords(made.question, choices, made.control if is_typed else None, _runs(scene), news)


def _runs(scene: Scene) -> Control[TracedParts] | None:
    if not scene.is_mine or not scene.game.decision.lists_runs:
        return None
    offered = next((choice for choice in scene.choices if isinstance(choice, RunTrains)), None)
    if offered is not None and not is_tracing(scene):
        picks = as_picks(scene, scene.game.top.corporation_of(scene.game), offered)
        scene = replace(scene, pick={**scene.pick, **picks})
    return traced(scene)


def atlas(scene: Scene) -> list[Place]:
    return [_place(scene, hex_id) for hex_id in sorted(scene.title.box.board.hexes, key=in_order)]


def _place(scene: Scene, hex_id: str) -> Place:
    say, words = scene.say, hex_words(scene.game, hex_id)
    speak, hex = Words(edition(scene).voice), scene.title.box.board.hexes[hex_id]
    ground = [speak(hex.terrain)] if hex.terrain != "plain" else []
    return Place(
        hex_id,
        speak.place(hex),
        say(words.lies),
        tuple(say(stop) for stop in words.stops),
        tuple(scene.place(way) for way in words.ways),
        (*ground, *(say(note) for note in words.notes), *scene.face.told_of_hex(scene, hex_id)),
    )
