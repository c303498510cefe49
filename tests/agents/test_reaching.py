"""Whatever is legal can be said word by word, and whatever can be said is legal."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import msgspec
import pytest

from ferrovia.agents.lexicon import BY_HAND, GIVE_UP, Lexicon, Words, lexicon
from ferrovia.agents.spelling import Sentence, sentences
from ferrovia.agents.word_game import Manners, begun, opened
from ferrovia.engine.flow.actions import Action, Answer, RunTrains
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.title import Title
from ferrovia.formats.save import load
from ferrovia.titles.registry import all_titles, title, title_of
from ferrovia.titles.t18fb.actions import BuildLine
from tests.agents.saying import played_by_words, talk
from tests.titles import TITLES
from tests.unlisted import lines_of
from tests.walks import new_game, walk

EVERY_TITLE = pytest.mark.parametrize("cards", TITLES, ids=lambda cards: str(cards.name))
GAMES = Path(__file__).parent.parent / "games"
NARROW = 12  # prices of a range that are all tried
SAMPLE = 4  # choices of a position that are tried


def prices(span: Range) -> list[int]:
    """The lowest, the highest and one in the middle; all where there are few."""
    every = range(span.low, span.high + 1, span.step)
    return list(every) if len(every) <= NARROW else [every[0], every[len(every) // 2], every[-1]]


def meant(choice: Choice) -> Iterator[Action]:
    if isinstance(choice, Range):
        yield from (choice.at(price) for price in prices(choice))
    else:
        yield choice


def sampled(games: Iterator[Game], often: float, chance: random.Random) -> Iterator[Game]:
    return (game for game in games if chance.random() < often)


@EVERY_TITLE
def test_every_choice_and_price_can_be_said(cards: Title) -> None:
    chance = random.Random(cards.name)
    tried: Counter[type[Action]] = Counter()
    for game in chain(
        sampled(walk(new_game(cards, 1, 3), chance, most=400), 0.12, chance), sampled(stored(cards.name), 0.012, chance)
    ):
        decision = game.decision
        said = [(decision.player, choice) for choice in decision]
        said += [(other.player, other.choice) for other in decision.interjections]
        for player, choice in chance.sample(said, min(SAMPLE, len(said))):
            for action in meant(choice):
                assert played_by_words(game, player, action) == action
                tried[type(action)] += 1
    assert len(tried) > len(cards.actions) // 2


def spoken(sentence: Sentence, words: Lexicon) -> Iterator[Action]:
    """Whatever can be said of a sentence, to its end."""
    waiting: list[Words] = [sentence.words]
    while waiting:
        said = waiting.pop()
        action = sentence.meant(words, said)
        if action is not None:
            yield action
        waiting += [(*said, word) for word in sentence.following(words, said)]


@EVERY_TITLE
def test_the_prices_that_can_be_said_are_those_of_the_range_and_no_others(cards: Title) -> None:
    words = lexicon(cards)
    steps: set[tuple[int, int, int]] = set()
    for game in walk(new_game(cards, 5, 3), random.Random(5)):
        if len(steps) > 40:
            break
        for span in game.decision.ranges:
            if (span.low, span.high, span.step) not in steps:
                steps.add((span.low, span.high, span.step))
                (sentence,) = sentences(words, [span], game.state.seats)
                every = [span.at(price) for price in range(span.low, span.high + 1, span.step)]
                assert sorted(spoken(sentence, words), key=lambda action: action.price) == every  # type: ignore[attr-defined]
    assert len(steps) > 5


@EVERY_TITLE
def test_random_words_make_a_legal_game(cards: Title) -> None:
    """Every sentence is played by the one who says it, so one that is not legal would be refused."""
    chance = random.Random(cards.name)
    start = opened(new_game(cards, 3, 3), Manners())
    for position in talk(start, chance, 1000):
        last = position
        if not position.game.over:
            assert len(position.legal) > 1
            assert list(position.legal) == sorted({*position.legal})
    assert len(last.game.actions) > 100


def stored(name: str) -> Iterator[Game]:
    """The games that are stored, at every decision."""
    for path in sorted(GAMES.glob(f"{name}-*.json")):
        record = load(path)
        game = Game(title_of(record.settings), record.settings)
        for action in record.actions:
            yield game
            game.apply(action)


@pytest.mark.parametrize("name", ["1849", "1883"])
def test_runs_that_are_not_listed_can_be_shown_by_hand(name: str) -> None:
    """The best runs the other way round, and less than all of them: where the game takes these, they can be said."""
    tried = 0
    for game in stored(name):
        if game.top.step(game) != "run":
            continue
        listed = next(choice for choice in game.decision.choices if isinstance(choice, RunTrains))
        turned = tuple(msgspec.structs.replace(run, hexes=run.hexes[::-1]) for run in listed.routes)
        for routes in (listed.routes, turned, turned[1:], listed.routes[:1]):
            runs = RunTrains(routes)
            if routes and game.why_not(runs) is None:
                assert played_by_words(game, game.decision.player, runs, by_hand=True) == runs
                tried += 1
        if tried > 30:
            return
    assert tried > 20


def test_lines_that_are_not_listed_can_be_shown_by_hand() -> None:
    tried = 0
    for game in stored("18FB"):
        if game.top.step(game) != "token":
            continue
        listed = [choice for choice in game.decision.choices if isinstance(choice, BuildLine)]
        for line in lines_of(game, game.decision.for_corporation)[:10]:
            action = BuildLine(line.hexes)
            if action not in listed and game.why_not(action) is None:
                assert played_by_words(game, game.decision.player, action, by_hand=True) == action
                tried += 1
        if tried > 8:
            return
    assert tried > 5


def test_who_gets_lost_gives_up_and_is_asked_again_but_traces_no_more() -> None:
    game = next(game for game in stored("1849") if game.top.step(game) == "run")
    start = begun(game, Manners(), (game.decision.player,))
    kind = start.lexicon.kind(RunTrains)
    tracing = start.after(kind)
    assert BY_HAND in tracing.legal
    lost = tracing.after(BY_HAND)
    assert GIVE_UP in lost.legal
    again = lost.after(GIVE_UP)
    assert (again.game, again.speaker, again.words) == (game, start.speaker, ())
    listed = next(choice for choice in game.decision.choices if isinstance(choice, RunTrains))
    assert again.after(kind).game.actions[len(game.actions)] == listed  # nothing else is left to say


def test_without_routes_by_hand_the_best_runs_are_all_that_can_be_run() -> None:
    game = next(game for game in stored("1849") if game.top.step(game) == "run")
    start = begun(game, Manners(by_hand=False), (game.decision.player,))
    after = start.after(start.lexicon.kind(RunTrains))
    assert isinstance(after.game.actions[len(game.actions)], RunTrains)


def test_a_player_who_may_act_out_of_turn_is_asked_before_the_decision_of_another() -> None:
    game = next(
        game
        for game in walk(new_game(title("18FB"), 1, 3), random.Random(1))
        if {other.player for other in game.decision.interjections} - {game.decision.player}
    )
    others = {other.player for other in game.decision.interjections} - {game.decision.player}
    asked = begun(game, Manners()).asked
    assert {*asked[:-1]} == others
    assert asked[-1] == game.decision.player
    assert begun(game, Manners(out_of_turn=False)).asked == (game.decision.player,)


def test_an_answer_without_a_word_of_its_own_is_spelled_letter_by_letter() -> None:
    cards = all_titles()["1883"]
    game = Game(cards, Settings("1883", ("Ada", "Bruno", "Carla"), "1"))
    words = lexicon(cards)
    spelled = words.spelled(Answer("72.0"), game.state.seats)
    assert [words.name(word) for word in spelled] == [
        "kind answer", "control letter by letter", "digit 7", "digit 2", "letter .", "digit 0", "control end of list",
    ]  # fmt: skip
