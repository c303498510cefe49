"""The digest: when it is a player's turn again, what happened since their last move, by matter, the hot first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.files import FileTrouble
from ferrovia.table.last_seen import MOST
from ferrovia.table.models import Mover
from ferrovia.table.move_facts import move_facts
from ferrovia.table.page.actors import told_between
from ferrovia.table.page.matters import Matter, Meanwhile, usual_matters
from ferrovia.table.page.scene import Scene

SHOWN = 8  # lines
ENOUGH = 3  # lines that are worth a digest where none of them is hot
ALL = "digest"  # in an address: every line is shown


@dataclass(frozen=True)
class Digest:
    """What is told of the moves of the others."""

    since: int  # the player's last move
    headline: str
    count: int  # moves
    others: tuple[str, ...]  # who made them
    first: datetime | None  # when; None where nobody knows
    last: datetime | None  # and None where it was in the same minute
    lines: tuple[Matter, ...]
    more: int  # lines that are not shown


def digest(scene: Scene) -> Digest | None:
    """None where nothing of note came, and for whoever has put it away."""
    if scene.mode != "now" or not scene.is_mine or scene.viewer is None:
        return None
    start = _start(scene)
    if start is None or start >= scene.number:
        return None
    key = ("digest", scene.viewer, scene.language, start, bool(scene.pick.get(ALL)))
    return scene.game.remembered(key, lambda: _digest(scene, start))


def _start(scene: Scene) -> int | None:
    """The last move that the viewer made themselves, or has been told of; what an order did for them is news."""
    look, number = scene.look, scene.number
    if look is None:
        return None
    first = max(0, min(look.digest, number), number - MOST)
    own = [place for place in range(first + 1, number + 1) if scene.moment.record.past_of(place).by in scene.players]
    if not own:
        return first
    facts = move_facts(scene.table.pk, own[0], own[-1])
    return max((place for place in own if _is_by_hand(facts.get(place))), default=first)


def _is_by_hand(fact: tuple[object, str] | None) -> bool:
    return fact is None or fact[1] == Mover.PERSON


def _digest(scene: Scene, start: int) -> Digest | None:
    told = told_between(scene.moment, start + 1, scene.number)
    try:
        then = scene.moment.at(start)
    except (LookupError, FileTrouble, Refusal):  # the file of an early release may not lead back
        return None
    assert scene.viewer is not None
    between = Meanwhile(scene, then, tuple(told), scene.viewer)
    found = sorted(
        (*usual_matters(between), *scene.face.matters(between)), key=lambda each: (not each.is_hot, each.rank)
    )
    if len(found) < ENOUGH and not any(each.is_hot for each in found):
        return None
    facts = move_facts(scene.table.pk, start + 1, scene.number)
    times = [made for made, _ in facts.values() if made is not None]
    shown = found if scene.pick.get(ALL) else found[:SHOWN]
    return Digest(
        start,
        _headline(scene, found),
        len(told),
        tuple(dict.fromkeys(move.by for move in told if move.by and move.by not in scene.players)),
        min(times, default=None),
        _later(times),
        tuple(shown),
        len(found) - len(shown),
    )


def _later(times: Sequence[datetime]) -> datetime | None:
    last = max(times, default=None)
    return last if last is not None and last - min(times) >= timedelta(minutes=1) else None


def _headline(scene: Scene, found: Sequence[Matter]) -> str:
    """The hottest one or two."""
    hot = list(dict.fromkeys(each.short for each in found if each.is_hot))
    if not hot:
        return scene.say("What the others did")
    if len(hot) == 1:
        return scene.say("{words:^}", words=hot[0])
    return scene.say("{first:^}, and {second}", first=hot[0], second=hot[1])
