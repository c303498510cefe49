"""What a table waits for, in words: kept beside the table when a move is settled, so that lists need no game."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import msgspec

from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import Round
from ferrovia.saying.message import Message, term
from ferrovia.table.law import TableLaw

# By the step at hand. What is not here is told by the step's own word.
_QUESTIONS = {
    "auction": term("Buy, bid or pass"),
    "contest": term("Bid, or leave it"),
    "lot": term("Put something up, or pass"),
    "bidding": term("Bid or pass"),
    "stock": term("Sell, then buy"),
    "par": term("Set a start price"),
    "rsa_start": term("Set a start price"),
    "home": term("Choose a home for {corporation}"),
    "track": term("Lay track for {corporation}"),
    "token": term("Place a token for {corporation}"),
    "run": term("Run for {corporation}"),
    "dividend": term("Pay or keep, for {corporation}"),
    "trains": term("Buy trains for {corporation}"),
    "finance": term("Trade stock for {corporation}"),
    "discard": term("{corporation} gives up a train"),
    "debt": term("Raise money"),
    "offer": term("Answer an offer"),
}
_OTHERWISE = term("{step:term}")


@dataclass(frozen=True)
class Asked:
    """What is asked at a table."""

    question: Message | None = None
    corporation: str = ""
    round: Round | None = None


def asked_of(game: Game) -> dict[str, Any]:
    """What is asked in a game, as it is kept."""
    round_now = msgspec.to_builtins(game.state.round)
    if game.over:
        return {"round": round_now}
    step, corporation = game.top.step(game), game.top.corporation_of(game)
    text = _QUESTIONS.get(step, _OTHERWISE)
    return {
        "text": text if corporation or "{corporation}" not in text else _OTHERWISE,
        "values": {"step": step, "corporation": corporation},
        "corporation": corporation,
        "round": round_now,
    }


def asked_from(kept: dict[str, Any]) -> Asked:
    """What was kept; nothing of it for a table that was never settled."""
    return Asked(
        Message(kept["text"], **kept["values"]) if "text" in kept else None,
        kept.get("corporation", ""),
        msgspec.convert(kept["round"], Round) if "round" in kept else None,
    )


@dataclass(frozen=True)
class Clock:
    """How long whoever must choose still has by the law of the table."""

    law: TableLaw
    since: datetime | None
    now: datetime
    left: timedelta = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "left", self.law.limit - (self.now - (self.since or self.now)))

    @property
    def is_late(self) -> bool:
        return self.left <= timedelta()

    @property
    def message(self) -> Message:
        minutes = int(self.left.total_seconds() // 60)
        if self.is_late:
            return Message("the time is over")
        if minutes < 60:
            return Message("{n} min left", n=max(1, minutes))
        if minutes < 60 * 24:
            return Message("{n} h left", n=minutes // 60)
        days, hours = divmod(minutes // 60, 24)
        return Message("{n} {n:day|days} {hours} h left", n=days, hours=hours)
