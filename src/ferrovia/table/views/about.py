"""About: whose games these are, and whose letters."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ferrovia.drawing.edition import edition_of
from ferrovia.table.people import visitor_of
from ferrovia.titles.registry import all_titles


@dataclass(frozen=True)
class Credit:
    """Who made a game."""

    name: str
    full_name: str
    designer: str
    publisher: str
    note: str


def about(request: HttpRequest) -> HttpResponse:
    language = visitor_of(request).language
    made_by = []
    for title in all_titles().values():
        full_name = edition_of(title, language).full_name
        made_by.append(Credit(title.name, full_name, title.designer, title.publisher, title.note))
    return render(request, "table/about.html", {"credits": made_by})
