"""The page of all components: each state as the table's own templates write it, one under the other."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.utils.safestring import mark_safe

from ferrovia.saying.voice import Voice
from ferrovia.table.markup.forms import Forms
from ferrovia.table.markup.links import Link
from ferrovia.table.models import LastSeen, Table
from ferrovia.table.page import dock
from ferrovia.table.page.desk import Desk
from ferrovia.table.page.page import Page
from ferrovia.table.page.scene import NUMBER, Scene
from ferrovia.table.people import visitor_of
from tests.components.own_things import OWN, OwnThings
from tests.components.states import STATES, State, moment

TEMPLATE = Path(__file__).parent / "components.html"
PANEL = "{% import control.template as it %}{{ it.panel(say, link, page, control, forms) }}"
NO_FORMS = Forms(mark_safe(""), "key")
LINKS = re.compile(r'href="(\?[^"]*)"')


@dataclass(frozen=True)
class Specimen:
    """A state, ready to be written."""

    state: State
    page: Page
    link: Link

    @property
    def own(self) -> OwnThings:
        return OWN[self.state.own]

    @property
    def control(self) -> str:
        """The name of the control that it shows, if any."""
        return self.page.desk.control.name if self.page.desk.control else ""


def specimen(state: State, language: str = "en", theme: str = "light") -> Specimen:
    """A state at its position, with what is picked and followed there."""
    made = _at(state, dict(state.pick), language, theme)
    for place in state.follow:
        links = LINKS.findall(_written(PANEL, made))
        query = dict(parse_qsl(html.unescape(links[place])[1:]))
        made = _at(state, {name: value for name, value in query.items() if name != NUMBER}, language, theme)
    return made


def _at(state: State, pick: dict[str, str], language: str, theme: str) -> Specimen:
    now = moment(state.game, state.number)
    decider = now.game.top.decider(now.game)
    others = [player for player in now.game.settings.players if player != decider]
    players = {"decider": (decider,), "other": (others[0],), "nobody": ()}[state.viewer]
    table = Table(title=now.game.settings.title, key=state.game, number=state.number)
    scene = Scene(table, now, players, language, theme, pick)
    if state.seen is not None:
        scene.__dict__["look"] = LastSeen(number=state.number, digest=state.seen)  # in the place of what is stored
    if state.part == "dock" and state.pick.get("open") != dock.COURSE:  # which the log tells
        dock.work(scene)
    page = Page(scene)
    if state.builder:
        build = getattr(import_module(f"ferrovia.table.page.controls.{state.builder}"), state.builder)
        control = build(scene)
        page.__dict__["desk"] = Desk("yours", control.question, control)  # in the place of what is worked out
    return Specimen(state, page, Link(scene))


def _written(template: str, made: Specimen) -> str:
    scene = made.page.scene
    context = {
        "say": scene.say,
        "link": made.link,
        "page": made.page,
        "control": made.page.desk.control,
        "forms": NO_FORMS,
    }
    return str(engines["jinja2"].from_string(template).render(context))


def components(request: HttpRequest) -> HttpResponse:
    """All states, in the language and the light of whoever looks."""
    visitor = visitor_of(request)
    only = request.GET.get("only", "")
    states = [state for state in STATES if only in ("", state.id)]
    specimens = [specimen(state, visitor.language, visitor.theme) for state in states]
    return HttpResponse(written(specimens, visitor.language, visitor.theme))


def written(specimens: list[Specimen], language: str = "en", theme: str = "light") -> str:
    context: dict[str, Any] = {
        "say": Voice(language),
        "language": language,
        "theme": theme,
        "specimens": specimens,
        "forms": NO_FORMS,
    }
    return str(engines["jinja2"].from_string(TEMPLATE.read_text("utf-8")).render(context))
