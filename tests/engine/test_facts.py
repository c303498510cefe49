"""What is told of a hex, a tile, a train, a private company, a corporation and a step is what the game itself says."""

from __future__ import annotations

import random

import pytest

from ferrovia.engine.flow.actions import LayTile, PlaceToken
from ferrovia.engine.flow.facts.map import hex_facts, tile_facts
from ferrovia.engine.flow.facts.papers import corporation_facts, private_facts, train_facts
from ferrovia.engine.flow.facts.steps import step_facts
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.remedies.telling import RefusedAct
from ferrovia.engine.flow.state import BANK
from tests.engine.remedies.asked import positions

GAMES = ["1849-three", "1883-two", "18FB-three"]
EVERY = 120  # moves from one position that is looked at to the next


def _check_refused(game: Game, act: RefusedAct | None) -> int:
    """A refusal that is told is the one that the game gives."""
    if act is None:
        return 0
    refusal = game.why_not(act.action)
    assert refusal is not None
    assert (refusal.rule, refusal.text) == (act.refusal.rule, act.refusal.text)
    return 1


@pytest.mark.parametrize("name", GAMES)
def test_facts_agree_with_the_game_wherever_it_stands(name: str) -> None:
    chance, refused = random.Random(name), 0
    for game, _ in positions(name):
        if len(game.actions) % EVERY != 30:
            continue
        box, choices = game.title.box, game.decision.choices
        built = [choice.hex for choice in choices if isinstance(choice, LayTile | PlaceToken)][:2]
        for hex_id in (*built, *chance.sample(list(box.board.hexes), 3)):
            found = hex_facts(game, hex_id)
            assert set(found.lays) == {one for one in choices if isinstance(one, LayTile) and one.hex == hex_id}
            assert set(found.tokens) == {one for one in choices if isinstance(one, PlaceToken) and one.hex == hex_id}
            assert (found.no_lay is None) == bool(found.lays)
            for stop in found.stops:
                assert dict(stop.values)[game.state.phase] == stop.value
                assert len(stop.tokens) <= max(stop.slots, len(game.tokens_at(stop.stop)))
            refused += _check_refused(game, found.no_lay) + _check_refused(game, found.no_token)
            tile = chance.choice(list(box.board.tiles))
            laid = tile_facts(game, tile, hex_id)
            for rotation, refusal in enumerate(laid.turns):
                assert (refusal is None) == (game.why_not(LayTile(hex_id, tile, rotation)) is None)
            assert (laid.refusal is None) == (None in laid.turns)
        for train in box.trains:
            card = train_facts(game, train)
            assert card.left == game.trains(BANK).count(train)
            assert card.is_on_sale == (train in game.title.trains.on_sale(game))
            refused += _check_refused(game, card.refusal)
        for private in box.privates:
            paper = private_facts(game, private)
            assert paper.owner == game.state.privates.get(private, "")
            refused += _check_refused(game, paper.refusal) + _check_refused(game, paper.no_use)
        for corporation in game.state.certificates:
            company = corporation_facts(game, corporation)
            assert sum(percent for _, percent in company.holders) == sum(game.sizes(corporation))
            for act in (company.no_start, company.no_purchase, company.no_sale):
                refused += _check_refused(game, act)
    assert refused > 50


@pytest.mark.parametrize("name", GAMES)
def test_steps_of_a_turn_are_over_now_or_later(name: str) -> None:
    met = set()
    for game, _ in positions(name):
        top = game.top
        if not isinstance(top, OperatingTurn):
            now = step_facts(game, top.step_id(game))
            assert (now.when, now.choices) == ("now", len([*game.decision]))
            continue
        for place, step in enumerate(game.title.operating.steps_of(game, top.corporation)):
            facts = step_facts(game, step.id)
            met.add(facts.when)
            assert facts.label == step.label
            assert facts.of == len(game.title.operating.steps_of(game, top.corporation))
            if place == top.at:
                assert (facts.when, facts.place, facts.corporation) == ("now", place + 1, top.corporation)
            elif place > top.at:
                assert facts.when in ("later", "now")
        if len(game.actions) > 200:
            break
    assert met == {"over", "now", "later"}


def test_a_step_elsewhere_is_known_and_one_that_is_none_is_not() -> None:
    game = next(game for game, _ in positions("1849-three"))
    assert step_facts(game, "track").when == "elsewhere"
    assert step_facts(game, "track").deeds == ("lay a tile",)
    assert step_facts(game, "stock_round").when == "elsewhere"
    with pytest.raises(LookupError):
        step_facts(game, "tea")


def test_what_a_card_says_of_a_phase_is_read_off_the_sheets() -> None:
    game = next(game for game, _ in positions("1849-three"))
    assert private_facts(game, "SMS").sold_from == "6"
    assert private_facts(game, "SMS").closes_in == "12"
    assert (train_facts(game, "6H").begins, train_facts(game, "4H").eliminated_in) == ("6", "8")
    assert tile_facts(game, "655").phase == "6"
    assert tile_facts(game, "655").turns == ()
