"""What hosts announce to everybody, in both languages as they wrote it; shown at home and at tables until it ends."""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction
from django.db.models import Q

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.saying.message import Message
from ferrovia.table.clean_text import clean_text
from ferrovia.table.host.audit import note
from ferrovia.table.host.models import LONGEST_WORDS, Announcement
from ferrovia.table.models import Person
from ferrovia.table.shared_clock import time_now

MOST = 5  # at one time
MOST_DAYS = 365
LATELY = 10.0  # seconds

_known: list[Announcement] = []
_known_until = -1.0


def announce(by: Person | None, english: str, italian: str, days: int | None) -> Announcement:
    """Say something to everybody, for so many days or until it is taken down; raises `Refusal`."""
    words = [clean_text(each[: LONGEST_WORDS * 2]) for each in (english, italian)]
    if not any(words):
        raise Refusal("announce", "There is nothing to announce: write it in English, in Italian or in both.")
    if any(len(each) > LONGEST_WORDS for each in words):
        raise Refusal("announce", "An announcement has at most {most} characters.", most=LONGEST_WORDS)
    if days is not None and not 1 <= days <= MOST_DAYS:
        raise Refusal("announce", "An announcement stands from 1 to {most} days, or until you end it.", most=MOST_DAYS)
    now = time_now()
    with transaction.atomic():
        if len(standing()) >= MOST:
            raise Refusal("announce", "{most} announcements stand already: end one first.", most=MOST)
        made = Announcement.objects.create(
            english=words[0],
            italian=words[1],
            made=now,
            until=None if days is None else now + timedelta(days=days),
            by_name=by.name if by is not None else "",
        )
        note(by, "announce", Message("announced: {words}", words=words[0] or words[1]))
    look_again()
    return made


def end(by: Person | None, announcement: Announcement) -> None:
    with transaction.atomic():
        Announcement.objects.filter(pk=announcement.pk).update(until=time_now())
        words = announcement.english or announcement.italian
        note(by, "unannounce", Message("ended the announcement: {words}", words=words))
    look_again()


def standing() -> list[Announcement]:
    """Those that are shown now, the newest first."""
    return list(Announcement.objects.filter(Q(until=None) | Q(until__gt=time_now())).order_by("-made", "-pk"))


def standing_lately() -> list[Announcement]:
    """The same as it was some seconds ago: every update of every page of a table asks."""
    global _known, _known_until
    if time.monotonic() > _known_until:
        _known, _known_until = standing(), time.monotonic() + LATELY
    return _known


def look_again() -> None:
    """What is known of them in this process is out of date."""
    global _known_until
    _known_until = -1.0


def words_of(announcements: Iterable[Announcement], language: str) -> list[tuple[str, str]]:
    """Each in the reader's language, and else in the other one; with the language that it is in."""
    other = {"it": "en", "en": "it"}
    found = []
    for each in announcements:
        written = {"en": each.english, "it": each.italian}
        spoken = language if written.get(language) else other[language]
        found.append((spoken, written[spoken]))
    return found
