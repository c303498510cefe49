"""What the server writes down: as text or as JSON, and of what strangers send wrong only a line now and then.

Otherwise anybody could fill the log.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import UTC, datetime

import msgspec

from ferrovia.saying.message import Trouble
from ferrovia.table.token_buckets import Limit, TokenBuckets

LINES = Limit(5, 1 / 60)  # of each kind: some at once, then one a minute

LEVELS, FORMATS = ("debug", "info", "warning", "error"), ("text", "json")


class LogTrouble(Trouble):
    """Why the log cannot be written as the environment says."""


def log_settings(environment: Mapping[str, str]) -> tuple[str, str]:
    """The level and the format that the environment names; raises `Trouble`."""
    level, form = environment.get("FERROVIA_LOG", "") or "warning", environment.get("FERROVIA_LOG_FORMAT", "") or "text"
    if level.lower() not in LEVELS:
        raise LogTrouble("FERROVIA_LOG is one of {known:or}, not '{text}'.", known=LEVELS, text=level)
    if form.lower() not in FORMATS:
        raise LogTrouble("FERROVIA_LOG_FORMAT is one of {known:or}, not '{text}'.", known=FORMATS, text=form)
    return level.upper(), form.lower()


class JsonLines(logging.Formatter):
    """An object a line: when, how grave, where, what; with the facts of what happened, and where it broke off."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        told |= getattr(record, "facts", {})
        if record.exc_info:
            told["traceback"] = self.formatException(record.exc_info)
        return msgspec.json.encode(told).decode()


class Seldom(logging.Filter):
    """Lets few lines through, each without a traceback: the first word of it is all that a host can mend."""

    def __init__(self, up_to: int = logging.CRITICAL) -> None:
        super().__init__()
        self._up_to = up_to  # what is graver is written down whole
        self._buckets = TokenBuckets(most=100)

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno > self._up_to:
            return True
        record.exc_info = record.exc_text = None
        return self._buckets.take(record.name, "", LINES)
