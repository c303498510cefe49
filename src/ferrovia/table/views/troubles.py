"""Pages for what went wrong, in our look and language. They need no database and no visitor."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def trouble(request: HttpRequest, status: int, **context: object) -> HttpResponse:
    return render(request, "table/trouble.html", {"status": status, **context}, status=status)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return trouble(request, 400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return trouble(request, 403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """The same whether nothing is there or it is not yours to see."""
    return trouble(request, 404)


def failed(request: HttpRequest) -> HttpResponse:
    return trouble(request, 500)


def not_from_here(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that did not come from a page of ours, or from one that is too old."""
    return trouble(request, 403, is_old=True)
