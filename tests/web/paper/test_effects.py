"""What the footer says will follow is what follows when the choice is really made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import msgspec
import pytest

from ferrovia.bots.bot import chosen as bot_choice
from ferrovia.bots.play import bots_for
from ferrovia.engine.flow.actions import Action, Bid, BuyShare, Pass, SellShares
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.sitting.moment import Moment
from ferrovia.table.page.choosing import chosen
from ferrovia.table.page.control import Effect, Part
from ferrovia.table.page.effects import effects, forecast
from ferrovia.table.page.passing import passing
from ferrovia.table.page.scene import PASS, Scene
from ferrovia.titles.registry import title
from tests.web.paper.forecasts import GAMES, check, really, stored
from tests.web.positions import NAMES, laid_out, played, scene_of, until
from tests.web.turn.crawling import scene_at

ALIKE = 2  # forecasts of a kind that are looked at in a game
MANY_ALIKE = 4  # of a kind and a position, in a long run

POSITIONS = [
    ("1849", "auction", 3),
    ("1849", "stock", 355),
    ("1849", "finance", 335),
    ("1883", "auction", 5),
    ("1883", "stock", 450),
    ("1883", "issue", 100),
    ("18FB", "stock", 36),
    ("18FB", "stock", 400),
    ("18FB", "bidding", 10),
]


def _prices(choice: Choice) -> list[Action]:
    """The actions of a choice: one, or at the least, the most and some price between them."""
    if not isinstance(choice, Range):
        return [choice]
    middle = choice.low + (choice.high - choice.low) // 2 // choice.step * choice.step
    return [choice.at(price) for price in dict.fromkeys((choice.low, middle, choice.high))]


def _all(scene: Scene) -> list[Action]:
    assert scene.decision is not None
    return [action for each in scene.decision for action in _prices(each)]


def _told(scene: Scene, action: Action) -> tuple[Effect, ...]:
    """What the footer would say."""
    if not isinstance(action, Pass):
        return forecast(scene, action).effects
    found = passing(scene)
    assert found is not None
    return found.effects


def _scenes(game: Game) -> Iterator[tuple[Scene, list[Action]]]:
    """What is asked, and what anybody may do out of turn, each with the eyes of who may do it."""
    scene = scene_at(game, pick={PASS: "1"})
    yield scene, _all(scene)
    for other in game.decision.interjections:
        yield scene_at(game, other.player), _prices(other.choice)


def _fresh_scenes(game: Game, seen: Counter[tuple[object, ...]]) -> Iterator[tuple[Scene, list[Action]]]:
    """The same, where there is anything of a kind that was not seen often enough."""
    decider = game.decision.player
    if any(seen[True, *_kind(game, _prices(choice)[0])] < ALIKE for choice in game.decision):
        scene = scene_at(game, pick={PASS: "1"})
        yield scene, _all(scene)
    for other in game.decision.interjections:
        actions = _prices(other.choice)
        if any(seen[other.player == decider, *_kind(game, action)] < ALIKE for action in actions):
            yield scene_at(game, other.player), actions


def _kind(game: Game, action: Action) -> tuple[object, ...]:
    """Forecasts alike in this are of a kind: they are worked out alike."""
    return game.decision.step, type(action), game.state.phase


@pytest.mark.django_db
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_kind_of_choice_of_stored_games_comes_as_it_is_told(path: Path) -> None:
    seen: Counter[tuple[object, ...]] = Counter()
    for game in stored(path):
        for scene, actions in _fresh_scenes(game, seen):
            for action in actions:
                kind = (scene.viewer == scene.decider, *_kind(game, action))
                if seen[kind] < ALIKE:
                    seen[kind] += 1
                    check(scene, action, _told(scene, action))
    assert len(seen) > 20


@pytest.mark.soak
@pytest.mark.django_db
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_choice_of_stored_games_comes_as_it_is_told(path: Path) -> None:
    for game in stored(path):
        for scene, actions in _scenes(game):
            seen: Counter[type[Action]] = Counter()
            for action in actions:
                seen[type(action)] += 1
                if seen[type(action)] <= MANY_ALIKE:
                    check(scene, action, _told(scene, action))


@pytest.mark.django_db
@pytest.mark.parametrize("path", GAMES[::2], ids=lambda path: path.stem)
def test_a_false_line_is_found_out(path: Path) -> None:
    """The check above can fail: with a figure changed, or a line left out, it does."""
    parts: set[Part] = set()
    for game in stored(path):
        if game.state.number % 4:
            continue
        scene = scene_at(game, pick={PASS: "1"})
        for action in {type(each): each for each in _all(scene)}.values():
            lines = _told(scene, action)
            for place, line in enumerate(lines):
                if line.part in parts or not line.after.isdecimal() or line.note == "at least":
                    continue
                parts.add(line.part)
                figure = str(int(line.after) + 7)
                with pytest.raises(AssertionError):
                    check(scene, action, (*lines[:place], replace(line, after=figure), *lines[place + 1 :]))
        if len(parts) > 3:
            break
    assert {Part.CHOICE, Part.ANYHOW} <= parts


def _line(found: tuple[Effect, ...], what: str) -> Effect | None:
    return next((effect for effect in found if effect.what == what), None)


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "step", "after"), POSITIONS)
def test_what_is_told_before_is_what_happens(name: str, step: str, after: int) -> None:
    scene = scene_of(laid_out(until(name, step, after=after)), pick={PASS: "1"})
    before = scene.game.hash()
    for action in _all(scene):
        check(scene, action, _told(scene, action))
    assert scene.game.hash() == before


@pytest.mark.django_db
def test_a_sale_tells_price_and_presidency_even_where_they_stay() -> None:
    scene = scene_of(laid_out(until("1849", "stock", after=355)))
    for action in _all(scene):
        if isinstance(action, SellShares):
            assert _line(effects(scene, action), f"Price of {action.corporation}") is not None


@pytest.mark.django_db
def test_a_purchase_tells_how_many_certificates_the_limit_leaves() -> None:
    scene = scene_of(laid_out(until("1849", "stock", after=40)))
    action = next(each for each in _all(scene) if isinstance(each, BuyShare))
    line = _line(effects(scene, action), "Certificates")
    assert line is not None
    assert line.note == f"of {scene.title.stock.certificate_limit(scene.game)}"


@pytest.mark.django_db
def test_a_bid_tells_what_stays_free() -> None:
    scene = scene_of(laid_out(until("1849", "auction", after=3)))
    span = next(each for each in (scene.decision or ()) if isinstance(each, Range))
    assert isinstance(span.action, Bid)
    made = chosen(scene, span, price=span.low)
    free = _line(made.effects, "Free money")
    assert free is not None
    assert int(free.after) == int(free.before) - span.low


def _redrawn(scene: Scene, number: int) -> Game:
    """The game as another deck would have it."""
    fork = scene.game.fork_for(None)
    fork.settings = msgspec.structs.replace(fork.settings, seed=f"deck {number}")
    scene.title.seen.redraw(fork, None)
    return fork


@lru_cache(maxsize=1)
def _before_a_card() -> int:
    """After how many moves of a game of 1883 a pass in a stock round turns up an event."""
    settings = Settings("1883", NAMES[:3], "1", (), salt="salt")
    game = Game(title("1883"), settings)
    bots = bots_for(["sensible"] * 3, settings)
    while not game.over:
        if game.top.step(game) == "stock" and Pass() in game.decision.choices:
            fork = game.fork()
            fork.apply(Pass())
            if fork.title.seen.own(fork)["deck"] < game.title.seen.own(game)["deck"]:
                return len(game.actions)
        game.apply(bot_choice(game, bots))
    raise LookupError("No card is ever turned up.")


@pytest.mark.django_db
def test_what_a_card_decides_is_not_told_as_if_it_were_sure() -> None:
    scene = scene_of(laid_out(played("1883", 3, _before_a_card())), pick={PASS: "1"})
    decks = [_redrawn(scene, number) for number in range(12)]
    assert len({really(game, Pass()).then.hash() for game in decks}) > 1
    lines = _told(scene, Pass())
    for game in decks:
        deck = replace(scene, moment=Moment(game, scene.moment.record))
        check(deck, Pass(), lines)
