"""Runs that somebody traces: train by train, over lit hexes or typed, with what each earns or why it cannot run."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Segment
from ferrovia.engine.flow.actions import Run, RunTrains
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.steps.run import RunStep, Takings
from ferrovia.table.page.choosing import chosen, number_named
from ferrovia.table.page.control import Chosen, Control, ControlMarks, Effect
from ferrovia.table.page.passing import passing
from ferrovia.table.page.reasons import Why, reason
from ferrovia.table.page.routes import Shown, Timetable, colour_of, timetable
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import HexMark, hex_mark
from ferrovia.table.page.tracing import Trail, both_ways, cut, is_way, read_trail, read_ways, shorter, written

TRACING = "tracing"  # in an address: the number of the train that is traced, from 1
TRAIN = "t"  # with a number: the hexes of that train


@dataclass(frozen=True)
class Traced:
    """A train with the way that was traced for it."""

    number: int
    train: str
    trail: Trail
    is_now: bool
    table: Timetable | None = None
    refused: Why | None = None  # why it could not run so by itself

    @property
    def name(self) -> str:
        """The name of its field."""
        return f"{TRAIN}{self.number}"

    @property
    def written(self) -> str:
        return written(self.trail)


def is_tracing(scene: Scene) -> bool:
    """Whether runs are traced: because somebody wants to, or because the law of the table draws none."""
    return names_trains(scene) or scene.law.best_run != "offered" or is_way(scene, scene.pick.get("words", ""))


def names_trains(scene: Scene) -> bool:
    """Whether the address tells a train to trace, or the way of one."""
    return any(name == TRACING or (name[:1] == TRAIN and name[1:].isdecimal()) for name in scene.pick)


def trails(scene: Scene, corporation: str) -> list[Trail]:
    """What the address traces for each train."""
    typed = _typed(scene, corporation)
    return [
        typed[number] if number in typed else read_trail(scene, scene.pick.get(f"{TRAIN}{number}", ""))
        for number, _ in enumerate(scene.game.trains(corporation), 1)
    ]


def _typed(scene: Scene, corporation: str) -> dict[int, Trail]:
    """By the numbers of trains: the ways that were typed for a move, from the train on that is traced now."""
    return dict(enumerate(read_ways(scene, scene.pick.get("words", "")), _now(scene, corporation)))


def _now(scene: Scene, corporation: str) -> int:
    """The train that is traced now: the one that is named, or the first that has no way yet."""
    count = len(scene.game.trains(corporation))
    named = number_named(scene, TRACING)
    if 0 < named <= count:
        return named
    return next((number for number in range(1, count + 1) if not scene.pick.get(f"{TRAIN}{number}")), 1)


def as_picks(scene: Scene, corporation: str, run: RunTrains) -> dict[str, str]:
    """The picks that trace a run as it is listed."""
    left = list(enumerate(scene.game.trains(corporation), 1))
    found = {TRACING: "1"}
    for route in run.routes:
        number = next((number for number, train in left if train == route.train), 0)
        left = [pair for pair in left if pair[0] != number]
        found[f"{TRAIN}{number}"] = written(route.hexes)
    return found


@dataclass(frozen=True)
class TracedParts:
    """Trains with their ways."""

    rows: list[Traced]
    now: Traced
    shown: Shown | None
    refused: Why | None
    effects: list[str]
    back: str
    clear: str
    best: int | None  # what the best run brings, where it is told
    is_offered: bool


def traced(scene: Scene) -> Control[TracedParts] | None:
    """The control, where runs are traced."""
    game, corporation = scene.game, scene.game.top.corporation_of(scene.game)
    ways, now = trails(scene, corporation), _now(scene, corporation)
    names = game.trains(corporation)
    runs = [_run(game, train, trail) for train, trail in zip(names, ways, strict=True)]
    rows: list[Traced] = []
    for number, run in enumerate(runs, 1):
        ink = sum(row.table is not None for row in rows)
        rows.append(_row(scene, corporation, number, run, number == now, ink))
    action = RunTrains(tuple(run for run in runs if run.hexes))
    refusal = game.why_not(action, by=scene.viewer) if action.routes else None
    takings = takings_of(game, action) if action.routes else None
    spare = _spare(scene, corporation)
    legal = action.routes and refusal is None and isinstance(takings, Takings) and spare is None
    best = _told(game) if scene.law.best_run == "told" else None
    return Control(
        template="table/controls/traced.html",
        question=scene.say("Run the trains of {corporation}", corporation=corporation),
        chosen=run_chosen(scene, action, takings) if legal and isinstance(takings, Takings) else None,
        passing=passing(scene),
        parts=TracedParts(
            rows=rows,
            now=next(row for row in rows if row.is_now),
            shown=_shown(scene, corporation, rows),
            refused=spare
            or (reason(scene, refusal) if refusal is not None and not any(row.refused for row in rows) else None),
            effects=[scene.say(effect) for effect in takings.effects] if isinstance(takings, Takings) else [],
            back=_traced(scene, now, shorter(game.layout, ways[now - 1])),
            clear=scene.picked(only=True, **{TRACING: now}),
            best=best,
            is_offered=scene.law.best_run == "offered",
        ),
        marks=ControlMarks(hexes=_marks(scene, corporation, runs, now), runs=_shown(scene, corporation, rows)),
    )


def _spare(scene: Scene, corporation: str) -> Why | None:
    """That more ways were typed than there are trains for, where it is so."""
    count = len(scene.game.trains(corporation))
    if not any(trail for number, trail in _typed(scene, corporation).items() if number > count):
        return None
    text = "{corporation} has {n} {n:train|trains}, and ways were typed for more."
    return Why(scene.say(text, corporation=corporation, n=count), "")


# What the engine says of it


def takings_of(game: Game, action: RunTrains) -> Takings | Refusal | None:
    """What a run would bring, or why it cannot be; None where nothing is run."""
    turn = game.top
    step = turn.step_of(game) if isinstance(turn, OperatingTurn) else None
    if not isinstance(step, RunStep) or not isinstance(turn, OperatingTurn):
        return None
    return step.known_takings(game, turn, action)


def _run(game: Game, train: str, trail: Trail) -> Run:
    """A way as a run; it may be traced from either end, also where a train runs in one direction."""
    run, back = Run(train, trail), Run(train, trail[::-1])
    if len(trail) > 1 and not isinstance(takings_of(game, RunTrains((run,))), Takings):
        return back if isinstance(takings_of(game, RunTrains((back,))), Takings) else run
    return run


def _row(scene: Scene, corporation: str, number: int, run: Run, is_now: bool, ink: int) -> Traced:
    made = Traced(number, run.train, run.hexes, is_now)
    if len(run.hexes) < 2:
        return made
    found = takings_of(scene.game, RunTrains((run,)))
    if isinstance(found, Refusal):
        # Cited as the title cites it.
        cited = scene.game.why_not(RunTrains((run,)), by=scene.viewer) or found
        return replace(made, refused=reason(scene, cited))
    if found is None:
        return made
    route = next(iter((*found.routes, *(route for route, _ in found.gambles))), None)
    if route is None:
        return made
    table = timetable(scene, corporation, route, ink)
    odds = next((scene.say(odds) for _, odds in found.gambles), "")
    return replace(made, table=replace(table, odds=odds))


def _told(game: Game) -> int | None:
    """What the best run brings, where the law of the table lets it be told."""
    best = next((choice for choice in game.decision.choices if isinstance(choice, RunTrains)), None)
    takings = takings_of(game, best) if best is not None else None
    return takings.revenue if isinstance(takings, Takings) else None


def _shown(scene: Scene, corporation: str, rows: list[Traced]) -> Shown | None:
    """The ways that can be run, drawn each in the ink of its train."""
    routes, tables = [], []
    for row in rows:
        if row.table is None:
            continue
        found = takings_of(scene.game, RunTrains((Run(row.train, row.trail),)))
        if isinstance(found, Takings):
            routes += [*found.routes, *(route for route, _ in found.gambles)][:1]
            tables.append(row.table)
    colour = colour_of(scene, corporation)
    return Shown(corporation, tuple(routes), tuple(tables), 0, rgb=colour) if routes else None


def run_chosen(scene: Scene, action: RunTrains, takings: Takings) -> Chosen:
    """A run for the footer: what it brings, and how much more or less than the last."""
    corporation = scene.game.top.corporation_of(scene.game)
    last = scene.game.state.earnings.get(corporation)
    sums = {"revenue": takings.revenue, "most": takings.most}
    text = "{corporation} runs for {revenue:money}"
    button = scene.say("Run for {revenue:money}", revenue=takings.revenue)
    if takings.most > takings.revenue:
        text = "{corporation} runs for {revenue:money} to {most:money}"
        button = scene.say("Run for {revenue:money} to {most:money}", **sums)
    made = chosen(scene, action, button, scene.say(text, corporation=corporation, **sums))
    if last is None:
        return replace(made, effects=())
    run = Effect(scene.say("Last run"), str(last), str(takings.revenue), takings.revenue - last)
    return replace(made, effects=(run,))


# What is lit


def _marks(scene: Scene, corporation: str, runs: list[Run], now: int) -> list[HexMark]:
    """The hexes that carry the way on, each with what it would earn; those of the way itself shorten it."""
    game, trail = scene.game, runs[now - 1].hexes
    if not trail:
        stations = dict.fromkeys(hex_of(stop) for stop in game.state.stations[corporation])
        return [hex_mark(scene, hex_id, _traced(scene, now, (hex_id,))) for hex_id in stations]
    found: dict[str, HexMark] = {}
    for hex_id in dict.fromkeys(hex_id for hex_id in trail if hex_id in game.layout.board.hexes):
        found[hex_id] = hex_mark(scene, hex_id, _traced(scene, now, cut(game.layout, trail, hex_id)), is_chosen=True)

    def stretches(stop: StopId) -> tuple[Segment, ...]:
        return tuple(scene.title.runs.stretches(game, stop))

    for hex_id, longer in both_ways(game.layout, stretches, trail).items():
        earned = _earned(game, [*runs[: now - 1], _run(game, runs[now - 1].train, longer), *runs[now:]], now)
        if hex_id in found and earned is None:
            continue
        tag = "" if earned is None else str(earned)
        mark = hex_mark(scene, hex_id, _traced(scene, now, longer), is_chosen=hex_id in found, tag=tag)
        found[hex_id] = mark
    return list(found.values())


def _earned(game: Game, runs: list[Run], now: int) -> int | None:
    """What the train that is traced would earn so; None where it cannot run."""
    if not isinstance(takings_of(game, RunTrains(tuple(run for run in runs if len(run.hexes) > 1))), Takings):
        return None
    found = takings_of(game, RunTrains((runs[now - 1],)))
    if not isinstance(found, Takings):
        return None
    return sum(route.revenue for route in (*found.routes, *(route for route, _ in found.gambles)))


def _traced(scene: Scene, now: int, trail: Trail) -> str:
    """The address with another way for the train that is traced."""
    return scene.picked(
        only=False, **{TRACING: now, f"{TRAIN}{now}": written(trail), "words": "", "c": "", "without": ""}
    )
