"""1849 at the table: loans stand in the ledger with what they cost, and an auction counts the lots that are left."""

from __future__ import annotations

from html import unescape

import pytest

from ferrovia.table.models import Table
from ferrovia.table.page.page import Page
from ferrovia.table.page.scene import Scene
from tests.components.states import moment
from tests.web.rendering import Shown

pytestmark = pytest.mark.django_db

GAME = "1849-five"


def scene_at(number: int, language: str = "en") -> Scene:
    return Scene(Table(title="1849", key=GAME, number=number), moment(GAME, number), (), language, "light")


def test_a_loan_is_in_the_column_of_its_player_with_what_it_costs_in_the_end() -> None:
    assert not any("Loans" in extra.name for extra in Page(scene_at(70)).ledger.extras)
    ledger = Page(scene_at(71)).ledger
    (loans,) = [extra for extra in ledger.extras if "Loans" in extra.name]
    assert loans.name == "Loans, −L.\N{NO-BREAK SPACE}750 each in the end"
    held = {head.name: cell.text for head, cell in zip(ledger.heads, loans.cells, strict=True)}
    assert {name for name, text in held.items() if text} == {"sensible 5"}
    assert held["sensible 5"] == "1"
    owed = {head.name: head.owed for head in ledger.heads if head.owed}
    assert owed == {"sensible 5": (("loan", 750),)}
    assert "−750 loan</small>" in unescape(Shown(scene_at(71)).ledger())
    assert "Prestiti, −L.\N{NO-BREAK SPACE}750" in unescape(Shown(scene_at(71, "it")).ledger())


def test_the_auction_counts_the_lots_that_are_left() -> None:
    assert [(lots.left if (lots := Page(scene_at(number)).lots) else None) for number in (0, 6, 14)] == [5, 3, 2]
    assert "3 lots left" in unescape(Shown(scene_at(6)).lots())
