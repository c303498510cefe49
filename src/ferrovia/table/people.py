"""Who is asking: a guest whom a signed cookie remembers, or an account; in which language and light they read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation

from ferrovia.saying.catalogue import LANGUAGES, SOURCE
from ferrovia.saying.voice import Voice
from ferrovia.table.models import Look, Person, Remark, Seat, Sheet, Table
from ferrovia.table.questions import Question

GUEST = "guest"
LANGUAGE = "language"
THEME = "theme"
YEAR = 60 * 60 * 24 * 365
THEMES = ("light", "dark")
_seats_of: Question[Seat] = Question(2, lambda table, person: Seat.objects.filter(table=table, person=person))
_ADDRESS = ("table", "seats", "past")  # addresses of a table that can be gone back to; all else leads to its page


@dataclass
class Visitor:
    """Whoever sent a request."""

    person: Person | None
    language: str = SOURCE
    theme: str = "light"
    _seats: dict[int, list[Seat]] = field(default_factory=dict)

    @property
    def say(self) -> Voice:
        return Voice(self.language)

    @property
    def is_guest(self) -> bool:
        return self.person is None or self.person.user_id is None

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
            return self.get_response(request)


def visitor_of(request: HttpRequest) -> Visitor:
    """Whoever sent a request; a stranger where something went wrong before anybody was asked."""
    visitor: Visitor | None = getattr(request, "visitor", None)
    return visitor or Visitor(None, _language(request), _theme(request))


def visitor_in_templates(request: HttpRequest) -> dict[str, Any]:
    visitor = visitor_of(request)
    return {
        "visitor": visitor,
        "say": visitor.say,
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
        return person
    return guest_of(request)


def guest_of(request: HttpRequest) -> Person | None:
    """The guest whom the cookie remembers; whoever has an account by now is none."""
    key = request.session.get(GUEST)
    return Person.objects.filter(key=key, user=None).first() if isinstance(key, str) else None


def remembered(request: HttpRequest, name: str) -> Person:
    """The person behind a request; a stranger becomes a guest under this name."""
    visitor = visitor_of(request)
    if visitor.person is None:
        visitor.person = Person.objects.create(name=name)
        request.session[GUEST] = visitor.person.key
    return visitor.person


def settle_in(guest: Person, owner: Person) -> None:
    """All that is a guest's becomes the account's."""
    with transaction.atomic():
        Seat.objects.filter(person=guest).update(person=owner)
        Table.objects.filter(host=guest).update(host=owner)
        Remark.objects.filter(person=guest).update(person=owner)
        Look.objects.filter(person=guest).exclude(table__looks__person=owner).update(person=owner)
        for sheet in Sheet.objects.filter(person=guest):
            if not Sheet.objects.filter(table=sheet.table, kind=sheet.kind, person=owner).exists():
                sheet.person = owner
                sheet.save(update_fields=["person"])
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
