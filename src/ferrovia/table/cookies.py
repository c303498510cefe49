"""What browsers keep for us, signed: which guest somebody is, and in whose hands the device has been.

Both name the generation of their person, who ends all of them by going on to the next.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from ferrovia.table.models import Person
from ferrovia.table.speed.prepared_queries import PreparedQuery

GUEST, DEVICE = "guest", "device"
YEAR = 60 * 60 * 24 * 365
MONTH = 60 * 60 * 24 * 30
_ACCOUNTS = "/accounts/"  # the only pages that ask whose device it is
_MOST_OWNERS = 8  # of one device
_guest: PreparedQuery[Person] = PreparedQuery(1, lambda key: Person.objects.filter(key=key, user=None))


# Guests


def guest_cookie(person: Person) -> str:
    """What the browser of a guest keeps."""
    return signing.get_cookie_signer(GUEST).sign(_named(person))


def guest_in(request: HttpRequest) -> Person | None:
    """The guest whom a browser remembers; whoever has an account by now is none."""
    key, _, generation = _guest_named(request, YEAR).rpartition(".")
    person = next(iter(_guest.objects(key)), None) if key else None
    return person if person is not None and generation == str(person.current) else None


def keep_guest(request: HttpRequest, response: HttpResponse, guest: Person | None) -> None:
    """Let the browser remember a guest, or nobody; a cookie that is new enough stays."""
    if guest is None:
        if GUEST in request.COOKIES:
            response.delete_cookie(GUEST, samesite="Lax")
    elif _guest_named(request, MONTH) != _named(guest):
        _keep(response, GUEST, guest_cookie(guest), "/")


def _named(person: Person) -> str:
    return f"{person.key}.{person.current}"


def _guest_named(request: HttpRequest, seconds: int) -> str:
    try:
        return signing.get_cookie_signer(GUEST).unsign(request.COOKIES.get(GUEST, ""), max_age=seconds)
    except signing.BadSignature:
        return ""


# Devices


def is_known_device(request: HttpRequest, name: str) -> bool:
    """Whether somebody has logged in under this name in this browser before, and has not ended that since."""
    owners = _owners(request)
    if not owners or "\0" in name:
        return False
    found = Person.objects.filter(user__username__iexact=name.strip()).first()
    return found is not None and owners.get(str(found.user_id)) == found.current


def keep_device(request: HttpRequest, response: HttpResponse, owner: Person) -> None:
    """Somebody has logged in: their device is known from now on."""
    others = {pk: generation for pk, generation in _owners(request).items() if pk != str(owner.user_id)}
    owners = dict([*others.items(), (str(owner.user_id), owner.current)][-_MOST_OWNERS:])
    _keep(response, DEVICE, signing.dumps(owners, salt=DEVICE), _ACCOUNTS)


def _owners(request: HttpRequest) -> dict[str, int]:
    """Who has logged in in this browser, each with the generation of that time."""
    try:
        owners: dict[str, int] = signing.loads(request.COOKIES.get(DEVICE, ""), salt=DEVICE, max_age=YEAR)
    except (signing.BadSignature, ValueError):
        return {}
    return owners


def _keep(response: HttpResponse, name: str, value: str, path: str) -> None:
    flags: dict[str, Any] = {"httponly": True, "samesite": "Lax", "secure": settings.SESSION_COOKIE_SECURE}
    response.set_cookie(name, value, max_age=YEAR, path=path, **flags)
