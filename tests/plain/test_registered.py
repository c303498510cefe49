"""A fourth title is one folder and one line in the registry: with no more, all that goes over titles goes over it."""

from __future__ import annotations

import random
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.test import Client

from ferrovia.bots.play import bots_for, play_out
from ferrovia.drawing.booklet import booklet
from ferrovia.drawing.edition import edition_of
from ferrovia.formats.rulebook import rulebook
from ferrovia.formats.save import load
from ferrovia.saying.catalogue import LANGUAGES
from ferrovia.titles import registry
from tests.cli.command import ferrovia
from tests.plain.title import TITLE
from tests.walks import new_game
from tests.web.past.people import browser_of, decider, person_of, seated
from tests.web.positions import walk_of
from tests.web.safety.receiving import Receiver

pytestmark = pytest.mark.usefixtures("plain_is_registered")
NAME = TITLE.name
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def test_it_is_the_last_of_the_titles() -> None:
    assert list(registry.all_titles())[-1] == NAME
    assert registry.title(NAME) is TITLE


# Computer players


@pytest.mark.parametrize("kinds", [["sensible"] * 3, ["keen"] * 3, ["planner@5", "keen", "sensible"]])
def test_every_computer_player_plays_it_to_the_end(kinds: list[str]) -> None:
    game = new_game(TITLE, 7, 3)
    play_out(game, bots_for(kinds, game.settings))
    assert game.state.ended_by == "Plain-10"
    assert game.state.operated


def test_each_says_why() -> None:
    game = new_game(TITLE, 7, 3)
    bots = bots_for(["sensible", "keen", "planner@5"], game.settings)
    while not game.over:
        player = game.decision.player
        thought = bots[player].think(game.fork_for(player))
        assert TITLE.voice("en")(thought.why)
        assert TITLE.voice("it")(thought.why)
        game.apply(thought.action)


# The command


@EVERY_LANGUAGE
def test_many_games_are_played_measured_and_judged(language: str) -> None:
    few = ("--seed", 1, "--jobs", 1, "--language", language)
    assert ferrovia("simulate", NAME, "--games", 2, "--bot", "sensible,keen", *few).exit_code == 0
    judged = ferrovia("balance", NAME, "--games", 2, "--players", 2, "--bot", "sensible", *few)
    assert "Traceback" not in judged.output
    assert judged.stdout
    measured = ferrovia("bench", "bots", "--title", NAME, "--games", 3, "--bot", "random,sensible", *few[2:])
    assert measured.exit_code == 0, measured.output


