"""What a table waits for, in words: kept beside the table with every move, so that lists need no game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import Round
from ferrovia.formats.prompts import prompt
from ferrovia.saying.message import Message
from ferrovia.table.shared_clock import time_now
from ferrovia.table.stored_messages import StoredMessage


@dataclass(frozen=True)
class StandingPrompt:
    """What is asked at a table."""

    question: Message | None = None
    corporation: str = ""
    round: Round | None = None


def stored_prompt(game: Game) -> dict[str, Any]:
    """What is asked in a game, as it is kept."""
    round_now = msgspec.to_builtins(game.state.round)
    if game.over:
        return {"round": round_now}
    asked = prompt(game)
    named = {name: value for name, value in asked.values.items() if f"{{{name}" in asked.text}
    words = StoredMessage.of(Message(asked.text, **named))
    return {
        "text": words.text,
        "values": words.values,
        "corporation": game.top.corporation_of(game),
        "round": round_now,
    }


def waiting_columns(game: Game) -> dict[str, Any]:
    """What lists read of a table, by its columns: who must choose what, since this moment; or that the game is over,
    and since then nobody is asked.

    They are stored in the transaction of whatever changes the game: a list that says otherwise could lead nobody on.
    """
    decider, asked_at = ("", None) if game.over else (game.top.decider(game), time_now())
    return {"decider": decider, "over": game.over, "asked": stored_prompt(game), "asked_at": asked_at}


def read_prompt(kept: dict[str, Any]) -> StandingPrompt:
    """What was kept; nothing of it for a table that has not started."""
    return StandingPrompt(
        StoredMessage(kept["text"], kept["values"]).message if "text" in kept else None,
        kept.get("corporation", ""),
        msgspec.convert(kept["round"], Round) if "round" in kept else None,
    )
