"""Small pictures of boards: of a title before the first move, and of a table as it stands."""

from __future__ import annotations

import zlib
from functools import lru_cache

import msgspec
from django.http import Http404, HttpRequest, HttpResponse

from ferrovia.drawing.edition import edition_of
from ferrovia.drawing.palette import THEMES
from ferrovia.drawing.position import Position, empty, position
from ferrovia.drawing.stage import stage
from ferrovia.drawing.svg import FONT
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.title import Title
from ferrovia.saying.catalogue import LANGUAGES
from ferrovia.table.storage import stored_settings
from ferrovia.table.views.access import table_for
from ferrovia.titles.registry import TITLES, title, title_of

KEPT = 60 * 60 * 24 * 30  # seconds; every position has an address of its own


def of_title(request: HttpRequest, name: str, language: str, theme: str) -> HttpResponse:
    if name not in TITLES or language not in LANGUAGES or theme not in THEMES:
        raise Http404
    return _answer(_empty_board(name, language, theme), "public")


def of_table(request: HttpRequest, key: str, number: int, language: str, theme: str) -> HttpResponse:
    """The board of a table; the number in the address only tells one position from another."""
    table = table_for(request, key)
    if language not in LANGUAGES or theme not in THEMES or table.settings is None or table.state is None:
        raise Http404
    settings = stored_settings(bytes(table.settings))
    state = msgspec.json.decode(zlib.decompress(bytes(table.state)))
    game = Game.restore(title_of(settings), settings, state, [])
    return _answer(_picture(game.title, position(game), language, theme), "private")


@lru_cache(maxsize=12)
def _empty_board(name: str, language: str, theme: str) -> bytes:
    return _picture(title(name), empty(edition_of(title(name), language)), language, theme)


def _picture(of: Title, shown: Position, language: str, theme: str) -> bytes:
    drawn = stage(edition_of(of, language), shown, THEMES[theme])
    box = drawn.box
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{box.width:.0f}" height="{box.height:.0f}"'
        f' viewBox="{drawn.view}" font-family="{FONT}" style="background:{drawn.background}">'
        f"<style>.veil{{display:none}}</style>{drawn.markup}</svg>"
    ).encode()


def _answer(picture: bytes, whose: str) -> HttpResponse:
    response = HttpResponse(picture, content_type="image/svg+xml")
    response["Cache-Control"] = f"{whose}, max-age={KEPT}"
    return response