@pytest.mark.parametrize("what", ["playout", "choices", "draw"])
def test_the_benchmarks_go_over_it(what: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for other in [name for name in reversed(registry.TITLES) if name != NAME]:  # they take their time
        monkeypatch.delitem(registry.TITLES, other)  # the last first: they come back in their order
    assert NAME in ferrovia("bench", what, "--quick", "--fixture", tmp_path / "none").stdout


@EVERY_LANGUAGE
def test_the_booklet_is_drawn_whole(language: str) -> None:
    pages = booklet(edition_of(TITLE, language))
    assert len(pages) > 10
    for page in pages:
        assert len(list(ElementTree.fromstring(page).iter())) > 5


@EVERY_LANGUAGE
def test_it_is_played_in_the_terminal_and_looked_at(language: str, tmp_path: Path) -> None:
    path, words, spoken = tmp_path / "game.json", tmp_path / "game.txt", ("--language", language)

    def done(*arguments: object, typed: str | None = None) -> str:
        answer = ferrovia(*arguments, *spoken, typed=typed)
        assert answer.exit_code == 0, answer.output
        return answer.stdout

    begun = done(
        "play", NAME, "--seats", "you,keen,sensible", "--name", "Ada", "--seed", 3, "-o", path, typed="1\n?\nquit\n"
    )
    assert "Ada" in begun
    done("play", path, "--seats", "keen,keen,sensible")
    for look in (("show", path), ("choices", path), ("verify", path), ("best-runs", path, "NR")):
        assert done(*look)
    assert done("show", path, "--at", 40)
    assert done("analyse", path, "--quick", "--most", 2)
    done("export", path, "--format", "text", "-o", words)
    done("import", words, "-o", tmp_path / "again.json")
    assert load(tmp_path / "again.json").hashes == load(path).hashes
    done("export", path, "--public", "-o", tmp_path / "copy.json")
    assert done("show", tmp_path / "copy.json")
    assert ferrovia("export", path, "--format", "18xx", "-o", tmp_path / "site.json").exit_code == 1
    for clause in rulebook(NAME).clauses:
        assert clause.rule in done("rules", NAME, clause.id).replace("\n", " ")


# The table


@pytest.mark.django_db
@EVERY_LANGUAGE
def test_the_pages_about_titles_show_it(language: str) -> None:
    visitor = Client(headers={"accept-language": language})
    for address, shown in (
        ("/", NAME),
        ("/", {"en": "Four games of the 18xx family", "it": "Quattro giochi della famiglia 18xx"}[language]),
        ("/about", TITLE.designer),
        ("/learn", NAME),
        (f"/learn/{NAME}", TITLE.full_name),
        ("/rules", NAME),
        (f"/rules/{NAME}", "Plain-3"),
        (f"/rules/{NAME}/Plain-3", "Plain-3"),
        (f"/titles/{NAME}-{language}-light.svg", "svg"),
        (f"/tiles/{NAME}/8/dark.svg", "svg"),
    ):
        answer = visitor.get(address)
        assert answer.status_code == 200, address
        assert shown in answer.content.decode(), address


@pytest.mark.django_db
@EVERY_LANGUAGE
def test_a_table_is_opened_for_it(language: str) -> None:
    visitor = Client(headers={"accept-language": language})
    for way in ("friends", "screen", "computer"):
        answer = visitor.post("/tables/new", {"title": NAME, "way": way}, follow=True)
        assert answer.status_code == 200
        assert NAME in answer.content.decode()


@pytest.mark.django_db
def test_every_page_of_a_whole_game_is_there(request: pytest.FixtureRequest) -> None:
    """At the first decision of each kind and at the end: the table, its past, what is new, the sandbox, its files.

    In the check each kind in one language, the next in the other; with --soak all in both.
    """
    walk, number = walk_of(NAME), 0
    seen: set[str] = set()
    is_long = request.config.getoption("--soak")
    while walk.reaches(number):
        game = walk.game(number)
        step = "over" if game.over else game.top.step(game)
        if step not in seen:
            seen.add(step)
            for language in LANGUAGES if is_long else LANGUAGES[len(seen) % 2 :][:1]:
                _look_around(number, language)
        number += 1
    assert {"auction", "stock", "track", "token", "run", "dividend", "trains", "over"} <= seen


def _look_around(number: int, language: str) -> None:
    table = seated(walk_of(NAME).record(number))
    at, last = f"/t/{table.key}", max(0, number - 1)
    client = browser_of(person_of(table, "Ada" if table.over else decider(table)))
    client.cookies["language"] = language
    receiver = Receiver(client, table, random.Random(number))
    assert f'<html lang="{language}"' in client.get(at).content.decode()
    for name in ("", "/now", "/seats", "/history", f"/at/{last}", "/since", "/text", "/game.json"):
        assert client.get(at + name, follow=True).status_code == 200, name
    assert client.get(f"{at}/board/{number}-{language}-light.svg").status_code == 200
    assert client.post(f"{at}/try", {"at": str(last)}, follow=True).status_code == 200
    assert client.get(f"{at}/try/now").status_code == 200
    assert all(text for _, text in receiver.tabs())


@pytest.mark.django_db
@EVERY_LANGUAGE
def test_what_lies_beside_the_map_is_there_too(language: str) -> None:
    """Best runs with what another train would earn, the upgrades of a tile, runs and prices round by round."""
    walk = walk_of(NAME)
    number = next(each for each in range(400) if walk.reaches(each) and len(walk.game(each).state.operated) > 1)
    table = seated(walk.record(number))
    client = Client(headers={"accept-language": language})
    tile = next(iter(TITLE.box.board.tiles))
    for query in ("open=runs", f"open=tiles&upgrade={tile}", "open=course", "open=course&book=worth"):
        answer = client.get(f"/t/{table.key}/work?{query}", follow=True)
        assert answer.status_code == 200
        page = answer.content.decode()
        assert 'id="dock-head"' in page
        assert "data-work" not in page
