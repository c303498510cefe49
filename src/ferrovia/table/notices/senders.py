"""Which sender goes which way."""

from __future__ import annotations

import logging

from ferrovia.saying.message import Message
from ferrovia.table.notices import mail, push, webhook
from ferrovia.table.notices.models import Way
from ferrovia.table.notices.sending import Again, Answer, Parcel, Sender

SENDERS: dict[str, Sender] = {Way.PUSH: push.send, Way.MAIL: mail.send, Way.WEBHOOK: webhook.send}

_log = logging.getLogger(__name__)


def send(parcel: Parcel) -> Answer:
    """Send a message; whatever breaks on our side is tried again."""
    try:
        return SENDERS[parcel.way](parcel)
    except Exception:
        _log.exception("A notice by %s could not be sent.", parcel.way)
        return Again(Message("something broke on the side of this club"))
