"""Verifying finds whatever is wrong with a record."""

import msgspec
import pytest

from ferrovia.engine.flow.actions import Pass
from ferrovia.engine.flow.events import DidNotRun
from ferrovia.formats import verification
from ferrovia.formats.differences import Difference
from ferrovia.formats.past import PastLines
from ferrovia.formats.save import Record, fingerprint
from ferrovia.formats.verification import verify
from tests.formats.records import recorded_walk
from tests.italian import italian


@pytest.fixture(scope="module")
def record() -> Record:
    return recorded_walk(7, 50)[0]


def changed(record: Record, **changes: object) -> Record:
    return msgspec.structs.replace(record, **changes)


def test_a_true_record_verifies(record: Record) -> None:
    found = verify(record)
    assert found.ok
    assert (found.actions, found.replayed, found.hashes, found.past) == (50, 50, 51, 50)
    assert found.commitment
    assert found.snapshot


def test_a_wrong_hash_is_found(record: Record) -> None:
    hashes = list(record.hashes)
    hashes[20] = "f" * 16
    found = verify(changed(record, hashes=hashes))
    assert found.faults == [
        "After action 20 the state is not the one in the file, which has the hash ffffffffffffffff."
    ]
    assert found.hashes == 50


def test_faults_are_told_in_english_to_scripts_and_in_any_language_to_people(record: Record) -> None:
    hashes = ["f" * 16, *record.hashes[1:]]
    found = verify(changed(record, hashes=hashes))
    assert msgspec.to_builtins(found)["faults"] == [str(message) for message in found.messages]
    assert italian()(found.messages[0]) == (
        "Dopo la preparazione lo stato non è quello del file, che ha l'hash ffffffffffffffff."
    )


def test_another_action_is_found(record: Record) -> None:
    place = next(place for place, action in enumerate(record.actions) if not isinstance(action, Pass))
    actions = [*record.actions[:place], Pass(), *record.actions[place + 1 :]]
    found = verify(changed(record, actions=actions))
    assert not found.ok
    assert not found.snapshot
    assert f"action {place + 1}" in found.faults[0].lower()


def test_another_seed_is_found(record: Record) -> None:
    settings = msgspec.structs.replace(record.settings, seed="another")
    found = verify(changed(record, settings=settings))
    assert not found.commitment
    assert found.faults[0] == "The seed is not the one that was committed to when the game began."


def test_another_state_is_found_though_its_hash_was_made_to_fit(record: Record) -> None:
    cash = {**record.state["cash"], "Ada": record.state["cash"]["Ada"] + 1, "bank": record.state["cash"]["bank"] - 1}
    state = {**record.state, "cash": cash}
    found = verify(changed(record, state=state, hashes=[*record.hashes[:-1], fingerprint(state)]))
    assert not found.snapshot
    assert "The stored state is not the one that the game comes to." in found.faults


def test_settings_that_make_no_game_are_found(record: Record) -> None:
    settings = msgspec.structs.replace(record.settings, players=("Ada", "Bruno"))
    found = verify(changed(record, settings=settings))
    assert found.replayed == 0
    assert "cannot be set up" in found.faults[0]


def test_what_gets_lost_on_the_way_is_found(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verification, "faults", lambda game: ["A train is lost."] if len(game.actions) == 9 else [])
    assert verify(record).faults == ["After action 9: A train is lost."]


def test_only_the_first_faults_are_told(record: Record) -> None:
    found = verify(changed(record, hashes=["0" * 16] * 51))
    assert len(found.faults) == verification.MOST_FAULTS + 1
    assert found.faults[-1] == "There are 32 more faults."


def with_past(record: Record, number: int, **changes: object) -> Record:
    """The record with something else in what is stored of one action."""
    lines = list(record.past.lines)
    past = msgspec.structs.replace(record.past_of(number), **changes)
    lines[number - 1] = msgspec.json.encode(past)
    return changed(record, past=PastLines(added=tuple(lines)))


def test_another_player_is_found(record: Record) -> None:
    player = record.past_of(20).by
    other = next(name for name in record.settings.players if name != player)
    found = verify(with_past(record, 20, by=other))
    assert found.faults == [f"Action 20 was taken by {player}, but the file says by {other}."]
    assert found.past == 49


def test_another_event_is_found(record: Record) -> None:
    told = record.events_of(20)
    assert told is not None
    events = msgspec.Raw(msgspec.json.encode([*told, DidNotRun("AFG")]))
    assert verify(with_past(record, 20, events=events)).faults == ["The events of action 20 are not those in the file."]


def test_another_way_back_is_found(record: Record) -> None:
    for back in (Difference(put={"number": 7}), Difference(drop=("nothing",))):
        assert verify(with_past(record, 20, back=back)).faults == [
            "What is stored of action 20 does not lead back to the state before it."
        ]


def test_a_line_of_the_past_that_cannot_be_read_is_found(record: Record) -> None:
    lines = [*record.past.lines[:19], b'{"number":', *record.past.lines[20:]]
    found = verify(changed(record, past=PastLines(added=tuple(lines))))
    assert found.faults == ["What is stored of action 20 cannot be used: it ends in the middle, after 10 bytes."]


def test_a_record_without_a_past_verifies(record: Record) -> None:
    found = verify(changed(record, past=PastLines()))
    assert found.ok
    assert found.past == 0


def test_a_past_with_a_line_too_many_is_found(record: Record) -> None:
    lines = (record.past.lines[0], *record.past.lines)
    found = verify(changed(record, past=PastLines(added=lines)))
    assert found.faults == ["The past has 51 lines, and there are 50 actions."]
