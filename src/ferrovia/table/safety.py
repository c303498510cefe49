"""What a browser may load and do on our pages: nothing that is not ours, and no script in a page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

from ferrovia.table.bodies import MOST_SENT, length_of
from ferrovia.table.outcome import Outcome, note
from ferrovia.table.views.troubles import trouble

HEALTH = ("/healthz", "/readyz")
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",  # the plates' colours stand in style attributes
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)


def _length(request: HttpRequest) -> int:
    return length_of(request.META.get("CONTENT_LENGTH") or "0")


def too_large(request: HttpRequest) -> HttpResponse:
    return trouble(request, 413)


class PolicyMiddleware:
    """The first of all, so that no answer goes without."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        note(Outcome.NOT_MADE)
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


class HealthMiddleware:
    """Whether the server is well is answered under any name: load balancers ask by the address that they have."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path in HEALTH:
            request.META["HTTP_HOST"] = settings.ALLOWED_HOSTS[0].removeprefix("*").removeprefix(".") or "localhost"
        return self.get_response(request)


class MethodMiddleware:
    """Before a form's token is looked at: an address that is not asked so says how it is."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, *_: Any) -> HttpResponse | None:
        return None if request.method in view.methods else HttpResponseNotAllowed(view.methods)
