"""What is told is what happens: in the log, where no money moves without a line, and in the words of a choice."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import asdict

from ferrovia.bots.play import bots_for
from ferrovia.engine.flow.action_check import interjected
from ferrovia.engine.flow.actions import (
    Action,
    Bankrupt,
    BuyPrivate,
    Dividend,
    IssueShares,
    LayTile,
    Pass,
    PlaceToken,
    RunTrains,
    SellShares,
)
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.events import CorporationClosed, DividendReceived, EarningsKept, Event, TreasuryInherited
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.title import Title
from ferrovia.formats.save import load
from ferrovia.formats.sentences import sentence
from ferrovia.titles.registry import title_of
from ferrovia.titles.t18fb.actions import BuildLine
from ferrovia.titles.t1883.events import GravityRolled, Looted, MembershipLost
from tests.books import Books
from tests.titles import TITLES
from tests.walks import new_game, pick

GAMES = sorted((Path(__file__).parent / "games").glob("*.json"))
NOT_STORED = [each for each in TITLES if not any(path.name.startswith(f"{each.name}-") for path in GAMES)]
# What may bring money besides: the circle of an auction is closed, a concession completed, a deposit refunded.
BRINGS_MORE = (Pass, LayTile, PlaceToken, BuildLine, BuyPrivate)
KEPT = (EarningsKept, Looted, MembershipLost)  # what of a run is not shared
EACH_KIND = 2  # so many choices of a kind are looked at in each decision


def stored(path: Path) -> Iterator[tuple[Game, Action]]:
    """A stored game at every decision, and what was chosen."""
    record = load(path)
    game = Game(title_of(record.settings), record.settings)
    for action in record.actions:
        yield game, action
        game.apply(action)


def random_game(each: Title, seed: int) -> Iterator[tuple[Game, Action]]:
    """A random game in which players also speak out of turn."""
    game = new_game(each, seed, each.player_counts[seed % len(each.player_counts)])
    chance = random.Random(seed)
    while not game.over:
        others = [other.choice for other in game.decision.interjections]
        if others and chance.random() < 0.1:
            action = _at(chance.choice(others), chance)
        else:
            action = pick(game.decision, chance)
        yield game, action
        game.apply(action)


def sensible_game(each: Title, seed: int) -> Iterator[tuple[Game, Action]]:
    game = new_game(each, seed, each.player_counts[seed % len(each.player_counts)])
    bots = bots_for(["sensible"] * len(game.settings.players), game.settings)
    while not game.over:
        action = bots[game.decision.player].choose(game)
        yield game, action
        game.apply(action)


def _at(choice: Choice, chance: random.Random) -> Action:
    if isinstance(choice, Range):
        return choice.at(chance.randrange(choice.low, choice.high + 1, choice.step))
    return choice


# The words of a choice


def amounts(game: Game, words: str) -> list[int]:
    """The sums of money in a sentence."""
    written = re.escape(game.title.currency).replace(r"\{\}", r"(\d+)")
    return [int(found) for found in re.findall(rf"(?<![\w(-])(?<!on )(?<!Make ){written}(?![\w-])", words)]  # no hexes


def bare(game: Game, action: Action) -> tuple[Game, list[Event]]:
    """A game after an action alone, before anything goes on by itself, and what was told of it."""
    after = game.fork()
    after.state.number += 1
    after.events, after._decision = [], None
    other = interjected(after, action, None)
    if other is not None:
        after.title.interjections.play(after, other.player, action)
    else:
        after.top.play(after, action)
    return after, after.events


def word_faults(game: Game, action: Action) -> list[str]:
    """Where the words of a choice and what it does to the purse of the one who chooses differ."""
    words = game.title.voice("en")(sentence(game, action))
    told = amounts(game, words)
    _, events = bare(game, action)
    if isinstance(action, RunTrains):
        return _run_faults(game, words, events)
    if isinstance(action, Dividend):
        return _dividend_faults(game, words, events)
    if isinstance(action, Bankrupt):
        return []  # all is lost, and all that it touches is told by the log
    purse = game.decision.for_corporation or game.decision.player
    closed = {event.corporation for event in events if isinstance(event, CorporationClosed)}
    books = Books(game)
    spent = gained = 0
    for event in events:
        before = books.money[purse]
        books.after([event])
        if purse not in closed and not isinstance(event, TreasuryInherited):
            spent += max(0, before - books.money[purse])
            gained += max(0, books.money[purse] - before)
    shared = sum(event.amount for event in events if isinstance(event, DividendReceived))
    found = {value for event in events for value in asdict(event).values()} | {spent, gained, shared}
    faults = [f"{amount} is told and does not happen" for amount in told if amount not in found]
    if spent and spent not in told:
        faults.append(f"{purse} spends {spent}")
    if gained and not {gained, shared} & set(told) and not isinstance(action, BRINGS_MORE):
        faults.append(f"{purse} gains {gained}")
    if isinstance(action, SellShares | IssueShares) and bool(closed) != ("closes" in words):
        faults.append(f"{closed} close")
    return [f"{words}: {fault}" for fault in faults]


def _run_faults(game: Game, words: str, events: list[Event]) -> list[str]:
    """The run as it is told route by route, with the dice that were rolled, is the run that counts."""
    least, *most = amounts(game, words.partition(":")[0])
    total = 0
    rolls = [event.rolled for event in events if isinstance(event, GravityRolled)]
    for train, way in re.findall(r"[;:] (\S+) [^;]+? \(([^()]*)\)(?=;|$)", words):
        chancy = re.fullmatch(r"(\d+) on a roll of (\d+) to (\d+), lost on (\d+)", way)
        assert bool(chancy) == (train == "2G"), words
        if chancy is None:
            total += int(way)
        else:
            worth, low, high, _ = map(int, chancy.groups())
            total += worth if low <= rolls.pop(0) <= high else 0
    if "halved" in words:
        total = total // 20 * 10
    if "half as much again" in words:
        total += -(-total // 20) * 10
    (earned,) = [int(asdict(event)["revenue"]) for event in events if "revenue" in asdict(event)]
    faults = [] if total == earned and not rolls else [f"{words}: {total} is told and {earned} earned"]
    if not least <= earned <= max([least, *most]) or (not most and least != earned):
        faults.append(f"{words}: it earns {earned}")
    return faults


def _dividend_faults(game: Game, words: str, events: list[Event]) -> list[str]:
    """What is paid for each share, and what the treasury keeps."""
    company = game.decision.for_corporation
    shared = Counter[str]()
    single = []
    for event in events:
        told_of = asdict(event)
        if isinstance(event, DividendReceived):
            shared[event.holder] += event.amount
        elif isinstance(event, KEPT):
            single.append(int(told_of.get("revenue") or told_of["amount"]))
    each = re.search(r"(\d+) a share", words)
    due = Counter[str]()
    for holder in dict.fromkeys(game.holders(company)) if each else ():
        receiver = game.title.operating.dividend_goes_to(game, company, holder)
        if each and receiver is not None:
            due[receiver] += int(each[1]) * game.percent(company, holder) // game.share(company)
    faults = [] if +shared == +due else [f"{words}: {dict(shared)} are paid"]
    told = amounts(game, words)
    return faults + [f"{words}: {amount} is paid" for amount in single if amount not in told]


def some_choices(game: Game) -> Iterator[Action]:
    """The choices of a decision, a few of each kind, with the least and the highest price of each range."""
    seen = Counter[type[Action]]()
    for choice in [*game.decision, *(other.choice for other in game.decision.interjections)]:
        actions = [choice.at(choice.low), choice.at(choice.high)] if isinstance(choice, Range) else [choice]
        seen[type(actions[0])] += 1
        if seen[type(actions[0])] <= EACH_KIND:
            yield from actions


# Both, over whole games


def follow(played: Iterator[tuple[Game, Action]], every: int) -> Game:
    """The books are right after every action; what was played, and at every so many decisions what else could have
    been, does what its words say."""
    game, action = next(played)
    books = Books(game)
    _check_words(game, action, every)
    before = action
    for game, action in played:
        _check_books(books, game, before)
        _check_words(game, action, every)
        before = action
    _check_books(books, game, before)
    return game


def _check_books(books: Books, game: Game, action: Action) -> None:
    books.after(game.events)
    told = "\n".join(str(event) for event in game.events)
    assert books.faults(game) == [], f"action {game.state.number}: {action}\n{told}"


def _check_words(game: Game, played: Action, every: int) -> None:
    runs = [choice for choice in game.decision.choices if isinstance(choice, RunTrains)]
    others = () if game.state.number % every else some_choices(game)
    for action in (played, *runs, *others):
        assert word_faults(game, action) == []


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_all_that_is_told_in_a_stored_game_is_so(path: Path) -> None:
    game = follow(stored(path), every=3)
    runs = sum(isinstance(action, RunTrains) for action in game.actions)
    assert runs > 5 or game.title.name == "18FB"  # where earnings are counted without a choice


# In the check one random game of each title, and one of sensible players where none is stored; many in the long run.
@pytest.mark.parametrize("seed", [1])
@pytest.mark.parametrize("each", TITLES, ids=lambda each: each.name)
def test_all_that_is_told_in_a_random_game_is_so(each: Title, seed: int) -> None:
    assert follow(random_game(each, seed), every=20).over


@pytest.mark.parametrize("each", NOT_STORED, ids=lambda each: each.name)
def test_all_that_is_told_in_a_sensible_game_is_so(each: Title) -> None:
    assert follow(sensible_game(each, 1), every=20).over


@pytest.mark.soak
@pytest.mark.parametrize("each", TITLES, ids=lambda each: each.name)
def test_all_that_is_told_in_many_games_is_so(each: Title) -> None:
    for seed in range(300):
        assert follow(random_game(each, seed), every=20).over
    for seed in range(40):
        assert follow(sensible_game(each, seed), every=20).over
