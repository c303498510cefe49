"""What makes the table an application of a phone or a desktop: its manifest and its service worker."""

from __future__ import annotations

from pathlib import Path

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse

from ferrovia.table.people import visitor_of

_WORKER = Path(__file__).parent.parent / "static" / "table" / "worker.js"
PAPER, INK = "#efe9db", "#1d4d3c"


def manifest(request: HttpRequest) -> HttpResponse:
    say = visitor_of(request).say
    icons = [
        {"src": static(f"table/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for size, purpose in ((192, "any"), (512, "any"))
    ]
    icons.append(
        {"src": static("table/icon-whole.png"), "sizes": "512x512", "type": "image/png", "purpose": "maskable"}
    )
    icons.append({"src": static("table/icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"})
    told = {
        "id": "/",
        "name": "Ferrovia",
        "short_name": "Ferrovia",
        "description": say("Italian railways, around one table"),
        "lang": visitor_of(request).language,
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": INK,
        "icons": icons,
    }
    return JsonResponse(told, content_type="application/manifest+json")


def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, from the root: it sees to all pages. Browsers look for a newer one by themselves."""
    response = HttpResponse(_WORKER.read_bytes(), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response
