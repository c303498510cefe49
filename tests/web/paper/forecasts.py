"""A forecast held against the game: the choice is really made, and every line must be what then is so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ferrovia.engine.flow.actions import Accept, Action, Pass
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.offers import Offer
from ferrovia.engine.flow.operating import OperatingTurn, TurnStep
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import State
from ferrovia.engine.flow.steps.run import RunStep
from ferrovia.engine.flow.stock import StockRound
from ferrovia.formats.save import load
from ferrovia.table.page.control import Effect, Part
from ferrovia.table.page.effects import presidents
from ferrovia.table.page.scene import Scene
from ferrovia.titles.registry import title_of

GAMES = sorted((Path(__file__).parents[2] / "games").glob("*.json"))
OWN = (Part.CHOICE, Part.ANYHOW)


def stored(path: Path) -> Iterator[Game]:
    """The positions of a stored game, one after the other."""
    record = load(path)
    game = Game(title_of(record.settings), record.settings)
    for action in record.actions:
        yield game
        game.apply(action)


@dataclass(frozen=True)
class Real:
    """The game on the table, gone on."""

    near: Game  # before another round begins
    then: Game


def really(game: Game, *actions: Action, by: str | None = None) -> Real:
    """The game itself after some actions, with its own cards and dice."""
    game, began = game.fork(), game.state.round
    last: State = game.state

    def watch(now: Game) -> None:
        nonlocal last
        if now.state.round == began:
            last = now.state.copy()

    for number, action in enumerate(actions):
        game.watcher = watch
        game.apply(action, by=by if number == 0 else None)
    game.watcher = None
    return Real(game if game.state.round == began else game.standing_at(last), game)


def agreed(game: Game, action: Action, by: str | None = None) -> Real:
    """After an action; where it is an offer, after it was accepted."""
    made = really(game, action, by=by)
    is_offer = not made.then.over and isinstance(made.then.top, Offer)
    return really(made.then, Accept()) if is_offer else made


def passed_on(game: Game) -> Real:
    """After a pass, and in an operating turn after all passes up to a run or to what must be done."""
    turn = game.top
    made = really(game, Pass())
    while isinstance(turn, OperatingTurn) and made.near is made.then and not made.then.over:
        now = made.then.top
        if not isinstance(now, OperatingTurn) or now.corporation != turn.corporation:
            break
        step = now.step_of(made.then)
        if isinstance(step, RunStep) or step.pass_refusal(made.then, now) is not None:
            break
        made = really(made.then, Pass())
    return made


def end_of_round(made: Real) -> Game | None:
    """The end of the stock round after everybody has passed."""
    while made.near is made.then:
        if made.then.over or not isinstance(made.then.top, StockRound):
            return None
        try:
            made = really(made.then, Pass())
        except Refusal:
            return None
    return made.near


def check(scene: Scene, action: Action, lines: Iterable[Effect]) -> None:
    """Raise an AssertionError for a line that is not so, or one that is missing."""
    lines = tuple(lines)
    is_pass = isinstance(action, Pass)
    made = passed_on(scene.game) if is_pass else agreed(scene.game, action, scene.viewer)
    _figures(scene, [line for line in lines if line.part in OWN], made.near)
    if made.then.state.draws == scene.game.state.draws:
        _is_whole(scene, lines, made.near)
    _runs(scene, lines, made.near)
    _round_end(scene, lines, made if not is_pass or isinstance(scene.game.top, StockRound) else None)
    if not is_pass:
        anyhow = [line for line in lines if line.part is Part.ANYHOW]
        if anyhow:
            _figures(scene, anyhow, passed_on(scene.game).near)
    instead = [line for line in lines if line.part is Part.INSTEAD]
    if instead:
        assert any(_comes_so(scene, instead, choice) for choice in scene.choices), instead
    following = [line for line in lines if line.part is Part.NEXT]
    if following:
        (line,) = following
        assert line.after == ("the game ends" if made.then.over else made.then.top.decider(made.then)), line


def _comes_so(scene: Scene, lines: Iterable[Effect], choice: Choice) -> bool:
    """Whether these lines are so once a choice is made, the first of its step after it, and nothing more."""
    game = scene.game
    turn = game.top
    assert isinstance(turn, OperatingTurn)
    step: TurnStep = turn.step_of(game)
    doing: Choice | None = choice
    made = Real(game, game)
    while doing is not None and made.near is made.then and not made.then.over:
        made = really(made.then, doing.at(doing.low) if isinstance(doing, Range) else doing)
        now = made.then.top if not made.then.over else None
        is_there = isinstance(now, OperatingTurn) and now.corporation == turn.corporation
        is_there = is_there and isinstance(now, OperatingTurn) and now.step_of(made.then) is step
        doing = next((each for each in made.then.decision if not isinstance(each, Pass)), None) if is_there else None
    if made.near is made.then and not made.then.over and Pass() in made.then.decision.choices:
        made = passed_on(made.then)
    try:
        _figures(scene, lines, made.near)
    except AssertionError:
        return False
    return True


# What is told, by what it is about: a pattern, and what the game then says


def _figures(scene: Scene, lines: Iterable[Effect], then: Game) -> None:
    for line in lines:
        if line.after == "close":
            assert not {*line.what.split(", ")} & {*then.state.privates}, line
            continue
        real, old = _told(scene.game, scene.viewer or "", line, then), None
        if real is None:
            continue
        assert line.after == real, (line, real)
        if line.before:
            old = _told(scene.game, scene.viewer or "", line, scene.game)
            assert line.before == old, (line, old)
        if line.change:
            assert line.change == int(line.after) - int(line.before), line


def _told(now: Game, viewer: str, line: Effect, game: Game) -> str | None:
    """What a line says, read off a game; None for a line that figures do not tell."""
    what = line.what
    if what == "Your money":
        return str(game.cash(viewer))
    if what == "Certificates":
        return str(game.certificate_count(viewer))
    if match := re.fullmatch(r"Treasury of (\w+)", what):
        return str(game.cash(match[1]))
    if match := re.fullmatch(r"Price of (\w+)", what):
        return str(game.price(match[1])) if game.is_started(match[1]) else ""
    if match := re.fullmatch(r"President of (\w+)", what):
        return presidents(game).get(match[1], "")
    if match := re.fullmatch(r"Trains of (\w+)", what):
        return " ".join(game.trains(match[1])) or "–"
    if what == "Number, and limit":
        corporation = now.top.corporation_of(now)
        limit = game.phase.train_limit
        count = game.trains_in_limit(corporation)
        return f"{count} of {limit}" if limit is not None else str(count)
    if what in now.state.privates:
        owner = game.state.privates.get(what, "")
        if owner == viewer:
            return "yours"
        is_owned = owner in game.state.seats or owner in game.state.certificates
        return f"goes to {owner}" if is_owned else "closes"
    return None


def _is_whole(scene: Scene, lines: Iterable[Effect], then: Game) -> None:
    """Nothing that changes and can be known goes unsaid."""
    told = {line.what for line in lines if line.part in (*OWN, Part.ROUND_END)}
    now, viewer = scene.game, scene.viewer
    if viewer is not None:
        assert "Your money" in told or now.cash(viewer) == then.cash(viewer)
        assert "Certificates" in told or now.certificate_count(viewer) == then.certificate_count(viewer)
    closed = [name for name in now.state.privates if name not in then.state.privates]
    assert ", ".join(closed) in told or not closed, closed
    for name in now.state.certificates:
        assert f"Treasury of {name}" in told or now.cash(name) == then.cash(name), name
        if now.is_started(name) and then.is_started(name):
            assert f"Price of {name}" in told or now.cell(name) == then.cell(name), name
        old, new = presidents(now).get(name, ""), presidents(then).get(name, "")
        assert f"President of {name}" in told or old == new or not new, name


def _runs(scene: Scene, lines: Iterable[Effect], then: Game) -> None:
    """Best runs, one's own and others', found again without a limit of time."""
    for line in lines:
        name = ""
        if line.what in ("Best run", "Best run, next round"):
            name = scene.game.top.corporation_of(scene.game)
        elif line.part is Part.OTHERS:
            name = line.what.split()[0]
        if name and not line.note and line.after:
            for game, figure in ((scene.game, line.before), (then, line.after)):
                assert figure == str(_earned(scene, game, name)), (line, name)
            assert line.change == int(line.after) - int(line.before), line


def _earned(scene: Scene, game: Game, corporation: str) -> int:
    usual = scene.face.earnings(game, corporation)
    if usual is not None:
        return usual
    return game.title.runs.best(game, corporation).revenue if game.trains(corporation) else 0


def _round_end(scene: Scene, lines: Iterable[Effect], made: Real | None) -> None:
    """Prices at the end of a stock round in which all pass from here."""
    wanted = [line for line in lines if line.part in (Part.LATER, Part.ROUND_END)]
    if not wanted:
        return
    end = end_of_round(made) if made is not None else None
    assert end is not None, wanted
    for line in wanted:
        name = line.what.removeprefix("Price of ")
        assert line.after == str(end.price(name)), line
        if line.part is Part.ROUND_END and Pass() in scene.game.decision.choices:
            usual = end_of_round(really(scene.game, Pass()))
            assert usual is not None
            assert line.after == str(usual.price(name)), line
            assert line.before == str(scene.game.price(name)), line
