"""What follows from a choice, before it is taken: it is played on a fork of the game, and the two are compared."""

from __future__ import annotations

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.table.page.control import Effect
from ferrovia.table.page.scene import Scene


def after(scene: Scene, action: Action) -> Game | None:
    """The game after an action, as far as the viewer can know it; None where it is not allowed."""
    fork = scene.game.fork_for(scene.viewer)
    try:
        fork.apply(action, by=scene.viewer)
    except Refusal:
        return None
    return fork


def effects(scene: Scene, action: Action) -> tuple[Effect, ...]:
    """Money, prices and presidencies that change."""
    then = after(scene, action)
    if then is None:
        return ()
    now, found = scene.game, []
    purses = [scene.viewer or "", now.top.corporation_of(now)]
    for name in dict.fromkeys(name for name in purses if name):
        before, left = now.cash(name), then.cash(name)
        if before != left:
            found.append(Effect(name, str(before), str(left), left - before))
    return tuple(found)
