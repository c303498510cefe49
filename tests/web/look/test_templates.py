"""Templates are written for people: short lines, parts that say what they depend on, indentation that nobody sees."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import get_template
from jinja2 import DictLoader, FileSystemLoader, UndefinedError
from markupsafe import Markup

from ferrovia.table.markup.environment import environment
from ferrovia.table.markup.unfolding import Unfolder
from ferrovia.table.settings import TEMPLATE_FOLDERS
from ferrovia.table.speed.parts import once

LONGEST = 160  # signs in a line
TEMPLATES = sorted(path for folder in TEMPLATE_FOLDERS for path in folder.rglob("*.html"))


def rendered(markup: str, **context: Any) -> str:
    made = environment(autoescape=True, auto_reload=False, loader=DictLoader({"it": markup}))
    return made.get_template("it").render(context)


def test_no_line_is_longer_than_a_screen() -> None:
    assert len(TEMPLATES) > 20
    long = [
        f"{path.name}:{number}"
        for path in TEMPLATES
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > LONGEST
    ]
    assert long == []


def macros(path: Path) -> list[str]:
    return re.findall(r"{% macro (\w+)\(", path.read_text())


def test_a_part_depends_on_nothing_but_its_arguments() -> None:
    """A macro that is imported without the context of the page sees its arguments and what all templates can call."""
    for path in TEMPLATES:
        assert "with context" not in path.read_text(), path
    assert sum(len(macros(path)) for path in TEMPLATES) > 10


def test_what_a_title_brings_is_found_under_the_name_of_its_folder() -> None:
    """So no title takes the place of a usual template, or of another title's."""
    own, *brought = TEMPLATE_FOLDERS
    assert brought
    assert {path.name for path in own.iterdir()} == {"account", "table"}
    for folder in brought:
        (only,) = folder.iterdir()
        assert only.name == folder.parents[1].name
        for path in only.rglob("*.html"):
            assert {"panel", "inset"} & {*macros(path)}, path
            get_template(path.relative_to(folder).as_posix())


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("<ul>\n  <li>\n    a\n  </li>\n</ul>\n", "<ul><li>a</li></ul>"),
        ("<p>one\n   two</p>", "<p>one two</p>"),
        ("<p><b>one</b> <i>two</i></p>", "<p><b>one</b> <i>two</i></p>"),
        ('<a class="x"\n   href="/">\n  there\n</a>', '<a class="x" href="/">there</a>'),
        ('<a title="a > b"\n   href="/">x</a>', '<a title="a > b" href="/">x</a>'),
        ("<p>2 < 3\n and more</p>", "<p>2 < 3 and more</p>"),
    ],
)
def test_indentation_leaves_no_space_on_the_page(written: str, sent: str) -> None:
    assert Unfolder()(written) == sent


def test_a_space_beside_a_value_is_written_out() -> None:
    assert rendered("<b>\n  {{ a }}\n  {{ b }}\n</b>", a=1, b=2) == "<b>12</b>"
    assert rendered('<b>\n  {{ a }}{{ " " }}\n  {{ b }}\n</b>', a=1, b=2) == "<b>1 2</b>"
    assert rendered("<b>\n  {{ a }} {{ b }}\n</b>", a=1, b=2) == "<b>1 2</b>"
    assert (
        rendered('<i class="a"\n   {% if a %}hidden{% endif %}\n   id="b"></i>', a=1)
        == '<i class="a" hidden id="b"></i>'
    )


def test_a_changed_part_shows_in_the_pages_that_import_it(tmp_path: Path) -> None:
    part, page = tmp_path / "part.html", tmp_path / "page.html"
    part.write_text("{% macro part() %}old{% endmacro %}")
    page.write_text('{% from "part.html" import part %}<b>{{ part() }}</b>')
    made = environment(autoescape=True, auto_reload=True, loader=FileSystemLoader(tmp_path))
    assert made.get_template("page.html").render() == "<b>old</b>"
    part.write_text("{% macro part() %}new{% endmacro %}")
    os.utime(part, (4_000_000_000, 4_000_000_000))
    assert made.get_template("page.html").render() == "<b>new</b>"


def test_a_part_that_was_written_once_is_kept_by_all_its_arguments() -> None:
    written: list[object] = []

    def part(say: str, number: int) -> Markup:
        written.append((say, number))
        return Markup(f"<b>{say} {number}</b>")

    assert [once(part, "a", 1), once(part, "a", 2), once(part, "a", 1)] == ["<b>a 1</b>", "<b>a 2</b>", "<b>a 1</b>"]
    assert written == [("a", 1), ("a", 2)]


def test_what_people_write_is_escaped_and_a_name_that_stands_for_nothing_is_an_error() -> None:
    assert rendered("{{ name }}", name="<b>") == "&lt;b&gt;"
    with pytest.raises(UndefinedError):
        rendered("{% if nobody %}x{% endif %}")
    with pytest.raises(UndefinedError):
        rendered("{{ name.nothing }}", name="Ada")
