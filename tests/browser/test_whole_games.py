"""One person plays by the page's own controls, against computers or for all; every decision has an answer."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.house import House
from tests.browser.player import Player

TITLES = ("1849", "1883", "18FB")
# How many own decisions from where: the start of the game, and a turn of a corporation.
STRETCHES: tuple[tuple[int, dict[str, Any]], ...] = ((5, {}), (10, {"step": "track", "moves": 100}))
# Every kind of decision that a game of sensible players comes to
KINDS = {
    "1849": "auction rsa_start stock home_token track trains private finance run dividend token offer",
    "1883": "auction par stock track run dividend trains issue private offer token event merge merger odd_share discard"
    " coaches",
    "18FB": "lot bidding stock track trains token offer dividend finance merger home earnings",
}
MORE_KINDS = {"1849": (), "1883": ("air raid",), "18FB": ("card offer",)}

FEW_KINDS = 7  # that one person meets in one game, even if they go bankrupt early


@pytest.mark.parametrize("title", TITLES)
def test_a_stretch_of_each_title(browser: Browser, house: House, title: str) -> None:
    used = set()
    for decisions, start in STRETCHES:
        laid = house.lay(title, together=True, **start)
        player = Player(house.visit(browser, laid, laid.decider), seed=decisions)
        for _ in range(decisions):
            assert player.waits()
            player.answers()
        used |= {control for control, _ in player.used}
    assert len(used) >= 4, used


# Of one title in the check: who moves in turn is the same for all.
@pytest.mark.parametrize("title", ["1849", *(pytest.param(each, marks=pytest.mark.soak) for each in ("1883", "18FB"))])
def test_computers_and_a_person_take_turns(browser: Browser, house: House, title: str) -> None:
    laid = house.lay(title, alone=True)
    player = Player(house.visit(browser, laid, laid.decider), seed=1)
    for _ in range(4):
        assert player.waits()
        player.answers()
    assert player.number > 4


@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES)
def test_every_kind_of_decision(browser: Browser, house: House, title: str) -> None:
    for step in (*KINDS[title].split(), *MORE_KINDS[title]):
        laid = house.lay(title, step=step)
        player = Player(house.visit(browser, laid, laid.decider), seed=1, passes=0)
        assert player.waits()
        player.answers()
        assert player.number > laid.number
        house.all_leave()


@pytest.mark.soak
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("title", TITLES)
def test_a_whole_game(browser: Browser, house: House, title: str, seed: int) -> None:
    laid = house.lay(title, alone=True, seed=str(seed))
    player = Player(house.visit(browser, laid, laid.decider), seed=seed)
    decisions = 0
    while player.waits():
        player.answers()
        decisions += 1
    expect(player.page.locator("#desk .rank")).to_have_count(3)
    assert {"decision", "marks"} <= player.places
    # Whoever plays at random may be bankrupt before a corporation of theirs has anything to pay.
    assert {"stock", "track", "trains"} <= {control for control, _ in player.used}
    met = house.met(laid, laid.decider)
    sys.stdout.write(
        f"{title}, seed {seed}: {player.number} moves, {decisions} of the person's own, {player.asides} from the tray;"
        f" met {', '.join(sorted(met))}\n"
    )
    assert len(met & {*KINDS[title].split(), *MORE_KINDS[title]}) >= FEW_KINDS
