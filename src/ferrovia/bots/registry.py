"""The computer players by name."""

from __future__ import annotations

from collections.abc import Callable

from ferrovia.bots.bot import Bot
from ferrovia.bots.keen.player import KeenBot
from ferrovia.bots.random_bot import RandomBot
from ferrovia.bots.sensible import SensibleBot
from ferrovia.engine.flow.chance import Chance
from ferrovia.saying.troubles import UnknownTrouble

_BOTS: dict[str, Callable[[Chance], Bot]] = {
    "random": RandomBot,
    "sensible": SensibleBot,
    "keen": KeenBot,
}


def bot_names() -> tuple[str, ...]:
    return tuple(_BOTS)


def bot(name: str, chance: Chance) -> Bot:
    """A computer player by its name, and what it draws from; raises `UnknownTrouble` for one we do not have."""
    check_bot(name)
    return _BOTS[name](chance)


def check_bot(name: str) -> None:
    if name not in _BOTS:
        raise UnknownTrouble("There is no computer player '{name}'; we have {names:and}.", name=name, names=bot_names())
