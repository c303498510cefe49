"""Routes by hand: a decision lists the best runs and lines, and takes others too; here they are shown hex by hex.

Whether a route is legal is known at its end only. So track is all that is asked on the way, the last word can be said
only where the game takes the whole, and one who has got lost may always give up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec

from ferrovia.agents.lexicon import END, Lexicon, Words
from ferrovia.engine.flow.actions import Action, Run, RunTrains
from ferrovia.engine.flow.game import Game

ROUTE = "route"

Tracks = dict[str, tuple[str, ...]]  # for each hex those that track leads to


def is_traced(kind: type[Action]) -> bool:
    """Whether a kind of action names routes, of which a decision does not list all."""
    return kind is RunTrains or ROUTE in kind.__struct_fields__


def following(game: Game, lexicon: Lexicon, listed: Sequence[Action], said: Words) -> list[int]:
    """What may be said after a part of routes of the kind that is listed."""
    if isinstance(listed[0], RunTrains):
        return list(_after_runs(game, lexicon, said))
    return list(_after_hexes(game, lexicon, said, can_end=bool(_lines(game, lexicon, listed, said))))


def ended(game: Game, lexicon: Lexicon, listed: Sequence[Action], said: Words) -> tuple[Action, ...]:
    """The legal actions that routes can mean, if they are at their end: several where a choice remains to be named."""
    if not said or said[-1] != END:
        return ()
    if isinstance(listed[0], RunTrains):
        runs, is_open = _runs(lexicon, said[:-1])
        return _legal(game, [RunTrains(runs)]) if not is_open and runs else ()
    return _lines(game, lexicon, listed, said[:-1])


def _after_runs(game: Game, lexicon: Lexicon, said: Words) -> Iterator[int]:
    runs, is_open = _runs(lexicon, said)
    if is_open:
        trail = tuple(lexicon.hex(hex_id) for hex_id in runs[-1].hexes)
        yield from _after_hexes(game, lexicon, trail, can_end=bool(trail))
        return
    left = Counter(game.trains(game.decision.for_corporation)) - Counter(run.train for run in runs)
    yield from (lexicon.value("train", train, ())[0] for train in left)
    if runs and _legal(game, [RunTrains(runs)]):
        yield END


def _runs(lexicon: Lexicon, said: Words) -> tuple[tuple[Run, ...], bool]:
    """The runs that were shown, and whether the last has not come to its end."""
    runs: list[Run] = []
    is_open = False
    for word in said:
        sort, name = lexicon.words[word]
        if sort == "train":
            runs.append(Run(name, ()))
            is_open = True
        elif word == END:
            is_open = False
        else:
            runs[-1] = Run(runs[-1].train, (*runs[-1].hexes, name))
    return tuple(runs), is_open


def _after_hexes(game: Game, lexicon: Lexicon, said: Words, *, can_end: bool) -> Iterator[int]:
    """The hexes where track leads on; no side is crossed twice, so every route has an end."""
    trail = _hexes(lexicon, said)
    tracks: Tracks = game.remembered("tracks of routes by hand", lambda: _tracks(game))
    crossed = {frozenset(pair) for pair in pairwise(trail)}
    for hex_id in tracks[trail[-1]] if trail else tracks:
        if not trail or frozenset((trail[-1], hex_id)) not in crossed:
            yield lexicon.hex(hex_id)
    if can_end:
        yield END


def _hexes(lexicon: Lexicon, said: Words) -> tuple[str, ...]:
    return tuple(lexicon.words[word][1] for word in said)


def _tracks(game: Game) -> Tracks:
    found: dict[str, dict[str, None]] = {}
    for stop in game.layout.board.stops:
        for stretch in game.title.runs.stretches(game, stop):
            for here, there in pairwise(stretch.hexes):
                found.setdefault(here, {})[there] = None
                found.setdefault(there, {})[here] = None
    return {hex_id: tuple(beside) for hex_id, beside in sorted(found.items())}


def _lines(game: Game, lexicon: Lexicon, listed: Sequence[Action], said: Words) -> tuple[Action, ...]:
    """The lines over these hexes, with whatever else those that are listed name."""
    if not said:
        return ()
    hexes = _hexes(lexicon, said)
    return _legal(game, list(dict.fromkeys(msgspec.structs.replace(choice, route=hexes) for choice in listed)))


def _legal(game: Game, actions: Sequence[Action]) -> tuple[Action, ...]:
    return tuple(action for action in actions if game.why_not(action, by=game.decision.player) is None)
