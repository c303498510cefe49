"""No English is left in an Italian game: with a catalogue of marked words, every word that has no marks is found.

Nor is anything left that only the program calls so, as 'loan_choice'.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import asdict

from ferrovia.engine.flow.actions import Action, Answer
from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.title import Title
from ferrovia.formats.prompts import deed, prompt
from ferrovia.formats.sentences import sentence
from ferrovia.saying.message import Said
from ferrovia.titles.registry import all_titles
from tests.cli.command import ferrovia
from tests.marked import names_of, speak_marked, unmarked
from tests.neighbours import ODD_NAMES, PLACES, Domains, fields_of, variations
from tests.walks import every_option, half_sensible_walk, new_game

PLAYERS = ("Ada", "Bruno", "Carla", "Dora", "Ezio", "Fania")
OFTEN = (60, 25)  # every so many decisions all choices are said, and what is almost one is refused; in the long run
INNER = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b")  # what a program calls by a name
SAMPLE = 12  # choices of which neighbours are asked for


@pytest.fixture(autouse=True)
def _marked(monkeypatch: pytest.MonkeyPatch) -> None:
    speak_marked(monkeypatch)


def test_a_word_without_marks_is_found() -> None:
    say = next(iter(all_titles().values())).voice("it")
    assert unmarked(say("{who} waits for {n} {n:turn|turns}", who="Ada", n=2), PLAYERS) == []
    assert unmarked(say("{who} waits", who="nobody"), PLAYERS) == ["nobody"]


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.parametrize("title", all_titles().values(), ids=lambda title: title.name)
def test_what_is_told_offered_and_refused_in_whole_games(title: Title, seed: int) -> None:
    say, english, players = title.voice("it"), title.voice("en"), title.player_counts[-1 - seed]
    game = new_game(title, seed, players, every_option(title, players) if seed else ())
    names = {*PLAYERS, *names_of(title)}
    found: dict[str, str] = {}
    for said, more_names in _said_in(game, seed):
        text = say(said)
        for word in unmarked(text, {*names, *more_names}):
            found.setdefault(word, text)
        for word in INNER.findall(english(said)):
            if word not in more_names:
                found.setdefault(word, english(said))
    assert found == {}


def _said_in(game: Game, seed: int) -> Iterator[tuple[Said, tuple[str, ...]]]:
    """Whatever is said in a game from its set-up to its end, with the wrong names that somebody brought up."""
    chance, domains = random.Random(seed), Domains()
    for number, (now, _) in enumerate(half_sensible_walk(game, seed)):
        yield from ((event, ()) for event in now.events)
        if number % OFTEN[seed] == 0:
            yield from ((said, ()) for said in _offered(now))
            yield from _refused(now, domains, chance)
    yield from ((event, ()) for event in game.events)
    yield from ((said, ()) for said in game.title.seen.told(game.title.seen.own(game)))


def _offered(game: Game) -> Iterator[Said]:
    decision, seen = game.decision, game.title.seen
    yield from (prompt(game), deed(game))
    yield from (sentence(game, choice) for choice in decision)
    yield from (sentence(game, other.choice) for other in decision.interjections)
    yield from seen.warnings(game, decision.player)
    yield from seen.told(seen.own(game))
    yield game.state.round


def _refused(game: Game, domains: Domains, chance: random.Random) -> Iterator[tuple[Said, tuple[str, ...]]]:
    decision = game.decision
    domains.notice(decision)
    listed = [choice.action if isinstance(choice, Range) else choice for choice in decision]
    for kind in game.title.actions:
        yield from _why_not(game, domains.stranger(game, kind, chance))
    for action in chance.sample(listed, min(SAMPLE, len(listed))):
        for _, other in variations(game, action, domains, chance, 3):
            yield from _why_not(game, other)


def _why_not(game: Game, action: Action) -> Iterator[tuple[Said, tuple[str, ...]]]:
    """A refusal, with what was typed: it is repeated as it was, like the answers that could have been."""
    refusal = game.why_not(action)
    if refusal is not None:
        answers = [choice.choice for choice in game.decision.choices if isinstance(choice, Answer)]
        typed = [str(value) for value in asdict(action).values()]
        yield refusal, (*PLACES, *ODD_NAMES, *answers, *typed, *fields_of(type(action)))


TYPED = ["?", "all", "show", "zzz", "999", "0", "undo", "save", '{"do":"pass"}', '{"do":"fly"}', "{", "why {}", ""]


@pytest.mark.parametrize("title", all_titles().values(), ids=lambda title: title.name)
def test_a_game_in_the_terminal(title: Title, tmp_path: Path) -> None:
    chance = random.Random(1)
    lines = [*TYPED, *(str(chance.randint(1, 9)) for _ in range(150)), "show", f"save {tmp_path / 'b.json'}", "quit"]
    game = tmp_path / "a.json"
    seats = ",".join(["you", "sensible", "you", "sensible"][: max(title.player_counts)])
    played = ferrovia(
        "play", title.name, "--seats", seats, "--seed", "3", "-o", game, "--language", "it", typed="\n".join(lines)
    )
    assert played.exit_code == 0
    names = {*PLAYERS, *names_of(title), *TYPED, str(tmp_path), "json", "ferrovia", "play", "seats", "sensible", "you"}
    seen = [played.output, ferrovia("show", game, "--language", "it").output]
    seen += [ferrovia(command, game, "--language", "it").output for command in ("choices", "verify", "undo")]
    found = {word: line for text in seen for line in text.splitlines() for word in unmarked(line, names)}
    assert found == {}
