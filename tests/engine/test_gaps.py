"""What a title does not answer shows when it is loaded, not in the third hour of play."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ferrovia.engine.flow.facets.calendar import CalendarRules
from ferrovia.engine.flow.facets.interjections import InterjectionRules
from ferrovia.engine.flow.facets.operating import Power
from ferrovia.engine.flow.facets.stock import Extra
from ferrovia.engine.flow.frame import Frame, Procedure
from ferrovia.engine.flow.operating import TurnStep
from ferrovia.engine.flow.parts import GAME, GUIDE, SHEETS, IncompleteTitle
from ferrovia.engine.flow.sheets import Box
from ferrovia.engine.flow.title import FACETS, Title
from ferrovia.titles import registry
from ferrovia.titles.t1849 import components
from ferrovia.titles.t1849.operating import SicilianOperating
from ferrovia.titles.t1849.title import Sicilian
from tests.plain.title import Plain
from tests.titles import TITLES

PLAIN = Path(__file__).parents[1] / "plain"


def test_a_facet_that_is_missing_is_named() -> None:
    class Bare(Title):
        name = "Bare"
        actions = Sicilian.actions
        frames = Sicilian.frames

    with pytest.raises(LookupError, match=rf"^Bare does not answer for place, citations, setup, .*audit; {GUIDE}"):
        Bare(components.BOX)


def test_an_event_of_a_phase_that_nobody_knows_is_named() -> None:
    class Calm(Sicilian):
        calendar = CalendarRules()  # type: ignore[assignment]

    with pytest.raises(LookupError, match=rf"^1849 does not know what happens at messina_earthquake; {GUIDE}"):
        Calm()


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of the plain title as a package of its own, for parts to be taken out of it."""
    found = shutil.copytree(PLAIN, tmp_path / "copied_title", ignore=shutil.ignore_patterns("test_*", "__pycache__"))
    monkeypatch.syspath_prepend(str(tmp_path))
    yield found
    for name in [name for name in sys.modules if name.partition(".")[0] == found.name]:
        del sys.modules[name]


@pytest.mark.parametrize("path", [*(f"components/{sheet}.toml" for sheet in SHEETS), "clauses.toml"])
def test_a_file_that_is_missing_is_named_with_its_place(copied: Path, path: str) -> None:
    (copied / path).unlink()
    with pytest.raises(IncompleteTitle, match=rf"^Plain has no {path} in {copied}; {GUIDE} tells") as told:
        Plain(Box("copied_title"))
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("key", [key for key in GAME if key not in ("setup", "stock_round")])
def test_a_key_that_everybody_reads_is_named(copied: Path, key: str) -> None:
    sheet = copied / "components" / "game.toml"
    lines = sheet.read_text().splitlines()
    sheet.write_text("\n".join(line for line in lines if not line.startswith(f"{key} =")))
    with pytest.raises(IncompleteTitle, match=rf"^Plain does not say {key} in its game\.toml; {GUIDE} tells"):
        Plain(Box("copied_title"))


def test_a_key_that_a_sheet_lacks_is_named(copied: Path) -> None:
    sheet = copied / "components" / "companies.toml"
    sheet.write_text(sheet.read_text().replace('rgb = "#c92a2a", ', ""))
    with pytest.raises(IncompleteTitle, match=rf"^copied_title lacks 'rgb' in its companies\.toml; {GUIDE} tells"):
        Plain(Box("copied_title")).box.corporations  # noqa: B018


@pytest.mark.parametrize(
    ("package", "why"),
    [
        ("tests.nowhere", r"Odd has no package tests\.nowhere"),
        ("tests.plain.title", r"Odd has no package tests\.plain\.title"),
        ("tests.engine", r"Odd gives no TITLE in the package tests\.engine"),
        ("tests.plain", r"Odd is called Plain in the package tests\.plain"),
    ],
)
def test_a_line_of_the_registry_that_leads_nowhere_is_told(
    package: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry.TITLES, "Odd", package)
    with pytest.raises(IncompleteTitle, match=rf"^{why}; {GUIDE} tells"):
        registry.title("Odd")


def test_a_frame_or_step_that_does_not_say_what_it_asks_is_named() -> None:
    class Riddle(Frame, frozen=True, tag="riddle"):
        word = "riddle"

    class Mute(TurnStep):
        id = word = "mute"

    class Riddling(Sicilian):
        frames = (*Sicilian.frames, Riddle)
        operating = SicilianOperating()

    Riddling.operating.steps = (*SicilianOperating.steps, Mute())
    lacking = "its frame Riddle lacks label, asks; its step Mute lacks label, asks"
    with pytest.raises(IncompleteTitle, match=rf"^1849 does not say what is asked: {lacking}; {GUIDE} tells"):
        Riddling()


def test_what_goes_on_by_itself_asks_nothing_and_says_nothing() -> None:
    class Rain(Procedure, frozen=True, tag="rain"):
        pass

    class Rainy(Sicilian):
        frames = (*Sicilian.frames, Rain)

    assert Rain in Rainy().frames


@pytest.mark.parametrize("title", TITLES, ids=lambda title: str(title.name))
def test_steps_have_ids_of_their_own_and_are_called_by_one_label(title: Title) -> None:
    steps = {type(step) for step in (*title.operating.steps, *title.operating.other_steps)}
    assert len({kind.label for kind in steps}) > 5
    for kind in steps:
        assert title.label(kind.word) == kind.label
    assert title.label("no such step") == "no such step"


@pytest.mark.parametrize("kind", [Extra, Power, InterjectionRules])
def test_what_a_title_adds_to_a_turn_is_whole(kind: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match="abstract"):
        kind()


@pytest.mark.parametrize("title", TITLES, ids=lambda title: str(title.name))
def test_every_facet_is_there_and_what_the_sheet_names_is_known(title: Title) -> None:
    assert all(getattr(title, facet) is not None for facet in FACETS)
    on_sheet = {event for phase in title.box.phases.values() for event in phase.events}
    assert on_sheet <= set(title.calendar.phase_events)
