"""The one mail that an address gets before its reader has said yes: it asks for that, and nothing else is sent."""

from __future__ import annotations

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.urls import reverse

from ferrovia.saying.voice import Voice
from ferrovia.table.notices.mail import handed_over, sender_of
from ferrovia.table.notices.mail_servers import MailServer
from ferrovia.table.notices.models import Channel
from ferrovia.table.notices.outbox import plain
from ferrovia.table.notices.sending import Taken
from ferrovia.table.shared_clock import time_now


def ask_to_confirm(channel: Channel, language: str) -> bool:
    """Ask whoever reads an address; whether the mail server took it. What it says otherwise is kept."""
    server: MailServer | None = settings.MAIL
    if server is None:
        return False
    say = Voice(language)
    link = f"{channel.origin}{reverse('confirm_notices', args=[channel.token])}"
    asked = say(
        "{name} plays railway games at {origin} and wants to be told at this address when it is their turn.",
        name=channel.person.name,
        origin=channel.origin,
    )
    end = say("If not, do nothing: no other mail will come.")
    lines = [asked, "", say("If that is you, say so here:"), link, "", end]
    mail = EmailMultiAlternatives(
        say("Notices of Ferrovia to this address?"),
        "\n".join(lines) + "\n",
        sender_of(channel.origin),
        [channel.address],
        headers={"Auto-Submitted": "auto-generated"},
    )
    answer = handed_over(server, mail)
    is_taken = isinstance(answer, Taken)
    trouble = None if is_taken else plain(answer.reason)
    Channel.objects.filter(pk=channel.pk).update(trouble=trouble)
    return is_taken


def confirm(channel: Channel) -> None:
    """Whoever reads the address wants it."""
    Channel.objects.filter(pk=channel.pk, confirmed=None).update(confirmed=time_now(), trouble=None)
