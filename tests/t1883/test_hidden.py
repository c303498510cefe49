"""The event cards to come are nobody's to see."""

import json

from ferrovia.formats.view import view_for
from ferrovia.titles.t1883.components import event_deck
from tests.t1883.table import Table


def test_the_order_of_the_events_to_come_is_not_shown():
    table = Table()
    shown = json.dumps(view_for(table.game, "Ada")) + json.dumps(view_for(table.game))
    assert view_for(table.game)["own"]["deck"] == len(table.own.deck) == 12
    assert not any(event in shown for event in event_deck(1))
