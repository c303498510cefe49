"""Learn: what kind of games these are, where their rules stand, and the words of the hobby."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from ferrovia.drawing.edition import edition_of
from ferrovia.table.page.glossary import WORDS
from ferrovia.table.people import visitor_of
from ferrovia.table.titles import inland_titles
from ferrovia.titles.registry import TITLES, all_titles, title


def index(request: HttpRequest) -> HttpResponse:
    return render(
        request,
        "table/learn.html",
        {"titles": _titles(), "inland": inland_titles(), "words": WORDS.values(), "chosen": None},
    )


def one(request: HttpRequest, name: str) -> HttpResponse:
    if name not in TITLES:
        raise Http404
    found = title(name)
    edition = edition_of(found, visitor_of(request).language)
    context = {
        "titles": _titles(),
        "inland": inland_titles(),
        "words": WORDS.values(),
        "chosen": found,
        "full_name": edition.full_name,
        "kinds": found.introduction,
        "least": min(found.player_counts),
        "most": max(found.player_counts),
    }
    return render(request, "table/learn.html", context)


def _titles() -> list[tuple[str, str]]:
    return [(each.name, each.about) for each in all_titles().values()]
