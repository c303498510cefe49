"""The bar: where the game stands in a few facts."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.saying.message import Message, term
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition


@dataclass(frozen=True)
class Fact:
    """A heading and a figure; those of the second rank give way on a narrow screen."""

    name: str
    value: str
    is_second: bool = False
    word: str = ""  # of the glossary, that it can be asked by


@dataclass(frozen=True)
class Bar:
    full_title: str
    number: int
    facts: tuple[Fact, ...]


_WORDS = {"stock": "stock-round", "operating": "operating-round"}  # of the glossary
# Which round of its set it is.
_OF_A_SET = (term("{round}, 1st of {n}"), term("{round}, 2nd of {n}"), term("{round}, 3rd of {n}"))


def bar(scene: Scene) -> Bar:
    game, say = scene.game, scene.say
    phase = game.phase
    facts = [
        Fact(say("Round"), _round(scene), word=_WORDS.get(game.state.round.kind, "")),
        Fact(say("Phase"), phase.name, word="phase"),
        Fact(say("Bank"), say("{bank:money}", bank=scene.view["bank"]).replace("-", "−")),
    ]
    if phase.train_limit is not None:
        facts.append(Fact(say("Train limit"), str(phase.train_limit), is_second=True))
    facts.append(Fact(say("Priority"), game.state.priority, is_second=True, word="priority"))
    place = scene.view["full_title"].partition(": ")[2]
    return Bar(place, scene.number, tuple(facts))


def _round(scene: Scene) -> str:
    now = scene.game.state.round
    name = edition(scene).round(now)
    if now.kind != "operating" or not 1 <= now.number <= now.of or now.of == 1:
        return name
    return scene.say(Message(_OF_A_SET[now.number - 1], round=name, n=now.of))
