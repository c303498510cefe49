"""Browser push: a sealed message to the push service of a browser, which wakes our service worker."""

from __future__ import annotations

import json
from datetime import timedelta

from django.conf import settings

from ferrovia.saying.message import Message, term
from ferrovia.table.notices.judging import LIFE
from ferrovia.table.notices.models import Kind, State, Way
from ferrovia.table.notices.outside import OutsideTrouble, SilenceTrouble, posted, target_of
from ferrovia.table.notices.sending import Again, Answer, Parcel, Refused, Taken
from ferrovia.table.notices.webhook import pause
from ferrovia.table.notices.webpush import LONGEST, decoded, is_here, key_of, sealed, signature

_GONE = (403, 404, 410)  # 403: it was made for another key of ours
_LATER = (408, 425, 429)
_CUT = 700  # signs of a message that would be too long
OPEN, LATER = term("Open"), term("In 2 hours")


def content(parcel: Parcel) -> bytes:
    """What the service worker reads: see static/table/worker.js."""
    notice, say = parcel.notice, parcel.say
    told = {
        "title": notice.title[:_CUT],
        "body": notice.body,
        "path": notice.path,
        # A newer notice of a table takes the place of the one that is shown.
        "tag": f"named {notice.table}" if notice.kind == Kind.NAMED else notice.table or notice.kind,
        "key": notice.key,
        "language": parcel.language,
        "open": say.term(OPEN),
        "later": say.term(LATER) if notice.kind in (Kind.TURN, Kind.REMINDER) else "",
    }
    if len(json.dumps(told, ensure_ascii=False).encode()) > LONGEST:
        told["body"] = notice.body[:_CUT]
    return json.dumps(told, ensure_ascii=False).encode()


def send(parcel: Parcel) -> Answer:
    if not is_here():
        return Again(Message("this club has no library for push"))
    key = key_of(parcel.keys.get("server", ""), (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))
    if key is None:
        return Refused(Message("the key of this house has changed"), is_gone=True)
    notice = parcel.notice
    life = LIFE[Way.PUSH] if notice.deadline is None else min(LIFE[Way.PUSH], notice.deadline - parcel.now)
    try:
        body = sealed(content(parcel), decoded(parcel.keys["p256dh"]), decoded(parcel.keys["auth"]))
        target = target_of(parcel.address, settings.NETWORKS)
        subject = f"mailto:{settings.MAIL_FROM}" if settings.MAIL_FROM else parcel.origin
        expires = int((parcel.now + timedelta(hours=12)).timestamp())
        headers = {
            "Authorization": signature(key, f"{target.url.scheme}://{target.url.netloc}", subject, expires),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(max(60, int(life.total_seconds()))),
            "Urgency": "high" if notice.kind in (Kind.TURN, Kind.REMINDER, Kind.ANSWER, Kind.TEST) else "normal",
        }
        if notice.table and notice.kind != Kind.NAMED:
            headers["Topic"] = notice.table[:32]
        reply = posted(target, headers, body)
    except (OutsideTrouble, KeyError, ValueError) as trouble:
        text = trouble.message if isinstance(trouble, OutsideTrouble) else Message("the browser gave no right keys")
        return Refused(text, is_gone=True)
    except SilenceTrouble as trouble:
        return Again(trouble.message)
    if 200 <= reply.status < 300:
        return Taken(State.SENT, Message("taken by the push service of the browser"))
    if reply.status in _GONE:
        return Refused(Message("{status}: the browser has ended it", status=reply.status), is_gone=True)
    if reply.status in _LATER or reply.status >= 500:
        return Again(
            Message("the push service answered {status}", status=reply.status), pause(reply), reply.status != 429
        )
    return Refused(Message("the push service answered {status}", status=reply.status))
