"""Who is asking: a guest whom a signed cookie remembers, or an account; in which language and light they read.

Both end with their person's generation (`end_everywhere`); the session of an account also where it is logged out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth import logout
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation

from ferrovia.saying.catalogue import LANGUAGES, SOURCE
from ferrovia.saying.voice import Voice
from ferrovia.table.cookies import GUEST, guest_in, keep_device, keep_guest
from ferrovia.table.home.models import Invitation, PutAway
from ferrovia.table.host.models import HostAct
from ferrovia.table.host.roles import is_host
from ferrovia.table.models import LastSeen, Person, PrivateData, Remark, Seat, Table
from ferrovia.table.notices.models import Channel, Way
from ferrovia.table.notices.owners import forget_notices, settle_notices
from ferrovia.table.notices.waiting import waiting_count
from ferrovia.table.recovery import devices
from ferrovia.table.seat_models import SeatChange, SeatPass, SeatQuestion
from ferrovia.table.speed.prepared_queries import PreparedQuery

GENERATION = "generation"  # in a session
LANGUAGE = "language"
THEME = "theme"
THEMES = ("light", "dark")
LETTERS = "letters"  # whether letters, figures and signs are keys of the table
SWITCH = ("on", "off")
_seats_of: PreparedQuery[Seat] = PreparedQuery(2, lambda table, person: Seat.objects.filter(table=table, person=person))
_ADDRESS = ("table", "seats", "past")  # addresses of a table that can be gone back to; all else leads to its page


@dataclass
class Visitor:
    """Whoever sent a request."""

    person: Person | None
    language: str = SOURCE
    theme: str = "light"
    has_logged_in: bool = False  # with this very request
    _seats: dict[int, list[Seat]] = field(default_factory=dict)

    @property
    def say(self) -> Voice:
        return Voice(self.language)

    @property
    def is_guest(self) -> bool:
        return self.person is None or self.person.user_id is None

    @property
    def is_host(self) -> bool:
        """Whether they are a host of this server."""
        return is_host(self.person)

    @property
    def waiting(self) -> int:
        """At how many tables it is this visitor's move."""
        return 0 if self.person is None else waiting_count(self.person)

    def seats_at(self, table_id: int) -> list[Seat]:
        """The seats that were this visitor's when the request came; several at one screen."""
        if self.person is None:
            return []
        if table_id not in self._seats:
            self._seats[table_id] = _seats_of.objects(table_id, self.person.pk)
        return self._seats[table_id]


class VisitorMiddleware:
    """Puts `request.visitor` on every request, and the language around its answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        visitor = Visitor(_person(request), _language(request), _theme(request))
        request.visitor = visitor  # type: ignore[attr-defined]
        with translation.override(visitor.language):
            response = self.get_response(request)
        if visitor.person is not None and not visitor.is_guest:
            devices.keep(request, visitor.person)
        keep_guest(request, response, visitor.person if visitor.is_guest else None)
        if visitor.has_logged_in and visitor.person is not None:
            keep_device(request, response, visitor.person)
        return response


def visitor_of(request: HttpRequest) -> Visitor:
    """Whoever sent a request; a stranger where something went wrong before anybody was asked."""
    visitor: Visitor | None = getattr(request, "visitor", None)
    return visitor or Visitor(None, _language(request), _theme(request))


def visitor_in_templates(request: HttpRequest) -> dict[str, Any]:
    visitor = visitor_of(request)
    return {
        "visitor": visitor,
        "language": visitor.language,
        "theme": visitor.theme,
        "here": here(request),
    }


def here(request: HttpRequest) -> str:
    """The address of the page that a request belongs to: what only feeds a page is none to go back to."""
    match = request.resolver_match
    query = request.META.get("QUERY_STRING", "")
    if request.method == "GET" and (match is None or "key" not in match.kwargs or match.url_name in _ADDRESS):
        return request.get_full_path()
    if match is None or "key" not in match.kwargs:
        return request.path if match is not None and match.url_name == match.view_name else "/"
    page = reverse("table", args=[match.kwargs["key"]])
    return f"{page}?{query}" if query and request.method == "GET" else page


def _person(request: HttpRequest) -> Person | None:
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        person, _ = Person.objects.get_or_create(user=user, defaults={"name": user.get_username()})
        if is_open(request.session, person):
            person.user = user  # which is known already: whether they are a host is not asked again
            return person
        logout(request)
    return guest_of(request)


def is_open(session: SessionBase, person: Person) -> bool:
    """Whether a session is of its person's generation; one of the first release names none, and is told it now."""
    if GENERATION not in session and not person.generation:
        session[GENERATION] = person.current
    return session.get(GENERATION) == person.current


