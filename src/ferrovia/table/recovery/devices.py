"""Devices: the browsers in which an account is logged in, as their owner sees them, and how each is logged out.

No address is kept. When a browser was last seen is written down at most once an hour.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef
from django.http import HttpRequest

from ferrovia.table.account_models import Device
from ferrovia.table.models import Person
from ferrovia.table.notices.models import Channel, Way
from ferrovia.table.shared_clock import time_now

DEVICE = "device"  # in a session: the row, the key that it is kept under, when it was last written
_FRESH = timedelta(hours=1)
# What stands in a browser's own description; the first that is found names it.
_BROWSERS = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrom", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
_SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
    ("Mac OS", "macOS"), ("Linux", "Linux"),
)  # fmt: skip


def described(agent: str) -> tuple[str, str]:
    """Browser and system, as far as a browser says so."""
    browser = next((name for sign, name in _BROWSERS if sign in agent), "")
    return browser, next((name for sign, name in _SYSTEMS if sign in agent), "")


def keep(request: HttpRequest, person: Person) -> None:
    """Note that an account was seen in this browser; a session may have got another key since."""
    session = request.session
    key = session.session_key
    known = session.get(DEVICE)
    now = time_now()
    if not key or (known is not None and known[1] == key and now - datetime.fromisoformat(known[2]) < _FRESH):
        return
    browser, system = described(request.headers.get("User-Agent", "")[:400])
    told = {"session": key, "browser": browser, "system": system, "seen": now}
    row = known[0] if known is not None else 0
    if not Device.objects.filter(pk=row, person=person).update(**told):
        # Of two first requests at once the second finds the row of the first.
        made, _ = Device.objects.update_or_create(session=key, defaults={"person": person, **told})
        row = made.pk
    session[DEVICE] = [row, key, now.isoformat()]


def devices_of(person: Person) -> list[Device]:
    """Those that were seen last come first."""
    return list(person.devices.order_by("-seen", "-pk"))


def log_out(person: Person, device: str) -> None:
    """End one session of somebody's; that of anybody else stays."""
    found = person.devices.filter(pk=int(device)).first() if device.isdecimal() and len(device) < 18 else None
    if found is not None:
        Session.objects.filter(session_key=found.session).delete()
        found.delete()


def go_on_alone(request: HttpRequest, person: Person) -> None:
    """After a new password this browser goes on, by a session with another key; all others are forgotten."""
    known = request.session.get(DEVICE)
    keep(request, person)
    here = request.session.session_key or ""
    browsers = Channel.objects.filter(person=person, way=Way.PUSH)
    if known is not None:
        browsers.filter(session=known[1]).update(session=here)
    browsers.exclude(session=here).delete()
    log_out_others(request, person)


def log_out_others(request: HttpRequest, person: Person) -> None:
    """End all sessions of somebody's but this one."""
    others = person.devices.exclude(session=request.session.session_key or "")
    Session.objects.filter(session_key__in=others.values("session")).delete()
    others.delete()


def forget_ended() -> None:
    """Devices whose session has run out."""
    Device.objects.exclude(Exists(Session.objects.filter(session_key=OuterRef("session")))).delete()
