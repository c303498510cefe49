"""Single tiles as pictures: they never change, so that a browser asks for each once."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from ferrovia.drawing.edition import edition_of
from ferrovia.drawing.palette import THEMES
from ferrovia.drawing.stage import lone_tile
from ferrovia.titles.registry import all_titles

_BOXES = {"flat": "-104 -92 208 184", "pointy": "-92 -104 184 208"}
_DAY = 60 * 60 * 24


@require_safe
def tile(request: HttpRequest, title: str, tile: str, theme: str) -> HttpResponse:
    known = all_titles().get(title)
    if known is None or theme not in THEMES or tile not in known.box.board.tiles:
        raise Http404
    edition = edition_of(known)
    box = _BOXES[edition.box.board.orientation]
    drawn = lone_tile(edition, tile, 0, THEMES[theme])
    picture = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" font-family="sans-serif">{drawn}</svg>'
    response = HttpResponse(picture, content_type="image/svg+xml")
    response["Cache-Control"] = f"public, max-age={_DAY}"
    return response
