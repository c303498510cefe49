"""What agents see: the same numbers for the same facts, and nothing that is hidden."""

from __future__ import annotations

import random

import pytest

from ferrovia.agents.lexicon import lexicon
from ferrovia.agents.sight import Sight, hashed, sight
from ferrovia.agents.word_game import Manners, Position, begun, opened
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import BANK
from ferrovia.engine.flow.title import Title
from ferrovia.titles.registry import all_titles, title
from tests.agents.saying import talk
from tests.titles import TITLES
from tests.walks import half_sensible_walk, new_game, walk

# A change of what a word or a number means gives the lexicon or the sight a new VERSION, and is written here:
# programs that have learned the old meaning must be told. So does a title whose sheets gain or lose a component.
LAYOUTS = {
    "1849": ((331, "4bc1bbf7f275e11a"), (2104, "e464e4898a5b0a86")),
    "1883": ((338, "c2bf83c00c93c204"), (2833, "b4837d62ffcce718")),
    "18FB": ((503, "3afdc4b069578102"), (6810, "f54c06f58657585c")),
}


@pytest.mark.parametrize("name", list(LAYOUTS))
def test_words_and_numbers_mean_what_they_meant(name: str) -> None:
    words, seen = lexicon(title(name)), sight(title(name))
    assert ((len(words), words.digest), (len(seen), seen.digest)) == LAYOUTS[name]


@pytest.mark.parametrize("cards", TITLES, ids=lambda cards: str(cards.name))
def test_no_two_words_and_no_two_numbers_have_one_name(cards: Title) -> None:
    assert len({*lexicon(cards).words}) == len(lexicon(cards))
    assert len({*sight(cards).names}) == len(sight(cards))


@pytest.mark.parametrize("cards", TITLES, ids=lambda cards: str(cards.name))
def test_what_is_hidden_changes_no_number(cards: Title) -> None:
    """On a fork for a player all that is hidden was drawn anew: it looks the same to them."""
    seen, chance = sight(cards), random.Random(7)
    for game in walk(new_game(cards, 7, 3), random.Random(7), most=500):
        if chance.random() > 0.02:
            continue
        for player in game.state.seats:
            twin = begun(game.fork_for(player), Manners())
            assert seen.numbers(twin, player) == seen.numbers(begun(game, Manners()), player)


def test_the_order_of_the_deck_is_in_no_number() -> None:
    """The same seats and cards on the table, another deck under it."""
    cards, players = title("1883"), ("Ada", "Bruno", "Carla")
    arranged: dict[str, tuple[str, ...]] = {"seats": players}
    games = [Game(cards, Settings("1883", players, seed, (), arranged)) for seed in "ab"]
    assert games[0].state.own.deck != games[1].state.own.deck
    first, second = (sight(cards).numbers(opened(game, Manners()), "Ada") for game in games)
    assert first == second


@pytest.mark.parametrize("cards", all_titles().values(), ids=lambda cards: str(cards.name))
def test_numbers_are_between_minus_one_and_one_in_whole_games(cards: Title) -> None:
    seen, chance = sight(cards), random.Random(2)
    for position in talk(opened(new_game(cards, 2, 3), Manners()), chance, 800):
        if position.game.over or chance.random() < 0.05:
            for player in position.game.state.seats:
                numbers = seen.numbers(position, player)
                assert len(numbers) == len(seen)
                assert all(type(number) is float and -1 <= number <= 1 for number in numbers)


def facts(position: Position, player: str) -> dict[str, float]:
    seen: Sight = sight(position.game.title)
    return dict(zip(seen.names, seen.numbers(position, player), strict=True))


def test_facts_stand_under_their_names() -> None:
    """In the middle of a game of 1849, against what the game itself says."""
    *_, (game, _) = (
        step for _, step in zip(range(300), half_sensible_walk(new_game(title("1849"), 4, 3, ()), 4), strict=False)
    )
    position = begun(game, Manners())
    for seat, viewer in enumerate(game.state.seats):
        found = facts(position, viewer)
        next_seat = game.state.seats[(seat + 1) % 3]
        assert found["bank"] == min(1, game.state.cash[BANK] / 12_000)
        assert found["player 0 cash"] == game.cash(viewer) / 12_000
        assert found["player 1 cash"] == game.cash(next_seat) / 12_000
        assert found["player 3 plays"] == 0
        assert found["player 0 worth"] == game.title.calendar.worth(game, viewer) / 24_000
        assert found["turn"] == game.state.round.turn / 20
        assert found["player 0 decides"] == (game.decision.player == viewer)
        for name in game.state.certificates:
            sizes = zip(game.sizes(name), game.holders(name), strict=True)
            assert found[f"player 0 holds {name}"] == sum(size for size, holder in sizes if holder == viewer) / 100
            assert found[f"player 1 presides {name}"] == (game.president(name) == next_seat)
            assert found[f"{name} price"] == (game.price(name) / 500 if game.is_started(name) else 0)
            assert found[f"{name} last earnings"] == game.state.earnings.get(name, 0) / 1000
            assert found[f"{name} cash"] == game.cash(name) / 12_000
            for hex_id in {stop.partition(".")[0] for stop in game.state.stations[name]}:
                assert found[f"{name} token in {hex_id}"] > 0
        for hex_id in game.layout.tiles:
            sides = {side for side in range(6) if found[f"hex {hex_id} track to side {side}"]}
            assert sides == game.layout.face(hex_id).edges
    assert game.layout.tiles


def test_only_who_speaks_sees_what_was_said() -> None:
    position = next(
        position
        for position in talk(opened(new_game(title("1849"), 1, 3, ()), Manners()), random.Random(1), 200)
        if position.words
    )
    others = [player for player in position.seats if player != position.speaker]
    said = f"said last {position.lexicon.name(position.words[-1])}"
    assert facts(position, position.speaker)[said] == 1
    assert [facts(position, player)[said] for player in others] == [0, 0]


def test_a_price_is_seen_as_far_as_it_was_said() -> None:
    start = opened(new_game(title("1849"), 1, 3, ()), Manners())
    span = start.game.decision.ranges[0]
    words = start.lexicon.spelled(span.at(155), start.seats)
    position = start
    while len(position.words) < len(words) - 2:
        position = position.after(words[len(position.words)])
    assert position.words == words[:-2]
    assert facts(position, position.speaker)["price so far"] == 100 / 12_000
    assert facts(position, position.speaker)["digits so far"] == 4 / 6


def test_a_fact_of_a_title_goes_to_its_bucket_whoever_sits_where() -> None:
    one = hashed({"support": {"Ada": 8, "Bruno": 0}, "ccfr": "frozen", "ports": [["58", "SV"]]}, ("Ada", "Bruno"))
    assert one == hashed(
        {"support": {"Carla": 8, "Dora": 0}, "ccfr": "frozen", "ports": [["58", "SV"]]}, ("Carla", "Dora")
    )
    assert one != hashed(
        {"support": {"Ada": 0, "Bruno": 8}, "ccfr": "frozen", "ports": [["58", "SV"]]}, ("Ada", "Bruno")
    )
    assert sum(1 for number in one if number) == 3
