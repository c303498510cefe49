"""What a browser may load and do on our pages: nothing that is not ours, and no script in a page."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",  # the plates' colours stand in style attributes
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)


MOST_SENT = 8_000_000  # bytes of one request: no form of ours needs a third of it, and a larger one is not read at all


def _length(request: HttpRequest) -> int:
    length = request.META.get("CONTENT_LENGTH") or "0"
    return int(length) if length.isdecimal() and len(length) < 18 else MOST_SENT + 1


def too_large(request: HttpRequest) -> HttpResponse:
    return render(request, "table/trouble.html", {"status": 413}, status=413)


class PolicyMiddleware:
    """The first of all, so that no answer goes without."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = too_large(request) if _length(request) > MOST_SENT else self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        # The first page already comes in the light that the browser asks for.
        response.headers.setdefault("Accept-CH", "Sec-CH-Prefers-Color-Scheme")
        response.headers.setdefault("Critical-CH", "Sec-CH-Prefers-Color-Scheme")
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        response.headers.setdefault("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
        if not request.path.startswith("/static/"):
            response.headers.setdefault("Cache-Control", "private, no-store")
        return response
