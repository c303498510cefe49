"""What the server writes down of what strangers send wrong: a line now and then, so that nobody can fill the log."""

from __future__ import annotations

import logging

from ferrovia.table.token_buckets import Limit, TokenBuckets

LINES = Limit(5, 1 / 60)  # of each kind: some at once, then one a minute


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
