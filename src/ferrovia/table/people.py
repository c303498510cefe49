"""Who is asking: a guest whom a signed cookie remembers, or an account; in which language and light they read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import translation

from ferrovia.saying.catalogue import LANGUAGES, SOURCE
from ferrovia.saying.voice import Voice
from ferrovia.table.models import Person, Seat

GUEST = "guest"
LANGUAGE = "language"
THEME = "theme"
YEAR = 60 * 60 * 24 * 365
THEMES = ("light", "dark")


@dataclass
class Visitor:
    """Whoever sent a request."""

    person: Person | None
    language: str = SOURCE
    theme: str = "light"

    @property
    def say(self) -> Voice:
        return Voice(self.language)

    def seats_at(self, table_id: int) -> list[Seat]:
        """The seats that are this visitor's; several at one screen."""
        if self.person is None:
            return []
        return list(Seat.objects.filter(table_id=table_id, person=self.person))


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
    visitor: Visitor = request.visitor  # type: ignore[attr-defined]
    return visitor


def visitor_in_templates(request: HttpRequest) -> dict[str, Any]:
    visitor = visitor_of(request)
    return {"visitor": visitor, "say": visitor.say, "language": visitor.language, "theme": visitor.theme}


def _person(request: HttpRequest) -> Person | None:
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        person, _ = Person.objects.get_or_create(user=user, defaults={"name": user.get_username()})
        return person
    key = request.session.get(GUEST)
    return Person.objects.filter(key=key, user=None).first() if key else None


def remembered(request: HttpRequest, name: str) -> Person:
    """The person behind a request; a stranger becomes a guest under this name."""
    visitor = visitor_of(request)
    if visitor.person is None:
        visitor.person = Person.objects.create(name=name)
        request.session[GUEST] = visitor.person.key
    return visitor.person


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
    return "dark" if request.headers.get("Sec-CH-Prefers-Color-Scheme") == "dark" else "light"
