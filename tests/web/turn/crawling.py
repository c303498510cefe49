"""Crawling a page as a visitor without JavaScript does: by its links, until no form is left that was not seen."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from urllib.parse import parse_qsl, urlsplit

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.reading import read_action
from ferrovia.formats.save import Record
from ferrovia.sitting.moment import Moment
from ferrovia.table.models import Person, Table
from ferrovia.table.page.scene import Scene
from ferrovia.titles.registry import title as title_of
from tests.walks import every_option, half_sensible_walk, new_game
from tests.web.rendering import Shown

MANY_PAGES = 400
# Picks that have to do with no choice, or name a price for it
BESIDE = ("log", "n", "open", "picture", "sheet", "sum", "tab", "talk", "view")
# Best runs of anybody, ways hex by hex, and cards that lead to other cards: tests of their own look at them.
ENDLESS = ("runs", "tracing", "line", "ask")
_LINK = re.compile(r'href="([^"]*\?[^"]*)"')
_FORM = re.compile(r"<form.*?</form>", re.S)
_VALUE = re.compile(r'name="action" value="([^"]*)"')
_PRICE = re.compile(r'<input[^>]*name="price"[^>]*>')


def scene_at(game: Game, viewer: str = "", pick: dict[str, str] | None = None, language: str = "en") -> Scene:
    """A game as it stands on a table, for the one who must decide or another."""
    moment = Moment(game, Record.of(game, [""] * (len(game.actions) + 1)))
    host, _ = Person.objects.get_or_create(name="Ada")
    table, _ = Table.objects.get_or_create(title=game.title.name, host=host)
    return Scene(table, moment, (viewer or game.top.decider(game),), language, "light", pick or {})


def rendered(scene: Scene, *parts: str) -> str:
    """Parts of the page as they are sent."""
    shown = Shown(scene)
    return "".join(getattr(shown, part)() for part in parts)


Form = tuple[Action, tuple[int, int] | None]  # what a form sends, and between which prices


def forms(game: Game, page: str) -> Iterator[Form]:
    for form in _FORM.findall(page):
        value = _VALUE.search(form)
        if value is None:
            continue
        action = read_action(game.title, html.unescape(value[1]))
        price = _PRICE.search(form)
        yield action, _span(price[0]) if price is not None else None


def _span(field: str) -> tuple[int, int]:
    low, high = (re.search(rf'{name}="(\d+)"', field) for name in ("min", "max"))
    assert low is not None
    assert high is not None
    return int(low[1]), int(high[1])


def links(page: str) -> Iterator[dict[str, str]]:
    for address in _LINK.findall(page):
        query = dict(parse_qsl(urlsplit(html.unescape(address)).query))
        yield {name: value for name, value in query.items() if name not in BESIDE}


def crawled(game: Game, viewer: str, *parts: str) -> list[Form]:
    """Every form that links lead to."""
    seen: set[tuple[tuple[str, str], ...]] = set()
    found: list[Form] = []
    waiting: list[dict[str, str]] = [{}]
    while waiting:
        pick = waiting.pop()
        key = tuple(sorted(pick.items()))
        if key in seen or not pick.keys().isdisjoint(ENDLESS):
            continue
        seen.add(key)
        assert len(seen) < MANY_PAGES, "the links of this page have no end"
        page = rendered(scene_at(game, viewer, pick), *parts)
        found.extend(forms(game, page))
        waiting.extend(links(page))
    return found


def offers(found: list[Form], choice: Choice) -> bool:
    """Whether one of the forms lets a choice be made, with all of its prices."""
    for action, span in found:
        if not isinstance(choice, Range) and action == choice and span is None:
            return True
        if isinstance(choice, Range) and choice.allows(action) and span == (choice.low, choice.high):
            return True
    return False


def shape(game: Game) -> tuple[str, ...]:
    """What is asked, and of which kinds the answers are: positions alike in this need not all be looked at."""
    decision = game.decision
    actions = [choice.action if isinstance(choice, Range) else choice for choice in decision]
    kinds = sorted({type(action).__name__ for action in actions})
    return (type(game.top).__name__, decision.step, *kinds)


def decisions(name: str, seed: int, players: int, most: int, alike: int = 1) -> Iterator[Game]:
    """The first positions of every shape in a game that gets far."""
    title = title_of(name)
    counts: dict[tuple[str, ...], int] = {}
    game = new_game(title, seed, players, every_option(title, players))
    for position, _ in half_sensible_walk(game, seed):
        if len(position.actions) >= most:
            return
        kind = shape(position)
        counts[kind] = counts.get(kind, 0) + 1
        if counts[kind] <= alike:
            yield position
