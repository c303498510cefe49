"""What every sender takes and answers: a message for one channel, and what became of it. None asks the database."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from ferrovia.saying.message import Message
from ferrovia.saying.voice import Voice
from ferrovia.table.notices.models import State
from ferrovia.table.notices.texts import Notice


@dataclass(frozen=True, repr=False)  # a trace or a log that prints one must not print an address
class Parcel:
    """A message on its way."""

    way: str
    address: str
    label: str
    name: str  # of whoever is told
    origin: str  # of this house: https://table.example.org
    token: str  # of the channel
    language: str
    notice: Notice
    now: datetime
    keys: dict[str, str]

    @property
    def say(self) -> Voice:
        return Voice(self.language)

    @property
    def link(self) -> str:
        return f"{self.origin}{self.notice.path}"


@dataclass(frozen=True)
class Taken:
    """Whoever was asked has taken it."""

    state: State
    reason: Message


@dataclass(frozen=True)
class Again:
    """Nobody has taken it, and it may be tried again."""

    reason: Message
    after: timedelta | None = None
    is_failure: bool = True  # not where the other side only wants to be asked more rarely


@dataclass(frozen=True)
class Refused:
    """It will never be taken."""

    reason: Message
    is_gone: bool = False  # the channel leads nowhere any more


Answer = Taken | Again | Refused
Sender = Callable[[Parcel], Answer]
