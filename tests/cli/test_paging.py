"""What is longer than the screen: a screen at a time, and never in the way of the next choice."""

import io

import pytest
from rich.console import Console

from ferrovia.cli.paging import paged
from ferrovia.cli.speaking import broken
from ferrovia.cli.text_map import text_map
from ferrovia.titles.registry import all_titles
from tests.cli.asked import Typed
from tests.walks import new_game

LINES = [f"line {number}." for number in range(1, 61)]


def seen(*typed: str, terminal: bool = True) -> tuple[str, str]:
    """What is on the page after some lines were typed, and what is left for the next question."""
    page = io.StringIO()
    console = Console(file=page, width=80, height=24)
    lines = Typed(*typed)
    lines.is_terminal = terminal
    left = paged(console, lines, lambda: console.print("\n".join(LINES)))
    return page.getvalue(), left


def test_enter_shows_the_next_screen() -> None:
    page, left = seen("", "")
    assert page.splitlines() == LINES
    assert left == ""
    assert len(seen()[0].splitlines()) == 23  # the prompt has the last line of the screen


@pytest.mark.parametrize("word", ["q", "quit", "Q", "esci"])
def test_the_word_for_leaving_leaves_only_the_page(word: str) -> None:
    page, left = seen("", word)
    assert page.splitlines() == LINES[:46]
    assert left == ""


def test_anything_else_is_the_next_answer() -> None:
    page, left = seen("pass")
    assert page.splitlines() == LINES[:23]
    assert left == "pass"


def test_where_nobody_sits_at_a_terminal_all_of_it_comes_at_once() -> None:
    assert seen(terminal=False)[0].splitlines() == LINES


@pytest.mark.parametrize("title", all_titles())
def test_the_map_around_a_hex_fits_a_screen(title: str) -> None:
    game = new_game(all_titles()[title], 1, 3)
    for hex_id in game.title.box.board.hexes:
        lines = list(text_map(game, hex_id))
        assert len(lines) <= 22, hex_id  # and a line or two about the hex itself
        assert max(len(line) for line in lines) <= 80


def test_amounts_are_not_taken_apart_and_routes_only_between_hexes() -> None:
    assert broken("A corporation has to pay L. 1100 for it", 28) == ["A corporation has to pay", "L. 1100 for it"]
    route = "-".join(f"H{number}" for number in range(10, 40))
    lines = broken(f"4H {route}", 30)
    assert "".join(lines).replace(" ", "") == f"4H{route}"
    assert all(len(line) <= 30 and (line.endswith("-") or line == lines[-1] or line == "4H") for line in lines)
