"""The environment of our templates: all that they can call, in one place."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from django.templatetags.static import static
from django.urls import reverse
from jinja2 import Environment, StrictUndefined, Template
from jinja2.environment import TemplateModule

from ferrovia.saying.apart import apart
from ferrovia.table.markup.citing import cite
from ferrovia.table.markup.compiling import PlainCode
from ferrovia.table.markup.figures import coordinate, direction, gain, percent, signed, true_false
from ferrovia.table.markup.links import asks
from ferrovia.table.markup.pictures import actor, arrow, becomes, icon, plate, player, shape
from ferrovia.table.markup.unfolding import Unfolding
from ferrovia.table.speed.parts import alike, once
from ferrovia.table.titles import credits_of_titles


def environment(**options: Any) -> Environment:
    """What Django's backend for Jinja2 asks for; a name that nothing stands for is an error, never an empty place."""
    kind = Reloading if options["auto_reload"] else Environment
    made = kind(**options | {"undefined": StrictUndefined, "extensions": [Unfolding]})
    made.code_generator_class = PlainCode

    def macros(name: str) -> TemplateModule:
        """All macros of a template, imported once; `{% import %}` in a macro would do so whenever that is written."""
        return made.get_template(name).module

    made.globals.update(
        actor=actor,
        alike=alike,
        arrow=arrow,
        asks=asks,
        becomes=becomes,
        cite=cite,
        credits_of_titles=credits_of_titles,
        icon=icon,
        macros=macros,
        once=once,
        plate=plate,
        player=player,
        shape=shape,
        static=static,
        url=url,
    )
    made.filters.update(
        apart=apart,
        coordinate=coordinate,
        direction=direction,
        gain=gain,
        percent=percent,
        signed=signed,
        true_false=true_false,
    )
    return made


class Reloading(Environment):
    """While pages are written: once a template has changed all are read anew, for others have imported its macros."""

    _newest = 0.0

    def get_template(self, name: Any, parent: str | None = None, globals: Any = None) -> Template:  # noqa: A002
        if parent is None:
            folders = getattr(self.loader, "searchpath", ())
            newest = max(path.stat().st_mtime for folder in folders for path in Path(folder).rglob("*.html"))
            if newest != self._newest and self.cache is not None:
                self._newest = newest
                self.cache.clear()
        return super().get_template(name, parent, globals)


@lru_cache(maxsize=4096)
def url(name: str, *args: object) -> str:
    """The address of a page by its name, as in Django's own templates; the same for as long as the server runs."""
    return reverse(name, args=args)
