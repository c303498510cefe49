"""The one mail that an address gets before its reader has said yes: it asks for that, and nothing else is sent."""

from __future__ import annotations

from django.core.mail import EmailMultiAlternatives
from django.urls import reverse

from ferrovia.table.notices.models import Channel
from ferrovia.table.notices.sending import Parcel
from ferrovia.table.shared_clock import time_now


def question_of(parcel: Parcel, sender: str) -> EmailMultiAlternatives:
    """The mail itself."""
    notice, say = parcel.notice, parcel.say
    link = f"{parcel.origin}{reverse('confirm_notices', args=[parcel.token])}"
    end = say("If not, do nothing: no other mail will come.")
    lines = [notice.body, "", say("If that is you, say so here:"), link, "", end]
    return EmailMultiAlternatives(
        notice.title, "\n".join(lines) + "\n", sender, [parcel.address], headers={"Auto-Submitted": "auto-generated"}
    )


def confirm(channel: Channel) -> None:
    """Whoever reads the address wants it."""
    Channel.objects.filter(pk=channel.pk, confirmed=None).update(confirmed=time_now(), trouble=None)
