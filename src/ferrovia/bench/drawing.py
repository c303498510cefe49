"""The benchmark of drawing: whole boards late in games."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from time import perf_counter

from ferrovia.bench.figures import Figures, Rows
from ferrovia.bench.play import THREE, spread
from ferrovia.bots.play import bot_game, play_out
from ferrovia.drawing.board import board
from ferrovia.drawing.edition import edition_of
from ferrovia.drawing.position import position
from ferrovia.drawing.printed import printed_of
from ferrovia.engine.flow.game import Game
from ferrovia.saying.message import Message
from ferrovia.titles.registry import all_titles


def draw(fixture: Path, games: int = 5) -> Rows:
    """The board at the end of random games, as SVG: with no hex drawn before, and as the next to see it gets it."""
    return {Message(name): _boards(name, games) for name in all_titles()}


def _boards(name: str, games: int) -> Figures:
    first: list[float] = []
    again: list[float] = []
    sizes: list[int] = []
    for number in range(games):
        game = play_out(*bot_game(name, THREE, f"bench {number}"))
        printed_of(edition_of(game.title)).cells.clear()
        for seconds in (first, again):
            begin = perf_counter()
            picture = _board(game)
            seconds.append(perf_counter() - begin)
        sizes.append(len(picture.encode()))
    return {
        "boards": games,
        "first_ms": spread(first[1:] or first),  # the very first reads the component sheets
        "again_ms": spread(again),
        "kilobytes": {"median": round(median(sizes) / 1000), "most": round(max(sizes) / 1000)},
    }


def _board(game: Game) -> str:
    return board(edition_of(game.title), position(game))
