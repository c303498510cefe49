"""What follows from a choice, before it is taken: it is played on a fork of the game, and the two are compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ferrovia.engine.finance.certificates import OFFER, POOL
from ferrovia.engine.finance.market import Cell, cell_of
from ferrovia.engine.flow.actions import Action, Pass, SellShares
from ferrovia.engine.flow.auction import Auction
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.stock import StockRound
from ferrovia.table.page.control import Effect, Ghost, Part
from ferrovia.table.page.forks import (
    Outcome,
    Way,
    by_agreement,
    by_passing,
    outcome,
    outcomes_elsewhere,
    when_all_pass,
)
from ferrovia.table.page.named import corporation_named
from ferrovia.table.page.run_effects import run_effects
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition


@dataclass(frozen=True)
class Forecast:
    """What follows from a choice: lines for the footer, tokens that move on the market, now and as the round ends."""

    effects: tuple[Effect, ...] = ()
    ghosts: tuple[Ghost, ...] = ()
    later: tuple[Ghost, ...] = ()


def effects(scene: Scene, action: Action) -> tuple[Effect, ...]:
    """What follows from a choice, without runs: for lists, which tell it of every choice."""
    return forecast(scene, action, runs=False).effects


def forecast(scene: Scene, action: Action, *, runs: bool = True) -> Forecast:
    """What a choice changes, and apart from it what would come anyhow; an offer is told as if it were accepted."""
    way = by_agreement(action, scene.viewer)
    made = outcome(scene, way)
    if made is None:
        return Forecast()
    others = _instead(scene, action)
    found = told_apart(certain(scene, action, way, made), others.lines)
    if runs:
        found += tuple(run_effects(scene, action, made.near))
    answers = [*at_the_end(scene, made, others.made)] if isinstance(scene.game.top, StockRound) else []
    found += tuple(answer.line for answer in answers)
    anyhow = {*ghosts_of(scene.game, others.made.near)} if others.made is not None else set()
    ghosts = tuple(ghost for ghost in ghosts_of(scene.game, made.near) if ghost not in anyhow)
    later = tuple(token for answer in answers for token in answer.tokens)
    return Forecast((*ordered(found), *following(scene, made)), ghosts, later)


def ordered(found: Iterable[Effect]) -> tuple[Effect, ...]:
    """Lines by their part: first what the choice does."""
    return tuple(sorted(found, key=lambda effect: effect.part))


@dataclass(frozen=True)
class Passed:
    """What would come by passing."""

    made: Outcome | None = None
    lines: tuple[Effect, ...] = ()


def if_passed(scene: Scene) -> Passed:
    """Worked out once for a position: all choices are compared with it, and passing has it on its button."""

    def work() -> Passed:
        made = outcome(scene, by_passing)
        return Passed() if made is None else Passed(made, certain(scene, Pass(), by_passing, made))

    return scene.game.remembered(("if passed", scene.viewer, scene.language), work)


def _instead(scene: Scene, action: Action) -> Passed:
    """What would come by passing instead; nothing for what is done out of turn."""
    if not scene.is_mine or isinstance(action, Pass) or Pass() not in scene.game.decision.choices:
        return Passed()
    return if_passed(scene)


def certain(scene: Scene, action: Action, way: Way, made: Outcome) -> tuple[Effect, ...]:
    """The lines that are so whatever cards and dice will say."""
    found = tuple(_changes(scene, action, made.near))
    now, then = scene.game.state, made.then.state
    if then.round == now.round and then.draws == now.draws:
        return found
    # A card or a die may have spoken. What follows whatever it says follows for everybody who knows no more.
    for other in outcomes_elsewhere(scene, way):
        sure = {*_changes(scene, action, other.near)}
        found = tuple(effect for effect in found if effect in sure)
    return found


def told_apart(found: tuple[Effect, ...], others: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Lines of a choice; those that come without it too are no work of its own."""
    anyhow = {*others}
    return tuple(replace(effect, part=Part.ANYHOW) if effect in anyhow else effect for effect in found)


def ghosts_of(now: Game, then: Game) -> tuple[Ghost, ...]:
    """The tokens that stand elsewhere on the market."""
    names = dict.fromkeys(name for name, _, _ in (*now.state.market, *then.state.market))
    places = ((name, cell_of(now.state.market, name), cell_of(then.state.market, name)) for name in names)
    return tuple(Ghost(name, start, end) for name, start, end in places if start != end)


# The end of a stock round


@dataclass(frozen=True)
class PriceAnswer:
    """How a price answers at the end of the round: its line, and where its token goes or would have gone."""

    line: Effect
    tokens: tuple[Ghost, ...]


