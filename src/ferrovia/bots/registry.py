"""The computer players by name."""

from __future__ import annotations

from collections.abc import Callable

from ferrovia.bots.bot import Bot
from ferrovia.bots.keen.player import KeenBot
from ferrovia.bots.planner.budget import USUAL_STEPS
from ferrovia.bots.planner.player import PlannerBot
from ferrovia.bots.random_bot import RandomBot
from ferrovia.bots.sensible import SensibleBot
from ferrovia.engine.flow.chance import Chance
from ferrovia.saying.troubles import UnknownTrouble

_BOTS: dict[str, Callable[[Chance], Bot]] = {
    "random": RandomBot,
    "sensible": SensibleBot,
    "keen": KeenBot,
    "planner": PlannerBot,
}
# Those who think as long as they are allowed: `planner@200` is one with two hundred steps for each choice.
_SEARCHERS: dict[str, Callable[[Chance, int, float | None], Bot]] = {"planner": PlannerBot}
_WITH = "@"


def bot_names() -> tuple[str, ...]:
    return tuple(_BOTS)


def bot(name: str, chance: Chance, seconds: float | None = None) -> Bot:
    """A computer player by its name, and what it draws from; raises `UnknownTrouble` for one we do not have.

    Who searches answers within so many seconds, if any are given.
    """
    check_bot(name)
    kind, _, steps = name.partition(_WITH)
    if kind in _SEARCHERS:
        return _SEARCHERS[kind](chance, int(steps) if steps else USUAL_STEPS, seconds)
    return _BOTS[kind](chance)


def check_bot(name: str) -> None:
    kind, has_budget, steps = name.partition(_WITH)
    if kind not in _BOTS or (has_budget and kind not in _SEARCHERS):
        raise UnknownTrouble("There is no computer player '{name}'; we have {names:and}.", name=name, names=bot_names())
    if has_budget and not (steps.isascii() and steps.isdigit() and int(steps) > 0):
        text = "'{name}' has no budget to think with: after the @ comes a number of steps, at least 1."
        raise UnknownTrouble(text, name=name)


def is_bot(name: str) -> bool:
    try:
        check_bot(name)
    except UnknownTrouble:
        return False
    return True
