"""Migration: games that an earlier release stored go on, go back and are verified in the form of this one."""

from __future__ import annotations

import gzip
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ferrovia.engine.flow.migration import migrated
from ferrovia.formats.differences import Plain, difference
from ferrovia.formats.migrating import migrated_record
from ferrovia.formats.notation import read_notation, written_notation
from ferrovia.formats.past import PastLines
from ferrovia.formats.positions import positions, states_back
from ferrovia.formats.save import Record, earlier, fingerprint, read, recorded, resume
from ferrovia.formats.verification import verify
from ferrovia.formats.view import view_for
from ferrovia.sitting.sitting import Sitting
from ferrovia.sitting.storage import MemoryStorage
from ferrovia.titles.registry import title
from tests.walks import new_game, walk

DATA = Path(__file__).parents[1] / "data"
KEPT = {"1883": ("pars",), "18FB": ("pars", "floated")}  # what each title once kept of its own


@pytest.fixture(scope="module", params=["1883-two", "18FB-three"])
def stored(request: pytest.FixtureRequest) -> Record:
    """A file of the release that kept pars with the title."""
    path = DATA / f"stored-before-{request.param}.json.gz"
    return read(gzip.decompress(path.read_bytes()), path.name)


def test_a_state_of_an_earlier_release_is_read_in_the_form_of_this_one(stored: Record) -> None:
    assert "pars" in stored.state["own"]
    assert "pars" not in stored.state
    game = resume(stored)
    priced = set(game.market_order())
    assert game.state.pars
    assert game.state.pars.keys() == stored.state["own"]["pars"].keys() & priced
    assert game.state.floated == stored.state["own"].get("floated", {})
    pars = {name: entry["par"] for name, entry in view_for(game)["corporations"].items() if entry["started"]}
    assert pars == {name: game.state.pars.get(name) for name in priced}


def test_every_stored_position_can_still_be_looked_at(stored: Record) -> None:
    shown = [game.state.pars for game, _ in positions(stored)]
    assert len(shown) == len(stored.actions) + 1
    assert not shown[0]
    assert shown[-1] == resume(stored).state.pars


def test_a_game_goes_on_and_back_over_the_change_of_form(stored: Record) -> None:
    middle = earlier(stored, len(stored.actions) // 2)
    assert "pars" in middle.state["own"]
    sitting = Sitting(MemoryStorage(middle))
    sitting.act(sitting.game.decision.choices[0])
    record = sitting.now.record
    assert record.state["pars"]
    assert "pars" not in record.state["own"]
    assert record.hashes[:-1] == middle.hashes
    assert earlier(record, len(middle.actions)).state == middle.state
    assert resume(record).hash() == record.hashes[-1] == sitting.game.hash()


# The same of games by the rules of today


def as_stored_before(state: Plain, left: dict[str, dict[str, Any]], fields: tuple[str, ...]) -> Plain:
    """A state as it was written when titles kept pars and floats, with the pars of corporations that have gone."""
    for field in fields:
        now = state.get(field, {})
        left[field] = {**left.get(field, {}), **now} if field == "pars" else now
    own = {**state["own"], **{field: left[field] for field in fields if left[field]}}
    return {**{key: value for key, value in state.items() if key not in fields}, "own": own}


def before(record: Record) -> Record:
    """A record as an earlier release would have stored the same game."""
    left: dict[str, dict[str, Any]] = {}
    kept = KEPT[record.settings.title]
    states = [as_stored_before(state, left, kept) for state in reversed(states_back(record))]
    pasts = [
        msgspec.structs.replace(record.past_of(number), back=difference(states[number], states[number - 1]))
        for number in range(1, len(states))
    ]
    hashes = [fingerprint(state) for state in states]
    lines = PastLines(added=tuple(msgspec.json.encode(past) for past in pasts))
    return msgspec.structs.replace(record, hashes=hashes, state=states[-1], past=lines)


@pytest.fixture(scope="module", params=KEPT)
def today(request: pytest.FixtureRequest) -> Record:
    game = new_game(title(request.param), 3, 3)
    for _ in walk(game, random.Random(3), most=250):
        pass
    assert game.state.pars
    return recorded(game)


def test_a_game_of_an_earlier_release_is_verified_hash_by_hash(today: Record) -> None:
    old = before(today)
    assert old.hashes[-1] != today.hashes[-1]
    report = verify(old)
    assert report.faults == []
    assert report.hashes == len(old.actions) + 1
    assert report.past == len(old.actions)


def test_one_that_has_gone_on_since_is_too(today: Record) -> None:
    """Its first states are of one form, its last of the other."""
    old = before(today)
    sitting = Sitting(MemoryStorage(earlier(old, len(old.actions) - 5)))
    for action in old.actions[-5:]:
        sitting.act(action, sitting.game.player_of(action))
    record = sitting.now.record
    assert record.hashes[-1] == today.hashes[-1]
    assert record.hashes[len(old.actions) - 5] == old.hashes[-6]
    assert verify(record).faults == []


def test_a_forged_state_of_an_earlier_release_is_found_out(today: Record) -> None:
    old = before(today)
    number = len(old.actions) // 2
    forged = msgspec.structs.replace(old, hashes=[*old.hashes[:number], "0" * 16, *old.hashes[number + 1 :]])
    assert migrated_record(forged) is forged
    assert verify(forged).faults


def test_a_forged_par_is_found_out(today: Record) -> None:
    """Its hash is right, but no game comes to it."""
    old = before(today)
    pars = {name: par + 5 for name, par in old.state["own"]["pars"].items()}
    state = {**old.state, "own": {**old.state["own"], "pars": pars}}
    forged = msgspec.structs.replace(old, state=state, hashes=[*old.hashes[:-1], fingerprint(state)])
    assert verify(forged).faults


def test_a_game_of_an_earlier_release_is_written_in_words(today: Record) -> None:
    old = before(today)
    text = written_notation(old).encode()
    assert read_notation(text, seed=old.settings.seed, salt=old.settings.salt).record.actions == old.actions


def test_a_record_of_this_release_stays_as_it_is(today: Record) -> None:
    assert migrated(today.state) is today.state
    assert migrated_record(today) is today
