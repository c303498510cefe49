"""States as OpenSpiel has them."""

from __future__ import annotations

import json
import random
from pathlib import Path

import msgspec
import pytest

from ferrovia.agents import load_game
from ferrovia.agents.dictated_chance import DealtGame, Undecided
from ferrovia.agents.states import CHANCE, TERMINAL, AgentGame, AgentState, StateTrouble
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.save import load
from ferrovia.titles.registry import TITLES, title_of

GAMES = Path(__file__).parent.parent / "games"
EVERY_TITLE = pytest.mark.parametrize("name", list(TITLES))


def dealt(game: AgentGame, chance: random.Random) -> AgentState:
    """A state in which everything is dealt."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(chance.choice(state.legal_actions()))
    return state


def gone_on(state: AgentState, chance: random.Random, steps: int) -> AgentState:
    for _ in range(steps):
        if state.is_terminal():
            break
        state.apply_action(chance.choice(state.legal_actions()))
    return state


@EVERY_TITLE
def test_dealing_is_left_to_chance_and_every_number_is_alike(name: str) -> None:
    state = load_game(name, 3).new_initial_state()
    assert state.current_player() == CHANCE
    limits = []
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        limits.append(len(outcomes))
        assert [number for number, _ in outcomes] == state.legal_actions() == list(range(len(outcomes)))
        assert sum(likely for _, likely in outcomes) == pytest.approx(1)
        state.apply_action(0)
    assert limits[:2] == [3, 2]  # who sits where
    assert state.current_player() in range(3)


@pytest.mark.parametrize("file", ["1849-three.json", "1883-two.json", "1883-four.json"])
def test_a_game_that_is_told_what_its_seed_would_draw_is_the_same_game(file: str) -> None:
    """Shuffles and dice of whole games: told one by one, they bring what was stored."""
    record = load(GAMES / file)
    settings, cards = record.settings, title_of(record.settings)
    numbers: list[int] = []
    asked = []
    game = None
    while game is None:
        try:
            game = DealtGame(cards, settings, numbers)
        except Undecided as undecided:
            numbers.append(Chance(settings.seed, undecided.draws).below(undecided.limit))
    assert game.state.draws == len(numbers)
    for number, action in enumerate(record.actions, 1):
        told: list[int] = []
        while True:
            twin = game.told(told)
            try:
                twin.apply(action)
            except Undecided as undecided:
                asked.append(undecided.limit)
                told.append(Chance(settings.seed, undecided.draws).below(undecided.limit))
            else:
                game = twin
                break
        if number % 50 == 0 or number == len(record.actions):
            assert game.hash() == record.hashes[number]
    assert asked or settings.title != "1883"


@EVERY_TITLE
def test_a_random_game_of_states(name: str) -> None:
    chance = random.Random(name)
    state = dealt(load_game(name, 3, by_hand=False, out_of_turn=False), chance)
    players = set()
    for _ in range(400):
        if state.is_terminal():
            break
        now = state.current_player()
        players.add(now)
        legal = state.legal_actions()
        if now != CHANCE:
            assert legal == state.legal_actions(now)
            assert state.legal_actions((now + 1) % 3) == []
            assert [word for word, may in enumerate(state.legal_actions_mask()) if may] == legal
            assert len({state.action_to_string(now, word) for word in legal}) == len(legal)
            assert state.returns() == [0.0, 0.0, 0.0]
        word = chance.choice(legal)
        assert state.string_to_action(state.action_to_string(now, word)) == word
        state.apply_action(word)
    assert {0, 1, 2} <= players


def test_the_returns_of_a_whole_game() -> None:
    game = load_game("1849", 3, by_hand=False)
    state = gone_on(dealt(game, random.Random(4)), random.Random(4), 10_000)
    assert (state.current_player(), state.legal_actions()) == (TERMINAL, [])
    assert sum(state.returns()) == pytest.approx(game.utility_sum())
    assert state.rewards() == state.returns() != [0.0, 0.0, 0.0]
    assert game.min_utility() <= min(state.returns()) <= max(state.returns()) <= game.max_utility()


@EVERY_TITLE
def test_a_clone_goes_its_own_way(name: str) -> None:
    chance = random.Random(1)
    state = gone_on(dealt(load_game(name, 3), chance), chance, 40)
    before, twin = state.serialize(), state.clone()
    gone_on(twin, chance, 60)
    assert state.serialize() == before != twin.serialize()
    assert twin.history()[: len(state.history())] == state.history()
    word = state.legal_actions()[0]
    assert state.child(word).history() == [*state.history(), word]
    assert state.serialize() == before


@EVERY_TITLE
def test_a_state_that_was_written_goes_on_as_it_would_have(name: str) -> None:
    game = load_game(name, 3)
    chance = random.Random(2)
    state = game.new_initial_state()
    for step in range(150):
        if step % 7 == 0:
            twin = game.deserialize_state(state.serialize())
            assert twin.serialize() == state.serialize()
            assert (twin.current_player(), twin.legal_actions()) == (state.current_player(), state.legal_actions())
            word = chance.choice(state.legal_actions())
            assert twin.child(word).serialize() == state.child(word).serialize()
        gone_on(state, chance, 1)


def test_a_game_keeps_the_revision_of_the_data_it_was_loaded_with() -> None:
    newest = load_game("1883", 3)
    first = msgspec.structs.replace(newest, revision=1)
    assert (newest.title.box.trains["5"].cost, first.title.box.trains["5"].cost) == (420, 450)
    state = gone_on(first.new_initial_state(), random.Random(2), 20)
    assert first.deserialize_state(state.serialize()).serialize() == state.serialize()
    with pytest.raises(StateTrouble, match="one of another game"):
        newest.deserialize_state(state.serialize())


def test_a_state_in_the_middle_of_a_roll_can_be_written() -> None:
    """The events and the gravity trains of 1883 roll dice."""
    game = load_game("1883", 2)
    state = rolling(game)
    assert state.is_chance_node()
    sides = len(state.chance_outcomes())
    assert sides in (6, 10)
    twin = game.deserialize_state(state.serialize())
    assert twin.is_chance_node()
    ends = [state.child(number) for number in range(sides)]
    assert [twin.child(number).serialize() for number in range(sides)] == [end.serialize() for end in ends]
    assert len({end.observation_string(0) for end in ends}) > 1


def rolling(game: AgentGame) -> AgentState:
    """A state in which a die is rolled: random players who buy any train they can."""
    for seed in range(60):
        chance = random.Random(seed)
        state = dealt(game, chance)
        while not state.is_terminal():
            if state.is_chance_node():
                return state
            words = {state.action_to_string(0, word): word for word in state.legal_actions()}
            wanted = [words[name] for name in WANTED if name in words]
            state.apply_action(wanted[0] if wanted and chance.random() < 0.8 else chance.choice(list(words.values())))
    raise AssertionError("No die was rolled.")


WANTED = ("train 2G", "kind start", "kind run_trains", "kind lay_tile", "kind buy_train", "kind buy_share")


def test_nobody_knows_the_deck() -> None:
    """Two games of 1883 that differ in nothing but the order of the deck are one to every player."""
    game = load_game("1883", 3)
    first, second = game.new_initial_state(), game.new_initial_state()
    drawn = 0
    while first.is_chance_node():
        last = len(first.chance_outcomes()) - 1
        first.apply_action(last)  # everything stays where it lay
        second.apply_action(last if drawn < 2 else 0)
        drawn += 1
    assert first.serialize() != second.serialize()
    for player in range(3):
        assert first.information_state_string(player) == second.information_state_string(player)
        assert first.information_state_tensor(player) == second.information_state_tensor(player)
    assert first.legal_actions() == second.legal_actions()


def test_players_know_the_table_the_actions_and_what_they_began_to_say() -> None:
    chance = random.Random(3)
    state = dealt(load_game("1849", 3), chance)
    while not (known := json.loads(state.information_state_string()))["said"]:
        gone_on(state, chance, 1)
    assert known["player"] == f"player_{state.current_player()}"
    assert known["view"]["title"] == "1849"
    other = json.loads(state.information_state_string((state.current_player() + 1) % 3))
    assert other["said"] == []
    assert len(state.information_state_tensor()) == load_game("1849", 3).information_state_tensor_shape()[0]


def test_what_may_not_be_said_is_told_and_changes_nothing() -> None:
    game = load_game("1849", 3)
    state = dealt(game, random.Random(1))
    before = state.serialize()
    with pytest.raises(StateTrouble, match="Nobody may say '0' now"):
        state.apply_action(0)
    with pytest.raises(StateTrouble, match="Nobody may say 'tile 57' now"):
        state.string_to_action("tile 57")
    with pytest.raises(StateTrouble, match="There is no player 7"):
        state.information_state_string(7)
    assert state.serialize() == before


def test_what_is_no_state_is_told() -> None:
    game = load_game("1849", 3)
    with pytest.raises(StateTrouble, match="This is not a state"):
        game.deserialize_state("{}")
    written = dealt(game, random.Random(1)).serialize()
    with pytest.raises(StateTrouble, match="This is not a state"):
        game.deserialize_state(written.replace('"phase"', '"faze"'))
    with pytest.raises(StateTrouble, match="one of another game"):
        game.deserialize_state(load_game("1849", 4).new_initial_state().serialize())
    with pytest.raises(Refusal):
        load_game("1849", 9)
