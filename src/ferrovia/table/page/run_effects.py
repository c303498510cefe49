"""What a choice does to trains and to what they earn: the best run before and after, its own and others'."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ferrovia.engine.flow.actions import (
    Action,
    BuyShare,
    BuyTrain,
    Dividend,
    IssueShares,
    LayTile,
    Pass,
    RedeemShare,
    RunTrains,
    SellShares,
    Start,
)
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.steps.trains import TrainStep
from ferrovia.table.page.control import Effect, Part
from ferrovia.table.page.named import hex_named
from ferrovia.table.page.scene import Scene

SECONDS = 0.25  # for a best run that is only told
# What changes no run, or is one.
_QUIET = (BuyShare, Dividend, IssueShares, Pass, RedeemShare, RunTrains, SellShares, Start)


def run_effects(scene: Scene, action: Action, then: Game) -> Iterator[Effect]:
    """Trains after those that leave, and their limit; the best run; what others lose."""
    game = scene.game
    turn = game.top if not game.over else None
    if not isinstance(turn, OperatingTurn) or isinstance(action, _QUIET) or not scene.is_mine:
        return
    corporation = turn.corporation
    yield from _trains(scene, then, corporation)
    if _may_earn_otherwise(game, then, corporation):
        what = scene.say("Best run")
        if isinstance(turn.step_of(game), TrainStep):
            what = scene.say("Best run, next round")
        for line in _earned(scene, then, corporation, what, Part.CHOICE):
            if line.change or _is_built(scene, action):
                yield line
    for name in game.state.certificates:
        is_left = name != corporation and then.title.corporations.is_open(then, name)
        if is_left and Counter(game.trains(name)) - Counter(then.trains(name)):
            yield from _earned(scene, then, name, _losing(scene, then, name), Part.OTHERS)


def _is_built(scene: Scene, action: Action) -> bool:
    """Whether a run is what an action is for, so that it is told also where none changes."""
    return isinstance(action, LayTile | BuyTrain) or bool(hex_named(scene, action))


def _trains(scene: Scene, then: Game, corporation: str) -> Iterator[Effect]:
    """Which trains there are, and how many of how many, once those that rust have gone."""
    game, say = scene.game, scene.say
    old, new = game.trains(corporation), then.trains(corporation)
    if old == new:
        return
    gone = [*(Counter(old) - Counter(new)).elements()]
    note = say("{trains} {n:leaves|leave}", trains=gone, n=len(gone)) if gone else ""
    yield Effect(say("Trains of {corporation}", corporation=corporation), _listed(old), _listed(new), note=note)
    limits = game.phase.train_limit, then.phase.train_limit
    if limits[1] is None:
        return
    counts = game.trains_in_limit(corporation), then.trains_in_limit(corporation)
    said = [
        str(count) if limit is None else say("{count} of {limit}", count=count, limit=limit)
        for count, limit in zip(counts, limits, strict=True)
    ]
    over = counts[1] - limits[1]
    yield Effect(say("Number, and limit"), said[0], said[1], note=say("{n} must go", n=over) if over > 0 else "")


def _listed(trains: tuple[str, ...]) -> str:
    return " ".join(trains) or "–"


def _may_earn_otherwise(game: Game, then: Game, corporation: str) -> bool:
    """Whether anything has changed that a run may depend on."""
    old, new = game.state, then.state
    if not then.title.corporations.is_open(then, corporation):
        return False
    pairs = (
        (old.layout, new.layout),
        (old.stations, new.stations),
        (game.trains(corporation), then.trains(corporation)),
        (old.own, new.own),
        (old.privates, new.privates),
    )
    return any(before != after for before, after in pairs)


def _earned(scene: Scene, then: Game, corporation: str, what: str, part: Part) -> Iterator[Effect]:
    before, after = (earned(scene, game, corporation) for game in (scene.game, then))
    if before is None and after is None:
        if part is Part.OTHERS:
            yield Effect(what, part=part)
        return
    least = any(each is not None and not each[1] for each in (before, after))
    figures = [each[0] if each is not None else 0 for each in (before, after)]
    note = scene.say("at least") if least else ""
    yield Effect(what, str(figures[0]), str(figures[1]), figures[1] - figures[0], note, part)


def earned(scene: Scene, game: Game, corporation: str) -> tuple[int, bool] | None:
    """What a corporation would earn as things stand, and whether that is known to be the most; None for no trains."""
    usual = scene.face.earnings(game, corporation)
    if usual is not None:
        return usual, True
    if not game.trains(corporation) or scene.law.best_run == "hidden":
        return None
    try:
        found = game.title.runs.best(game, corporation, SECONDS)
    except LookupError:
        return None
    return found.revenue, found.proven


def _losing(scene: Scene, then: Game, corporation: str) -> str:
    """Which trains another corporation loses, and what it keeps."""
    old, new = Counter(scene.game.trains(corporation)), Counter(then.trains(corporation))
    lost, kept, say = [*(old - new).elements()], then.trains(corporation), scene.say
    if not kept:
        return say("{corporation} loses its only {n:train|trains}", corporation=corporation, n=len(lost))
    return say("{corporation} loses {lost}, keeps {kept}", corporation=corporation, lost=lost, kept=kept)
