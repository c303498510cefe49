"""What the footer says will follow is what follows when the choice is really made."""

from __future__ import annotations

from functools import lru_cache

import msgspec
import pytest

from ferrovia.bots.bot import chosen as bot_choice
from ferrovia.bots.play import bots_for
from ferrovia.engine.flow.actions import Action, Bid, BuyShare, Pass, SellShares
from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.table.page.choosing import chosen
from ferrovia.table.page.control import Effect
from ferrovia.table.page.effects import effects, presidents
from ferrovia.table.page.scene import Scene
from ferrovia.titles.registry import title
from tests.web.positions import NAMES, laid_out, played, scene_of, until

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


def _all(scene: Scene) -> list[Action]:
    assert scene.decision is not None
    return [each.at(each.low) if isinstance(each, Range) else each for each in scene.decision]


def _line(found: tuple[Effect, ...], what: str) -> Effect | None:
    return next((effect for effect in found if effect.what == what), None)


def _check(scene: Scene, action: Action, then: Game) -> None:
    """Compare each line with the game in which the action was really played."""
    found, viewer = effects(scene, action), scene.viewer or ""
    money = _line(found, "Your money")
    is_sure = then.state.round == scene.game.state.round
    if money is not None or is_sure:
        changed = then.cash(viewer) - scene.game.cash(viewer)
        assert (money.change if money else 0) == changed, action
        assert money is None or int(money.after) == then.cash(viewer)
    for name in scene.game.state.certificates:
        treasury = _line(found, f"Treasury of {name}")
        if treasury is not None or is_sure:
            assert (treasury.change if treasury else 0) == then.cash(name) - scene.game.cash(name), (action, name)
        price = _line(found, f"Price of {name}")
        if price is not None:
            assert int(price.after) == then.price(name), (action, name)
        elif is_sure and scene.game.is_started(name) and then.is_started(name):
            assert then.cell(name) == scene.game.cell(name), (action, name)
        president = _line(found, f"President of {name}")
        if president is not None:
            assert president.after == presidents(then)[name]
        elif is_sure:
            assert presidents(then).get(name) == presidents(scene.game).get(name)
    papers = _line(found, "Certificates")
    if papers is not None:
        assert int(papers.after) == then.certificate_count(viewer)
    following = _line(found, "Next")
    if following is not None and not then.over:
        assert following.after == then.top.decider(then)


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "step", "after"), POSITIONS)
def test_what_is_told_before_is_what_happens(name: str, step: str, after: int) -> None:
    scene = scene_of(laid_out(until(name, step, after=after)))
    before = scene.game.hash()
    for action in _all(scene):
        then = scene.game.fork()
        then.apply(action)
        _check(scene, action, then)
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
    """The game after a pass, as another deck would have it."""
    fork = scene.game.fork_for(None)
    fork.settings = msgspec.structs.replace(fork.settings, seed=f"deck {number}")
    scene.title.seen.redraw(fork, None)
    fork.apply(Pass())
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
    scene = scene_of(laid_out(played("1883", 3, _before_a_card())))
    decks = [_redrawn(scene, number) for number in range(12)]
    assert len({game.hash() for game in decks}) > 1
    for game in decks:
        _check(scene, Pass(), game)
