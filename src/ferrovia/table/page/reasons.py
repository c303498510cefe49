"""Why something is refused: told at once, or when the address asks."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.reading import ActionTrouble, read_action
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.remedies import search
from ferrovia.engine.flow.remedies.remedy import Way
from ferrovia.table.page.routes import hushed
from ferrovia.table.page.scene import Scene

WHY = "why"  # in an address: the action that is asked about


@dataclass(frozen=True)
class Why:
    """Why something is refused, with the clause that says so."""

    text: str
    clause: str = ""
    way: str = ""  # what would make it legal, where that was asked for and is known


def reason(scene: Scene, refusal: Refusal) -> Why:
    """A refusal as the table may say it."""
    said = hushed(scene.law, refusal)
    return Why(scene.say(said), said.rule, _way(scene, refusal.way))


def _way(scene: Scene, way: Way | None) -> str:
    if way is None:
        return ""
    if way.then is not None:
        way = Way(way.remedies, way.suffices, hushed(scene.law, way.then))
    return scene.say(way)


def why_not(scene: Scene, action: Action) -> Why | None:
    """Why the viewer may not do something now, or None."""
    refusal = scene.game.why_not(action, by=scene.viewer)
    return reason(scene, refusal) if refusal is not None else None


# When it is asked


def ask_why(scene: Scene, action: Action) -> str:
    """The query of the address that asks why an action is refused."""
    return scene.picked(why=msgspec.json.encode(action).decode(), c="", price="")


def why_if_asked(scene: Scene, action: Action) -> Why | None:
    """Why this action is refused, if that is what the address asks."""
    return asked_why(scene) if scene.pick.get(WHY) == msgspec.json.encode(action).decode() else None


def asked_why(scene: Scene) -> Why | None:
    """Why the action that the address asks about is refused."""
    text = scene.pick.get(WHY, "")
    if not text:
        return None
    try:
        action = read_action(scene.title, text)
    except ActionTrouble:
        return None
    refusal = search.why_not(scene.game, action, by=scene.viewer)
    return reason(scene, refusal) if refusal is not None else None
