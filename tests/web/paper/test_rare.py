"""Decisions about paper that few games come to: contested lots, the exchange for a presidency, too much paper."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import Bid, BuyPrivate, BuyShare, Exchange
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.formats.save import Record
from ferrovia.sitting.moment import Moment
from ferrovia.table.models import Person, Table
from ferrovia.table.page.desk import desk
from ferrovia.table.page.page import Page
from ferrovia.table.page.scene import Scene
from ferrovia.titles.registry import title
from tests.t1849.test_09_5_change_of_president import rcs
from tests.web.positions import NAMES
from tests.web.rendering import Shown

pytestmark = pytest.mark.django_db


def _table(game: Game) -> Table:
    host, _ = Person.objects.get_or_create(name="Ada")
    return Table.objects.get_or_create(title=game.title.name, host=host)[0]


def _scene(game: Game, **pick: str) -> Scene:
    """What whoever must choose sees of a game whose moves are on no table."""
    moment = Moment(game, Record.of(game, [game.hash()]))
    return Scene(_table(game), moment, (game.top.decider(game),), "en", "light", pick)


def _shown(scene: Scene) -> str:
    shown = Shown(scene)
    return shown.desk() + shown.lots()


def _contest() -> Game:
    game = Game(title("1849"), Settings("1849", NAMES[:3], "1", (), salt="salt"))
    for action in (Bid("SIGI", 50), Bid("SIGI", 60), BuyPrivate("SCE", 20)):
        game.apply(action)
    assert game.top.step(game) == "contest"
    return game


def test_in_a_contest_the_next_bid_stands_in_the_field_at_once() -> None:
    game = _contest()
    control = desk(_scene(game)).control
    assert control is not None
    assert control.template == "table/controls/auction.html"
    assert control.chosen is not None
    assert control.chosen.named == 65
    assert control.passing is not None
    page = _shown(_scene(game))
    assert 'name="price"' in page
    assert page.count('name="price"') == 1
    assert 'min="65"' in page


def test_the_bids_of_a_contest_are_shown_with_the_highest_on_top() -> None:
    game = _contest()
    lots = Page(_scene(game)).lots
    assert lots is not None
    assert lots.current is not None
    assert [(bid.player, bid.price, bid.is_top) for bid in lots.current.bids] == [
        (game.players[1], 60, True),
        (game.players[0], 50, False),
    ]


def test_somebody_who_waits_sees_the_lots_too() -> None:
    game = _contest()
    scene = _scene(game)
    waiting = next(name for name in game.players if name != scene.decider)
    page = Page(Scene(scene.table, scene.moment, (waiting,), "en", "light"))
    assert page.desk.control is None
    assert page.lots is not None
    states = {lot.id: lot.state for lot in page.lots.cards}
    assert states["SCE"] == "sold"
    assert states["CNM"] == "open"


def test_the_outgoing_president_is_asked_what_to_take() -> None:
    table = rcs(Ada=[10], Bruno=[10, 20]).stock_round("Bruno")
    table.do(BuyShare("RCS", "treasury"))
    offers = [each for each in table.game.decision.choices if isinstance(each, Exchange)]
    for number, offer in enumerate(offers):
        control = desk(_scene(table.game, c=str(number))).control
        assert control is not None
        assert control.template == "table/controls/starting.html"
        assert control.chosen is not None
        assert control.chosen.action == offer
    assert _shown(_scene(table.game)).count('role="radio"') == len(offers) == 2
