"""The event cards to come are nobody's to see."""

from ferrovia.formats.view import view_for
from tests.t1883.table import Table


def test_the_order_of_the_events_to_come_is_not_shown() -> None:
    table = Table()
    before = view_for(table.game, "Ada"), view_for(table.game)
    assert before[0]["own"]["deck"] == len(table.own.deck) == 12
    table.own_is(deck=table.own.deck[::-1])
    assert (view_for(table.game, "Ada"), view_for(table.game)) == before
