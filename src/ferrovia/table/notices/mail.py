"""Mail: one thread for a table, one click to have no more of a kind, no pictures, nothing that follows the reader."""

from __future__ import annotations

import smtplib
from email.utils import formataddr, parseaddr
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse

from ferrovia.saying.message import Message
from ferrovia.table.notices.confirming import question_of
from ferrovia.table.notices.mail_servers import MailServer
from ferrovia.table.notices.models import Kind, State
from ferrovia.table.notices.sending import Again, Answer, Parcel, Refused, Taken
from ferrovia.table.notices.texts import ASKS, WHY


def is_mail_address(text: str) -> bool:
    """Whether a text looks like one address of mail."""
    name, domain = text.rpartition("@")[::2]
    plain = text.isascii() and text.isprintable() and not any(sign in text for sign in ' ,;<>"()[]\\')
    return bool(plain and name and "." in domain.strip(".") and parseaddr(text)[1] == text and len(text) <= 254)


def stop_link(parcel: Parcel) -> str:
    return f"{parcel.origin}{reverse('stop_notices', args=[parcel.token, parcel.notice.kind])}"


def message_of(parcel: Parcel, sender: str) -> EmailMultiAlternatives:
    """The mail itself."""
    notice, say = parcel.notice, parcel.say
    host = urlsplit(parcel.origin).hostname or "localhost"
    stop = stop_link(parcel)
    subject = f"{notice.title} ({notice.table_name})" if notice.table_name else notice.title
    headers = {
        "Message-ID": f"<{notice.kind}-{notice.key}@{host}>",
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }
    if notice.table:
        headers["References"] = f"<table-{notice.table}@{host}>"
    context = {
        "say": say,
        "language": parcel.language,
        "parcel": parcel,
        "notice": notice,
        "why": WHY[Kind(notice.kind)],
        "stop": stop,
        "settings": f"{parcel.origin}{reverse('notices')}",
        "host": host,
    }
    mail = EmailMultiAlternatives(
        subject.replace("\n", " "),
        plain_text(parcel, stop),
        sender,
        [parcel.address],
        headers=headers,
    )
    mail.attach_alternative(render_to_string("table/mail/notice.html", context), "text/html")
    return mail


def sender_of(origin: str) -> str:
    """Whom mail of this house is from."""
    address = settings.MAIL_FROM or f"ferrovia@{urlsplit(origin).hostname or 'localhost'}"
    return formataddr(("Ferrovia", address))


def plain_text(parcel: Parcel, stop: str) -> str:
    """The mail for those who read no HTML."""
    notice, say = parcel.notice, parcel.say
    facts = [f"{fact.label}: {fact.words}" for fact in notice.facts] or [notice.body]
    why = WHY[Kind(notice.kind)]
    lines = [
        f"{parcel.name}, {notice.title}.",
        "",
        *facts,
        "",
        parcel.link,
        "",
        "-- ",
        say.term(why),
        say("Change: {link}", link=f"{parcel.origin}{reverse('notices')}"),
        say("No more mail of this kind: {link}", link=stop),
    ]
    return "\n".join(lines) + "\n"


def send(parcel: Parcel) -> Answer:
    server: MailServer | None = settings.MAIL
    if server is None:
        return Refused(Message("this club sends no mail"))
    made = question_of if parcel.notice.kind == ASKS else message_of
    return handed_over(server, made(parcel, sender_of(parcel.origin)))


def handed_over(server: MailServer, mail: EmailMultiAlternatives) -> Answer:
    """What a mail server says to a mail."""
    try:
        mail.connection = server.connection()
        mail.send()
    except smtplib.SMTPRecipientsRefused as error:
        return _refused(*next(iter(error.recipients.values()), (550, b"")))
    except smtplib.SMTPAuthenticationError as error:
        return Again(Message("the mail server does not let this club in: {said}", said=_said(error.smtp_error)))
    except smtplib.SMTPResponseException as error:
        return _refused(error.smtp_code, error.smtp_error)
    except (smtplib.SMTPException, OSError):
        return Again(Message("the mail server did not answer"))
    domain = mail.to[0].rpartition("@")[2]
    return Taken(State.HANDED, Message("to the mail server, for {domain}", domain=domain))


def _refused(code: int, said: Any) -> Answer:
    reason = Message("the mail server did not take it: “{said}”", said=_said(said) or str(code))
    return Refused(reason) if 500 <= code < 600 else Again(reason)


def _said(said: Any) -> str:
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
    return " ".join(text.split())[:120]
