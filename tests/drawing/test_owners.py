"""Cards of a game are drawn with their owners, concessions among them."""

from __future__ import annotations

from ferrovia.drawing.edition import Edition
from ferrovia.drawing.palette import LIGHT
from ferrovia.drawing.pictures import Subject, drawn
from ferrovia.engine.flow.game import Game
from ferrovia.titles.t1883.emilia import Concession, emilia
from tests.drawing.editions import edition
from tests.t18fb.table import Table as SouthernTable
from tests.t1883.table import Table as EmilianTable


def cards(game: Game) -> str:
    known: Edition = edition(game.title.name)
    return drawn("cards", Subject(known, LIGHT, game))


def test_a_concession_of_18fb_shows_its_owner() -> None:
    table = SouthernTable()
    assert not any(table.title.seen.concessions(table.game).values())
    assert "Ada" not in cards(table.game)
    table.concession("FC", "Ada")
    assert table.title.seen.concessions(table.game)["FC"] == "Ada"
    assert "Ada" in cards(table.game)


def test_a_concession_of_1883_shows_its_owner() -> None:
    table = EmilianTable()
    first = next(iter(emilia(table.game).concessions))
    before = cards(table.game).count("SARSA")
    table.own_is(concessions={**emilia(table.game).concessions, first: Concession("SARSA")})
    assert cards(table.game).count("SARSA") == before + 1
