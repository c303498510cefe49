"""The rules in our own words, in the reader's language; every clause has an address of its own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from ferrovia.formats.rulebook import Clause, Rulebook, Ruling, rulebook, rulebooks
from ferrovia.saying.message import term
from ferrovia.saying.voice import Voice
from ferrovia.table.markup.citing import address
from ferrovia.table.people import visitor_of


@dataclass(frozen=True)
class Entry:
    """A clause or a ruling as the page shows it."""

    id: str
    name: str  # without the title
    topic: str
    text: SafeString
    example: SafeString


@dataclass(frozen=True)
class Section:
    """Clauses that stand together; its topic is that of the first."""

    name: str
    heading: str
    entries: list[Entry]


TABLE = "table"  # in an address: the key of the table to which the way back leads
_KEY = re.compile(r"[\w-]{1,40}")
_AT_TABLE = re.compile(r"/t/([\w-]+)")

# Sections that have a word for a number.
_NAMED = {
    "components": term("Components"),
    "manifest": term("Tiles"),
    "card": term("Cards"),
}


@require_safe
def titles(request: HttpRequest) -> HttpResponse:
    return render(request, "table/rulebooks.html", {"books": list(rulebooks(visitor_of(request).language))})


@require_safe
def rules(request: HttpRequest, title: str) -> HttpResponse:
    """All rules of a title, section by section."""
    book = _book(request, title)
    say = visitor_of(request).say
    sections = [
        Section(name, _heading(say, name, clauses), [_clause(book, each) for each in clauses])
        for name, clauses in book.sections().items()
    ]
    rulings = [_ruling(book, each) for each in book.rulings]
    context = {"book": book, "sections": sections, "rulings": rulings, "only": "", "from_table": _table_of(request)}
    return render(request, "table/rules.html", context)


@require_safe
def clause(request: HttpRequest, title: str, clause: str) -> HttpResponse:
    """One clause or ruling, or a whole section, with the rulings it leans on."""
    book = _book(request, title)
    try:
        found = book.find(clause)
    except LookupError as error:
        raise Http404 from error
    named = dict.fromkeys(
        ruling for entry in found if isinstance(entry, Clause) for ruling in book.rulings_named(entry)
    )
    shown = [_clause(book, entry) for entry in found if isinstance(entry, Clause)]
    rulings = [_ruling(book, entry) for entry in (*found, *named) if isinstance(entry, Ruling)]
    first = (shown or rulings)[0].id
    sections = [Section("", "", shown)] if shown else []
    context = {"book": book, "sections": sections, "rulings": rulings, "only": first, "from_table": _table_of(request)}
    return render(request, "table/rules.html", context)


def _table_of(request: HttpRequest) -> str:
    """The key of the table from which somebody came to read; empty for none."""
    came = urlsplit(request.headers.get("Referer", ""))
    seat = _AT_TABLE.match(came.path) if came.netloc == request.get_host() else None
    named = request.GET.get(TABLE, "") or (seat[1] if seat else "")
    return named if _KEY.fullmatch(named) else ""


def _heading(say: Voice, name: str, clauses: list[Clause]) -> str:
    if name in _NAMED:
        return say.term(_NAMED[name])
    return say("{name} · {topic:^}", name=name, topic=clauses[0].topic)


def _book(request: HttpRequest, title: str) -> Rulebook:
    try:
        return rulebook(title, visitor_of(request).language)
    except LookupError as error:
        raise Http404 from error


def _clause(book: Rulebook, clause: Clause) -> Entry:
    name = clause.id.removeprefix(f"{book.title}-")
    return Entry(clause.id, name, clause.topic, _linked(book, clause.rule), _linked(book, clause.check))


def _ruling(book: Rulebook, ruling: Ruling) -> Entry:
    name = ruling.id.removeprefix(f"{book.title}-")
    words = f"{ruling.ruling} {ruling.because}".strip()
    return Entry(ruling.id, name, "", _linked(book, ruling.question), _linked(book, words))


def _linked(book: Rulebook, text: str) -> SafeString:
    """The text with a link on every clause and ruling of the same rules that it names."""
    known = {entry.id for entry in book.entries}

    def link(found: re.Match[str]) -> str:
        name = found.group(0)
        full = name if name in known else f"{book.title}-{name}"
        return format_html('<a href="{}">{}</a>', address(full), name) if full in known else name

    pattern = rf"(?:{re.escape(book.title)}-)?(?:R\d+|\d+(?:\.\d+)+)\b"
    return mark_safe(re.sub(pattern, link, conditional_escape(text)))
