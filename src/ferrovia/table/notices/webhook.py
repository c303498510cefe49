"""Webhooks: the notice as plain JSON, sent to an address of whoever is told. Chat services take it as it is.

`text` is what Telegram and ntfy show, `content` what Discord does; programs read the rest.
"""

from __future__ import annotations

import json
from datetime import UTC, timedelta

from django.conf import settings

from ferrovia.saying.message import Message
from ferrovia.table.notices.models import State
from ferrovia.table.notices.outside import OutsideTrouble, Reply, SilenceTrouble, posted, target_of
from ferrovia.table.notices.sending import Again, Answer, Parcel, Refused, Taken

_EVENTS = {"turn": "your_turn", "answer": "answer_asked", "starts": "table_starts", "over": "game_over"}
_LATER = (408, 425, 429)
_LONGEST_PAUSE = 24 * 3600  # seconds that a server may ask us to wait


def content(parcel: Parcel) -> dict[str, object]:
    """What is sent."""
    notice = parcel.notice
    text = f"{parcel.name}: {notice.title}. {notice.body} {parcel.link}"
    return {
        "event": _EVENTS.get(notice.kind, notice.kind),
        "text": text,
        "content": text[:2000],  # Discord takes no more
        "table": notice.table,
        "title": notice.game,
        "move": notice.move,
        "player": notice.player or parcel.name,
        "deadline": notice.deadline.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if notice.deadline else None,
        "url": parcel.link,
        "id": notice.key,  # the same one twice is one notice
    }


def send(parcel: Parcel) -> Answer:
    headers = {"Content-Type": "application/json", "User-Agent": "Ferrovia"}
    try:
        reply = posted(target_of(parcel.address, settings.NETWORKS), headers, json.dumps(content(parcel)).encode())
    except OutsideTrouble as trouble:
        return Refused(trouble.message)
    except SilenceTrouble as trouble:
        return Again(trouble.message)
    return answered(reply)


def answered(reply: Reply) -> Answer:
    """What a status means for a notice."""
    status = reply.status
    if 200 <= status < 300:
        return Taken(State.HANDED, Message("the webhook took it"))
    if status in (404, 410):
        return Refused(Message("{status}: no such webhook", status=status))
    if status in _LATER or status >= 500:
        return Again(Message("the other side answered {status}", status=status), pause(reply), is_failure=status != 429)
    return Refused(Message("the other side answered {status}", status=status))


def pause(reply: Reply) -> timedelta | None:
    """How long the other side wants to be left alone."""
    text = reply.headers.get("retry-after", "")
    return timedelta(seconds=min(int(text), _LONGEST_PAUSE)) if text.isascii() and text.isdecimal() else None
