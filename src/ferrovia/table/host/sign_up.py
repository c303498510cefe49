"""How one gets an account here: anybody, by invitation, or nobody; and the links that hosts send."""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, QuerySet

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.saying.message import Message, term
from ferrovia.table.host.audit import note
from ferrovia.table.host.house import the_house
from ferrovia.table.host.models import House, SignUpLink
from ferrovia.table.models import Person
from ferrovia.table.shared_clock import time_now

MOST_USES, MOST_DAYS, MOST_LINKS = 100, 365, 50
LINK = "sign_up_link"  # in a session: the link by which somebody came


class SignUp(StrEnum):
    """Who may sign up."""

    OPEN = "open"
    INVITED = "invited"
    CLOSED = "closed"


WORDS = {
    SignUp.OPEN: term("anybody"),
    SignUp.INVITED: term("by invitation"),
    SignUp.CLOSED: term("nobody"),
}


def sign_up_now() -> SignUp:
    """As a host has chosen it, or else as the server was started."""
    kept = the_house().sign_up
    return SignUp(kept or settings.SIGN_UP)


def settle(by: Person | None, way: str) -> None:
    """Choose who may sign up; raises `Refusal` for what is no way."""
    if way not in {each.value for each in SignUp}:
        raise Refusal("sign-up", "There is no such way to sign up.")
    with transaction.atomic():
        House.objects.update_or_create(pk=1, defaults={"sign_up": way})
        note(by, "sign_up", Message("settled who may sign up: {way:term}", way=WORDS[SignUp(way)]))


def make_link(by: Person | None, uses: int, days: int) -> SignUpLink:
    """A link for so many people and days; raises `Refusal`."""
    if not 1 <= uses <= MOST_USES:
        raise Refusal("sign-up", "A link is for 1 to {most} people.", most=MOST_USES)
    if not 1 <= days <= MOST_DAYS:
        raise Refusal("sign-up", "A link lasts from 1 to {most} days.", most=MOST_DAYS)
    now = time_now()
    with transaction.atomic():
        if len(links()) >= MOST_LINKS:
            raise Refusal("sign-up", "{most} links are open already: end one first.", most=MOST_LINKS)
        made = SignUpLink.objects.create(uses=uses, ends=now + timedelta(days=days), made=now, by=by)
        text = "made a link for {uses} {uses:person|people} and {days} {days:day|days}"
        note(by, "link", Message(text, uses=uses, days=days))
    return made


def end_link(by: Person | None, link: SignUpLink) -> None:
    with transaction.atomic():
        SignUpLink.objects.filter(pk=link.pk).update(ends=time_now())
        note(by, "end_link", Message("ended a link to sign up"))


def links() -> list[SignUpLink]:
    """Those by which somebody can still sign up."""
    return list(SignUpLink.objects.filter(ends__gt=time_now(), used__lt=F("uses")).order_by("-made", "-pk"))


def is_open_link(key: str) -> bool:
    return "\0" not in key and _open(key).exists()


def hindrance(key: str) -> Message | None:
    """Why somebody who came by this link, or by none, cannot sign up."""
    match sign_up_now():
        case SignUp.OPEN:
            return None
        case SignUp.INVITED if is_open_link(key):
            return None
        case SignUp.INVITED:
            return Message("Accounts here are by invitation: ask a host of this server for a link.")
    return Message("No new accounts are made here at the moment.")


def use_link(key: str) -> bool:
    """One more signs up by a link; whether it lets them in: of two who come at once for the last place one is."""
    return bool(_open(key).update(used=F("used") + 1))


def needs_first_account() -> bool:
    """Whether nobody has an account yet: the first one is the host's."""
    return not User.objects.exists()


def _open(key: str) -> QuerySet[SignUpLink]:
    return SignUpLink.objects.filter(key=key, ends__gt=time_now(), used__lt=F("uses"))
