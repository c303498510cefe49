"""The bar: where the game stands in a few facts."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition


@dataclass(frozen=True)
class Fact:
    """A heading and a figure; those of the second rank give way on a narrow screen."""

    name: str
    value: str
    more: str = ""
    is_second: bool = False


@dataclass(frozen=True)
class Bar:
    full_title: str
    number: int
    facts: tuple[Fact, ...]


def bar(scene: Scene) -> Bar:
    game, say = scene.game, scene.say
    now, phase = game.state.round, game.phase
    more = say("of {n}", n=now.of) if now.kind == "operating" and now.of > 1 else ""
    facts = [
        Fact(say("Round"), edition(scene).round(now), more),
        Fact(say("Phase"), phase.name),
        Fact(say("Bank"), say("{bank:money}", bank=scene.view["bank"]).replace("-", "−")),
    ]
    if phase.train_limit is not None:
        facts.append(Fact(say("Train limit"), str(phase.train_limit), is_second=True))
    facts.append(Fact(say("Priority"), game.state.priority, is_second=True))
    place = scene.view["full_title"].partition(": ")[2]
    return Bar(place, scene.number, tuple(facts))