def guest_of(request: HttpRequest) -> Person | None:
    """The guest whom a browser remembers; the first release did so in the session."""
    key = request.session.pop(GUEST, None)
    if isinstance(key, str):
        return Person.objects.filter(key=key, user=None, generation=0).first() or guest_in(request)
    return guest_in(request)


def remembered(request: HttpRequest, name: str) -> Person:
    """The person behind a request; a stranger becomes a guest under this name."""
    visitor = visitor_of(request)
    if visitor.person is None:
        visitor.person = Person.objects.create(name=name)
    return visitor.person


def end_everywhere(request: HttpRequest) -> None:
    """Whoever asks is forgotten by every browser, this one too."""
    visitor = visitor_of(request)
    if visitor.person is not None:
        visitor.person.generation = visitor.person.current + 1
        visitor.person.save(update_fields=["generation"])
        visitor.person.devices.all().delete()
        Channel.objects.filter(person=visitor.person, way=Way.PUSH).delete()
        if visitor.is_guest:
            forget_notices(visitor.person)
    visitor.person = None
    logout(request)


def end_elsewhere(request: HttpRequest) -> None:
    """Whoever asks is forgotten by every browser but this one."""
    visitor = visitor_of(request)
    person = visitor.person
    if person is None or visitor.is_guest:
        return
    devices.log_out_others(request, person)
    person.generation = person.current + 1
    person.save(update_fields=["generation"])
    request.session[GENERATION] = person.current
    visitor.has_logged_in = True  # the device stays a known one


def settle_in(guest: Person, owner: Person) -> None:
    """All that is a guest's becomes the account's."""
    with transaction.atomic():
        Seat.objects.filter(person=guest).update(person=owner)
        Table.objects.filter(host=guest).update(host=owner)
        Remark.objects.filter(person=guest).update(person=owner)
        LastSeen.objects.filter(person=guest).exclude(table__last_seen__person=owner).update(person=owner)
        for sheet in PrivateData.objects.filter(person=guest):
            if not PrivateData.objects.filter(table=sheet.table, kind=sheet.kind, person=owner).exists():
                sheet.person = owner
                sheet.save(update_fields=["person"])
        SeatPass.objects.filter(holder=guest).update(holder=owner)
        SeatQuestion.objects.filter(person=guest).update(person=owner)
        SeatChange.objects.filter(untold=guest).update(untold=owner)
        invited = Invitation.objects.filter(person=owner).values("table")  # of two for one table the owner's stays
        Invitation.objects.filter(person=guest).exclude(table__in=invited).update(person=owner)
        away = PutAway.objects.filter(person=owner).values("table")
        PutAway.objects.filter(person=guest).exclude(table__in=away).update(person=owner)
        HostAct.objects.filter(person=guest).update(person=owner)
        if guest.banned_until is not None and guest.banned_until > (owner.banned_until or guest.made):
            Person.objects.filter(pk=owner.pk).update(banned_until=guest.banned_until)
            owner.banned_until = guest.banned_until
        settle_notices(guest, owner)
        guest.delete()


def _language(request: HttpRequest) -> str:
    chosen = request.COOKIES.get(LANGUAGE, "")
    if chosen in LANGUAGES:
        return chosen
    wanted = translation.get_language_from_request(request)
    return wanted[:2] if wanted[:2] in LANGUAGES else SOURCE


def _theme(request: HttpRequest) -> str:
    chosen = request.COOKIES.get(THEME, "")
    if chosen in THEMES:
        return chosen
    return "dark" if request.headers.get("Sec-CH-Prefers-Color-Scheme", "").strip('"') == "dark" else "light"
