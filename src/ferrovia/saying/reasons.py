"""Why something failed: our own troubles can say it in every language, others have words that stand as they are."""

from __future__ import annotations

from ferrovia.saying.message import Message


def reason(error: Exception) -> Message | str:
    said = getattr(error, "message", None)
    return said if isinstance(said, Message) else str(error)
