"""Pages for what went wrong, in our look and language. They need no database and no visitor."""

from __future__ import annotations

import sys

from django.db import Error
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve

from ferrovia.saying.message import Message, term
from ferrovia.table.outcome import Outcome, outcome
from ferrovia.table.people import visitor_of


def trouble(request: HttpRequest, status: int, told: str | Message = "", *, is_old: bool = False) -> HttpResponse:
    """`told` says whether what was sent was done; `is_old` that a form came from a page that is too old."""
    context = {"status": status, "told": told, "is_old": is_old}
    return render(request, "table/trouble.html", context, status=status)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return trouble(request, 400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return trouble(request, 403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """The same whether nothing is there or it is not yours to see; whoever had a seat there is told that it is lost."""
    told = term("Your seat there is somebody else’s now: it was opened on another device, or given on.")
    return trouble(request, 404, told=told if exception.__class__.__name__ == "SeatLost" else "")


def failed(request: HttpRequest) -> HttpResponse:
    """What broke on our side, or a database that is away or full: it is told whether what was sent was done."""
    status = 503 if isinstance(sys.exception(), Error) else 500
    told = _told(request)
    if not request.headers.get("HX-Request"):
        response = trouble(request, status, told=told)
    else:
        response = render(request, "table/broken.html", {"told": told, "say": visitor_of(request).say}, status=status)
    if status == 503:
        response["Retry-After"] = "20"
    return response


def _told(request: HttpRequest) -> str:
    if request.method != "POST":
        return term("Nothing is lost by it. Wait a moment, then load the page anew.")
    match request.resolver_match.url_name if request.resolver_match else _name(request), outcome():
        case "act", Outcome.NOT_MADE:
            return term("Your move was not made. Wait a moment, then try again.")
        case "act", Outcome.MADE:
            return term("Your move was made. Load the table anew to see it.")
        case "act", _:
            return term("Nobody knows yet whether your move was made. Load the table anew and look.")
    return term("Nobody knows yet whether it was done. Load the page anew and look.")


def _name(request: HttpRequest) -> str | None:
    """What was asked for, where it broke before anybody was asked."""
    try:
        return resolve(request.path_info).url_name
    except Resolver404:
        return None


def not_from_here(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that did not come from a page of ours, or from one that is too old."""
    return trouble(request, 403, is_old=True)
