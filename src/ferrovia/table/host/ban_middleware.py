"""Whoever is banned is told so, whatever they send; nothing is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ferrovia.table.host.bans import ALLOWED, is_banned, told
from ferrovia.table.people import visitor_of
from ferrovia.table.views.troubles import trouble


class BanMiddleware:
    """Asks nothing of the database: until when somebody is banned stands with their name."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_: Any) -> HttpResponse | None:
        person = visitor_of(request).person
        if request.method in ("GET", "HEAD", "OPTIONS") or person is None or not is_banned(person):
            return None
        match = request.resolver_match
        if match is not None and match.url_name in ALLOWED:
            return None
        if request.headers.get("HX-Request"):
            context = {"told": told(person), "say": visitor_of(request).say}
            return render(request, "table/broken.html", context, status=403)
        return trouble(request, 403, told=told(person))
