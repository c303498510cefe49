"""Mail for getting back in: an address that an account may have, and the code that is sent to it.

Mail goes out where Django is told of a server for it, and nothing is told of whether an account has an address.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from datetime import timedelta
from threading import Thread

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.mail import EmailMultiAlternatives
from django.core.validators import validate_email
from django.db import close_old_connections

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.saying.voice import Voice
from ferrovia.table.notices.mail import handed_over, sender_of
from ferrovia.table.notices.mail_servers import MailServer
from ferrovia.table.notices.sending import Taken
from ferrovia.table.recovery.account_codes import make_passing_code, user_named

AN_HOUR = timedelta(hours=1)
_CONFIRM = "ferrovia.mail"
_DAYS = 3 * 24 * 60 * 60

_log = logging.getLogger(__name__)


def is_configured() -> bool:
    """Whether mail can be sent at all: FERROVIA_MAIL names a server for it."""
    return settings.MAIL is not None


def address_of(user: User) -> EmailAddress | None:
    return EmailAddress.objects.filter(user=user).order_by("-pk").first()


def confirmed_address_of(user: User) -> str:
    """Where a code for this account would be sent; empty where nobody has confirmed that."""
    address = address_of(user)
    return address.email if address is not None and address.verified else ""


def keep_address(user: User, wanted: str) -> bool:
    """Keep an address, or none; whether it is a new one, which its owner has to confirm. Raises `Refusal`."""
    address = wanted.strip()
    if not address:
        EmailAddress.objects.filter(user=user).delete()
        return False
    try:
        validate_email(address)
    except ValidationError:
        raise Refusal("mail", "This is no e-mail address.") from None
    if len(address) > 254:
        raise Refusal("mail", "This is no e-mail address.")
    before = address_of(user)
    if before is not None and before.email == address:
        return not before.verified
    EmailAddress.objects.filter(user=user).delete()
    EmailAddress.objects.create(user=user, email=address, primary=True, verified=False)
    return True


def confirmation(user: User) -> str:
    """What the link of the mail ends with that confirms an address."""
    address = address_of(user)
    return signing.dumps([user.pk, address.email if address else ""], salt=_CONFIRM)


def to_confirm(token: str) -> EmailAddress | None:
    """The address that a link confirms, if its account still has it."""
    try:
        pk, address = signing.loads(token, salt=_CONFIRM, max_age=_DAYS)
    except (signing.BadSignature, ValueError):
        return None
    return EmailAddress.objects.filter(user_id=pk, email=address).select_related("user").first() if address else None


def confirm(address: EmailAddress) -> None:
    """Whoever reads the address says that it is theirs."""
    EmailAddress.objects.filter(pk=address.pk).update(verified=True)
    address.verified = True


def send_confirmation(user: User, link: str, say: Voice) -> None:
    address = address_of(user)
    if address is not None:
        text = say("To confirm that this address is that of {name} at Ferrovia, open this link:", name=user.username)
        _send(address.email, say("Confirm your address"), f"{text}\n\n{link}\n", link)


def tell_former(user: User, address: str, here: str, say: Voice) -> None:
    """Tell an address that it is no longer that of an account; nobody waits for it."""
    text = say(
        "This address is no longer that of {name} at Ferrovia: no link for a lost password goes here.",
        name=user.username,
    )
    rest = say("If that was not you, choose another password and tell whoever runs this server:")
    subject = say("Your address was changed")
    _in_background(lambda: _send(address, subject, f"{text}\n\n{rest}\n\n{here}\n", here))


def send_code(name_or_address: str, link: Callable[[str, str], str], say: Voice) -> None:
    """Send a code to a confirmed address, if somebody has one; nobody waits for it, so that nothing is told by time."""
    _in_background(lambda: _send_code(name_or_address, link, say))


def _send_code(name_or_address: str, link: Callable[[str, str], str], say: Voice) -> None:
    wanted = name_or_address.strip()
    if "\0" in wanted:
        return
    user = user_named(wanted)
    confirmed = EmailAddress.objects.filter(verified=True).select_related("user")
    owned = confirmed.filter(user=user) if user is not None else confirmed.filter(email__iexact=wanted)
    for address in owned[:5]:
        code = make_passing_code(address.user, AN_HOUR)
        name = address.user.username
        text = say("With this link {name} chooses a new password, once, within an hour:", name=name)
        rest = say("If you have not asked for it, do nothing: your password stays.")
        way = link(name, code)
        _send(address.email, say("Getting back in"), f"{text}\n\n{way}\n\n{rest}\n", way)


def _send(to: str, subject: str, text: str, link: str) -> None:
    server: MailServer | None = settings.MAIL
    if server is None:
        return
    answer = handed_over(server, EmailMultiAlternatives(f"Ferrovia: {subject}", text, sender_of(link), [to]))
    if not isinstance(answer, Taken):
        # Mail servers quote the address that they refuse, which is no business of whoever reads the log.
        _log.error("A mail was not taken: %s", re.sub(r"\S*@\S*", "(address)", str(answer.reason)))


def _in_background(act: Callable[[], object]) -> None:
    def run() -> None:
        close_old_connections()
        try:
            act()
        finally:
            close_old_connections()

    Thread(target=run, name="mail", daemon=True).start()
