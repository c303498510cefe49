"""Sections 6.7, 11 and A1: what stops pay, anchors and events among it, and what events leave of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.flow.game import Game
from ferrovia.saying.message import Message
from ferrovia.titles.t1883 import components
from ferrovia.titles.t1883.emilia import SARSA, emilia

TEN = 10


def ports_of(game: Game, corporation: str) -> tuple[str, ...]:
    return tuple(hex_id for hex_id, owner in emilia(game).ports if owner == corporation)


def _anchor_bonus(game: Game) -> int:
    bonus: int = components.phase_table(game.state.phase)["anchor_bonus"]
    return bonus


def anchors(game: Game, corporation: str, stops: Sequence[StopId]) -> int:
    """What a corporation's anchors on these stops are worth to a run."""
    ports = ports_of(game, corporation)
    return _anchor_bonus(game) * sum(hex_of(stop) in ports for stop in stops) if ports else 0


def stop_values(game: Game, ports: tuple[str, ...] = ()) -> tuple[dict[StopId, int], dict[StopId, int]]:
    """What stops pay in passing, and where they pay otherwise at an end; anchors in ports and events are in it."""
    boxes = tuple(
        (box, change)
        for event in emilia(game).in_force
        for box, change in components.event_table(event).get("boxes", {}).items()
    )
    level, bonus = game.phase.revenue_level, _anchor_bonus(game)
    key = ("stop values", level, bonus, ports, boxes)
    return game.layout.memory.recall(key, _values, game.layout, level, bonus, ports, boxes)


def _values(
    layout: Layout, level: int, bonus: int, ports: tuple[str, ...], boxes: tuple[tuple[str, int], ...]
) -> tuple[dict[StopId, int], dict[StopId, int]]:
    values, ends = {}, {}
    for stop in layout.board.stops:
        shown = layout.stop(stop)
        added = bonus * ports.count(hex_of(stop)) + sum(change for box, change in boxes if box == hex_of(stop))
        values[stop] = shown.value(level) + added
        if shown.terminal:
            ends[stop] = shown.end_value(level) + added
    return values, ends


def after_events(game: Game, corporation: str, earned: int) -> int:
    """What events leave of a run, or add to it."""
    for _, effect in event_effects(game, corporation):
        earned = effect(earned)
    return earned


def event_effects(game: Game, corporation: str) -> Iterator[tuple[Message, Callable[[int], int]]]:
    """Section 11, R19: strikes halve to the ten below, trains on time add half to the ten above."""
    own = emilia(game)
    effect = own.effects.get(corporation, "")
    if effect == "zero":
        yield Message("on strike"), lambda earned: 0
    if effect == "half":
        yield Message("halved"), lambda earned: earned // 2 // TEN * TEN
    if "trains_on_time" in own.in_force and corporation != SARSA:
        yield Message("half as much again"), lambda earned: earned + -(-earned // (2 * TEN)) * TEN
