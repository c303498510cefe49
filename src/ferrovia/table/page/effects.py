"""What follows from a choice, before it is taken: it is played on a fork of the game, and the two are compared."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ferrovia.engine.finance.market import Cell, cell_of
from ferrovia.engine.flow.actions import Action, SellShares
from ferrovia.engine.flow.auction import Auction
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.consequences import at_once as played_at_once
from ferrovia.table.page.control import Effect, Ghost
from ferrovia.table.page.named import corporation_named
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition

WITNESSES = 3  # games with other cards and dice, where chance has a say in what follows


def after(scene: Scene, action: Action) -> Game | None:
    """The game after an action, as far as the viewer can know it; None where it is not allowed."""
    return _played(scene.game.fork_for(scene.viewer), action, scene.viewer)


def effects(scene: Scene, action: Action) -> tuple[Effect, ...]:
    """Money, prices, certificates, presidencies and owners that change, and who is next if it is somebody else."""
    then = after(scene, action)
    return effects_of(scene, action, then) if then is not None else ()


def effects_of(scene: Scene, action: Action, then: Game) -> tuple[Effect, ...]:
    """The same for an action that was played on a fork."""
    near = _near(scene, action, then)
    found = tuple(_changes(scene, action, near, then))
    if then.state.round == scene.game.state.round and then.state.draws == scene.game.state.draws:
        return found
    # A card or a die may have spoken. What follows whatever it says follows for everybody who knows no more.
    for game in _others(scene, action):
        certain = set(_changes(scene, action, game if near is then else near, game))
        found = tuple(effect for effect in found if effect in certain)
    return found


def ghosts_of(now: Game, then: Game) -> tuple[Ghost, ...]:
    """The tokens that stand elsewhere on the market."""
    names = dict.fromkeys(name for name, _, _ in (*now.state.market, *then.state.market))
    places = ((name, cell_of(now.state.market, name), cell_of(then.state.market, name)) for name in names)
    return tuple(Ghost(name, start, end) for name, start, end in places if start != end)


def _played(fork: Game, action: Action, by: str | None) -> Game | None:
    try:
        fork.apply(action, by=by)
    except Refusal:
        return None
    return fork


def _others(scene: Scene, action: Action) -> Iterator[Game]:
    """The game after the action, with cards and dice as a bystander might think them."""
    for number in range(WITNESSES):
        fork = scene.game.fork_for(None)
        fork.settings = msgspec.structs.replace(fork.settings, seed=f"{fork.settings.seed}, again {number}")
        scene.title.seen.redraw(fork, None)
        played = _played(fork, action, scene.viewer)
        if played is not None:
            yield played


def at_once(scene: Scene, action: Action) -> Game | None:
    """The game after an action of the decision alone: nothing goes on by itself after it."""
    return played_at_once(scene.game.fork_for(scene.viewer), action)


def _near(scene: Scene, action: Action, then: Game) -> Game:
    """Where a round ends with the action, the game before the next one: what that brings does not follow from it."""
    return then if then.state.round == scene.game.state.round else at_once(scene, action) or then


def _changes(scene: Scene, action: Action, near: Game, then: Game) -> Iterator[Effect]:
    yield from _money(scene, action, near)
    yield from _prices(scene, action, near)
    yield from _certificates(scene, near)
    yield from _presidents(scene, action, near)
    yield from _floating(scene, near)
    yield from _privates(scene, near)
    yield from _next(scene, then)


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


def _prices(scene: Scene, action: Action, then: Game) -> Iterator[Effect]:
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
    for name, owner in old.items():
        heir = new.get(name, "")
        if owner == heir:
            continue
        if heir == scene.viewer:
            yield Effect(name, after=say("yours"))
        elif heir in then.state.seats or heir in then.state.certificates:
            yield Effect(name, after=say("goes to {owner}", owner=heir))
        else:
            yield Effect(name, after=say("closes"))


def _next(scene: Scene, then: Game) -> Iterator[Effect]:
    if then.over:
        yield Effect(scene.say("Next"), after=scene.say("the game ends"))
        return
    decider = then.top.decider(then)
    if then.state.round != scene.game.state.round:
        yield Effect(scene.say("Next"), after=decider, note=edition(scene).round(then.state.round))
    elif decider != scene.viewer:
        yield Effect(scene.say("Next"), after=decider)