def at_the_end(scene: Scene, made: Outcome, passed: Outcome | None) -> Iterator[PriceAnswer]:
    """How prices answer at the end of the round if all pass from here: by the choice, or as they would anyhow."""
    end = when_all_pass(made)
    if end is None or made.near is not made.then:
        return
    usual = when_all_pass(passed) if passed is not None else None
    now, at_once = scene.game, made.near
    for name in end.market_order():
        if not all(game.is_started(name) for game in (now, at_once, usual or end)):
            continue
        here, then = at_once.price(name), end.price(name)
        start, goal, else_goal = now.cell(name), end.cell(name), usual.cell(name) if usual is not None else None
        what = scene.say("Price of {corporation}", corporation=name)
        if else_goal == goal:
            if goal != start:
                change = then - now.price(name)
                line = Effect(what, str(now.price(name)), str(then), change, _why(scene, end, name), Part.ROUND_END)
                yield PriceAnswer(line, (Ghost(name, start, goal, "anyhow"),))
        elif goal != at_once.cell(name) or else_goal not in (None, start):
            is_still = usual is None or else_goal == start
            before = here if usual is None or is_still else usual.price(name)
            note = _why(scene, end, name) or _why_not(scene, usual, name)
            moves = (Ghost(name, at_once.cell(name), goal),) if goal != at_once.cell(name) else ()
            lost = () if is_still else (Ghost(name, start, else_goal, "lost"),)
            yield PriceAnswer(Effect(what, str(before), str(then), then - before, note, Part.LATER), moves + lost)


def _why(scene: Scene, game: Game, name: str) -> str:
    """What a price answers to at the end of a stock round."""
    holders = {*game.holders(name)}
    if POOL in holders:
        return scene.say("stock in the pool")
    return "" if {OFFER, name} & holders else scene.say("all stock is sold")


def _why_not(scene: Scene, game: Game | None, name: str) -> str:
    """And to what no more."""
    if game is None or {POOL, OFFER, name} & {*game.holders(name)}:
        return ""
    return scene.say("some stock is unsold now")


# Line by line


def _changes(scene: Scene, action: Action, near: Game) -> Iterator[Effect]:
    yield from _money(scene, action, near)
    yield from price_changes(scene, action, near)
    yield from _certificates(scene, near)
    yield from _presidents(scene, action, near)
    yield from _floating(scene, near)
    yield from _privates(scene, near)
    yield from scene.face.follows(scene, near)


def money_effect(scene: Scene, what: str, before: int, after: int) -> Effect:
    """Money that changes, as the title prints it."""
    said = [scene.say("{amount:money}", amount=amount) for amount in (before, after)]
    return Effect(what, said[0], said[1], after - before)


def _first(scene: Scene, action: Action, names: list[str]) -> list[str]:
    """Names with the one that the action is about in front."""
    named = corporation_named(scene, action)
    return sorted(names, key=lambda name: name != named)


def _money(scene: Scene, action: Action, then: Game) -> Iterator[Effect]:
    now, say = scene.game, scene.say
    if scene.viewer:
        before, left = now.cash(scene.viewer), then.cash(scene.viewer)
        if before != left:
            yield Effect(say("Your money"), str(before), str(left), left - before)
        yield from _set_aside(scene, then)
    for name in _first(scene, action, [*now.state.certificates]):
        before, left = now.cash(name), then.cash(name)
        if before != left:
            yield Effect(say("Treasury of {corporation}", corporation=name), str(before), str(left), left - before)


def _set_aside(scene: Scene, then: Game) -> Iterator[Effect]:
    """Money that lies on bids, and what is free besides."""
    sale, later = scene.game.find(Auction), then.find(Auction)
    if sale is None or scene.viewer is None:
        return
    before, left = sale.set_aside(scene.viewer), later.set_aside(scene.viewer) if later is not None else 0
    if before == left:
        return
    yield Effect(scene.say("Set aside for bids"), str(before), str(left))
    cash = then.cash(scene.viewer)
    free = sale.free_cash(scene.game, scene.viewer)
    yield Effect(scene.say("Free money"), str(free), str(cash - left), note=scene.say("of {cash}", cash=cash))


