"""Tracing: a way that somebody shows hex by hex, by clicking or typing, and where its track leads on.

Whether a way is legal is for the engine to say; here is only read where it has come to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout, Segment
from ferrovia.engine.board.runners import plain_stop
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition

Trail = tuple[str, ...]  # hexes, one after the other
Stretches = Callable[[StopId], Iterable[Segment]]  # the track from a stop to the next ones

_BETWEEN = re.compile(r"\s*(?:[-–,;>→]|\s)\s*")
LONGEST = 80  # hexes; no board has a longer way


def read_trail(scene: Scene, text: str) -> Trail:
    """Hexes as somebody types them, by number or by name; what is no hex stays as it was typed."""
    known = {hex_id.casefold(): hex_id for hex_id in scene.title.box.board.hexes}
    named = {name.casefold(): hex_id for hex_id, name in edition(scene).places.items() if name}

    def found(word: str) -> str:
        if word in scene.title.box.board.hexes:
            return word
        return known.get(word.casefold()) or named.get(word.casefold()) or word

    text = text.strip()
    rough = [part.strip() for part in re.split(r"[-–,;>→]", text) if part.strip()]
    if len(rough) > 1 and all(found(part) in scene.title.box.board.hexes for part in rough):
        return tuple(found(part) for part in rough[:LONGEST])  # names of more than one word
    return tuple(found(word) for word in _BETWEEN.split(text)[:LONGEST] if word)


def read_ways(scene: Scene, words: str) -> list[Trail]:
    """Ways that were typed for a move, with semicolons between them; an empty one leaves a train at home.

    A way is two hexes or more with dashes between them: where anything else was typed, there is none.
    """
    typed = [part.strip() for part in words.split(";")]
    ways = [read_trail(scene, part) for part in typed]
    hexes = scene.title.box.board.hexes
    are_ways = all(
        not part or (re.search(r"[-–>→]", part) and len(way) > 1 and all(hex_id in hexes for hex_id in way))
        for part, way in zip(typed, ways, strict=True)
    )
    return ways if are_ways and any(ways) else []


def is_way(scene: Scene, words: str) -> bool:
    """Whether words that were typed for a move are a way, or several."""
    return bool(read_ways(scene, words))


def written(trail: Trail) -> str:
    return "-".join(trail)


# Where it leads on


def onward(layout: Layout, stretches: Stretches, trail: Trail) -> dict[str, Trail]:
    """By the hex to click: the trail as it goes on to the next stop there.

    Where two ways lead to one stop its hex means the shorter; the other is told by a hex that only it crosses.
    """
    by_end: dict[str, list[Trail]] = {}
    for longer in dict.fromkeys(_longer(layout, stretches, trail)):
        by_end.setdefault(longer[-1], []).append(longer)
    found: dict[str, Trail] = {}
    spare: dict[str, Trail] = {}
    for end, ways in by_end.items():
        short, *others = sorted(ways, key=len)
        found[end] = short
        crossed = {*short}
        for way in others:
            own = next((hex_id for hex_id in way[len(trail) :] if hex_id not in crossed), "")
            spare.setdefault(own, way)
            crossed |= {*way}
    return {hex_id: way for hex_id, way in spare.items() if hex_id} | found


def _longer(layout: Layout, stretches: Stretches, trail: Trail) -> Iterator[Trail]:
    """Every way to the next stop, for every way to read the trail so far."""
    if not trail or trail[0] not in layout.board.hexes:
        return
    waiting = [(stop_id(trail[0], number), 0) for number in range(len(layout.face(trail[0]).stops))]
    seen = {*waiting}
    while waiting:
        stop, place = waiting.pop()
        for stretch in stretches(stop):
            rest = trail[place:]
            if len(stretch.hexes) > len(rest):
                if stretch.hexes[: len(rest)] == rest:
                    yield (*trail, *stretch.hexes[len(rest) :])
                continue
            after = (plain_stop(stretch.end), place + len(stretch.hexes) - 1)
            if stretch.hexes == rest[: len(stretch.hexes)] and after not in seen:
                seen.add(after)
                waiting.append(after)


def both_ways(layout: Layout, stretches: Stretches, trail: Trail) -> dict[str, Trail]:
    """The same from either end; where both lead to one hex, from the last."""
    back = {hex_id: way[::-1] for hex_id, way in onward(layout, stretches, trail[::-1]).items()}
    return back | onward(layout, stretches, trail)


def shorter(layout: Layout, trail: Trail) -> Trail:
    """The trail without its last stretch."""
    for place in range(len(trail) - 2, 0, -1):
        if trail[place] in layout.board.hexes and layout.face(trail[place]).stops:
            return trail[: place + 1]
    return trail[:1] if len(trail) > 1 else ()


def cut(layout: Layout, trail: Trail, hex_id: str) -> Trail:
    """The trail up to a hex on it, or the stop before; nothing where that is all there is."""
    if len(trail) == 1:
        return ()
    kept = trail[: trail.index(hex_id) + 1]
    while len(kept) > 1 and not (kept[-1] in layout.board.hexes and layout.face(kept[-1]).stops):
        kept = kept[:-1]
    return kept
