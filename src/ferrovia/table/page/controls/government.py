"""Government of 1883: what a concession asks and brings, and what political support costs and is good for."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.flow.decision import Choice
from ferrovia.engine.flow.game import Game
from ferrovia.table.page.control import Effect
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import HexMark, hex_mark
from ferrovia.titles.t1883 import components
from ferrovia.titles.t1883.actions import BuyConcession, BuySupport
from ferrovia.titles.t1883.emilia import Emilia, emilia


def promises(scene: Scene, choice: Choice) -> Iterator[Effect]:
    """What follows later from a concession or a card that is bought now."""
    say, game = scene.say, scene.game
    match choice:
        case BuyConcession(concession=name):
            table = components.concession_table(name)
            factor = components.sheet("game")["concession_rules"]["penalty_factor"]
            yield Effect(
                say("Bonus once they are joined"),
                after=str(table["bonus"][game.phase.revenue_level]),
                note=say("in later phases up to {most}", most=table["bonus"][-1]),
            )
            yield Effect(say("Time for it"), after=say("{n} operating {n:round|rounds}", n=table["due"]))
            yield Effect(say("Penalty if it fails"), after=str(table["cost"] * factor))
        case BuySupport():
            held = emilia(game).support.get(scene.viewer or "", 0)
            note = say("to avoid events, to share out a bonus")
            yield Effect(say("Support"), str(held), str(held + 1), note=note)


def support_spent(scene: Scene, then: Game) -> Iterator[Effect]:
    """The cards of political support that an answer takes."""
    now, later, viewer = scene.game.state.own, then.state.own, scene.viewer or ""
    if isinstance(now, Emilia) and isinstance(later, Emilia):
        held, left = now.support.get(viewer, 0), later.support.get(viewer, 0)
        if held != left:
            yield Effect(scene.say("Support"), str(held), str(left), left - held)


def places(scene: Scene, choice: Choice | None) -> list[HexMark]:
    """The places that the chosen concession asks to join."""
    if not isinstance(choice, BuyConcession):
        return []
    stops = components.concession_table(choice.concession)["stops"]
    return [hex_mark(scene, stop, scene.picked(), is_chosen=True) for stop in stops]
