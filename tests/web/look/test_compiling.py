"""Templates as the Python they become: what is called, and what is escaped."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.safestring import mark_safe
from jinja2 import DictLoader, StrictUndefined, UndefinedError
from markupsafe import Markup

from ferrovia.table.markup.environment import environment

MACROS = """{% macro part(text) %}<b>{{ text }}</b>{% endmacro %}
{%- macro around(text, note="") %}<i title="{{ note }}">{{ text }}{{ caller() }}</i>{% endmacro %}"""


def written(source: str, **given: Any) -> str:
    made = environment(
        autoescape=True, auto_reload=False, loader=DictLoader({"macros.html": MACROS, "page.html": source})
    )
    return made.get_template("page.html").render(given)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("{{ text }}", "&lt;&amp;&gt;"),
        ("{{ markup }}{{ safe }}", "<br><hr>"),
        ("{{ part(text) }}", "<b>&lt;&amp;&gt;</b>"),
        ("{{ part(part(text)) }}", "<b><b>&lt;&amp;&gt;</b></b>"),
        (
            "{% call around(text, note=text) %}{{ text }}{% endcall %}",
            '<i title="&lt;&amp;&gt;">&lt;&amp;&gt;&lt;&amp;&gt;</i>',
        ),
        (
            "{% for each in [1, 2] %}{{ part(loop.index) }}{{ loop.cycle('<', '>') }}{% endfor %}",
            "<b>1</b>&lt;<b>2</b>&gt;",
        ),
        ("{{ named(*[1], **{'class': 2}) }}{{ named(1, class=3) }}", "1 {&#39;class&#39;: 2}1 {&#39;class&#39;: 3}"),
        ("{{ text if number else none }}{{ number }}", "None0"),
    ],
)
def test_what_is_called_and_what_is_escaped(source: str, expected: str) -> None:
    given = {
        "text": "<&>",
        "number": 0,
        "markup": Markup("<br>"),
        "safe": mark_safe("<hr>"),
        "named": lambda one, **more: f"{one} {more}",
    }
    assert written('{% from "macros.html" import part, around %}' + source, **given) == expected


def test_what_is_not_there_is_not_called() -> None:
    with pytest.raises(UndefinedError, match="nothing"):
        written("{{ nothing() }}")
    assert environment(auto_reload=False).undefined is StrictUndefined