def price_changes(scene: Scene, action: Action, then: Game) -> Iterator[Effect]:
    """The prices that are others then; after a sale also one that stays."""
    now, say = scene.game, scene.say
    price = scene.title.box.market.price
    moved = {ghost.corporation: ghost for ghost in ghosts_of(now, then)}
    for name in _first(scene, action, [*moved]):
        start, end = moved[name].start, moved[name].end
        if end is None:
            yield Effect(name, after=say("closes"))
        elif start is None:
            yield Effect(say("Price of {corporation}", corporation=name), after=str(price(end)))
        else:
            yield Effect(
                say("Price of {corporation}", corporation=name),
                str(price(start)),
                str(price(end)),
                price(end) - price(start),
                way(scene, start, end),
            )
    if isinstance(action, SellShares) and action.corporation not in moved:
        value = str(now.price(action.corporation))
        yield Effect(say("Price of {corporation}", corporation=action.corporation), after=value, note=say("stays"))


def way(scene: Scene, start: Cell, end: Cell) -> str:
    """How a token goes from one space to another: two rows down."""
    say, (down, right) = scene.say, (end[0] - start[0], end[1] - start[1])
    rows = columns = ""
    if down > 0:
        rows = say("{n} {n:row|rows} down", n=down)
    elif down < 0:
        rows = say("{n} {n:row|rows} up", n=-down)
    if right > 0:
        columns = say("{n} {n:column|columns} right", n=right)
    elif right < 0:
        columns = say("{n} {n:column|columns} left", n=-right)
    return say("{rows}, {columns}", rows=rows, columns=columns) if rows and columns else rows or columns


def _certificates(scene: Scene, then: Game) -> Iterator[Effect]:
    if not scene.viewer:
        return
    before, left = scene.game.certificate_count(scene.viewer), then.certificate_count(scene.viewer)
    limit = then.title.stock.certificate_limit(then)
    if before != left:
        yield Effect(scene.say("Certificates"), str(before), str(left), note=scene.say("of {limit}", limit=limit))


def presidents(game: Game) -> dict[str, str]:
    """Who presides over each corporation that is in business and has a president among the players."""
    found = {}
    for name in game.state.certificates:
        if game.is_started(name) or game.title.corporations.is_open(game, name):
            president = game.president(name)
            if president in game.state.seats:
                found[name] = president
    return found


def _presidents(scene: Scene, action: Action, then: Game) -> Iterator[Effect]:
    say, old, new = scene.say, presidents(scene.game), presidents(then)
    for name in _first(scene, action, [*dict.fromkeys((*old, *new))]):
        before, heir = old.get(name, ""), new.get(name, "")
        if before != heir and heir:
            held = say("with {percent}%", percent=then.percent(name, heir))
            yield Effect(say("President of {corporation}", corporation=name), before, heir, note=held)
    if isinstance(action, SellShares):
        name, viewer = action.corporation, scene.viewer
        if viewer is not None and old.get(name) == new.get(name) == viewer:
            note = say("stays with {percent}%", percent=then.percent(name, viewer))
            yield Effect(say("President of {corporation}", corporation=name), after=viewer, note=note)


def _floating(scene: Scene, then: Game) -> Iterator[Effect]:
    """Corporations that were in business before and may operate only now."""
    now, rules = scene.game, scene.title.corporations
    for name in now.state.certificates:
        if now.is_started(name) and not rules.has_floated(now, name) and rules.has_floated(then, name):
            yield Effect(name, after=scene.say("floats"))


def _privates(scene: Scene, then: Game) -> Iterator[Effect]:
    say, old, new = scene.say, scene.game.state.privates, then.state.privates
    closing = [name for name in old if name not in new]
    if len(closing) > 1:
        yield Effect(", ".join(closing), after=say("close"))
    for name, owner in old.items():
        heir = new.get(name, "")
        if owner == heir or (name in closing and len(closing) > 1):
            continue
        if heir == scene.viewer:
            yield Effect(name, after=say("yours"))
        elif heir in then.state.seats or heir in then.state.certificates:
            yield Effect(name, after=say("goes to {owner}", owner=heir))
        else:
            yield Effect(name, after=say("closes"))


def following(scene: Scene, made: Outcome) -> tuple[Effect, ...]:
    """Who is next, if it is somebody else, and known: no card or die is asked before."""
    return _following(scene, made.then) if made.then.state.draws == scene.game.state.draws else ()


def _following(scene: Scene, then: Game) -> tuple[Effect, ...]:
    what = scene.say("Next")
    if then.over:
        return (Effect(what, after=scene.say("the game ends"), part=Part.NEXT),)
    decider = then.top.decider(then)
    if then.state.round != scene.game.state.round:
        return (Effect(what, after=decider, note=edition(scene).round(then.state.round), part=Part.NEXT),)
    return (Effect(what, after=decider, part=Part.NEXT),) if decider != scene.viewer else ()
