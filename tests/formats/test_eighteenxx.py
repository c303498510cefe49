"""A real game of 18xx.games comes out line for line as it was played there."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from ferrovia.engine.flow.conservation import faults
from ferrovia.engine.flow.game import Game
from ferrovia.formats.eighteenxx import Departure, effective_actions, read_export

FIXTURES = Path(__file__).resolve().parents[3] / "shared" / "fixtures" / "1849"


@pytest.fixture(scope="module")
def export() -> dict[str, Any]:
    data: dict[str, Any] = json.loads((FIXTURES / "27939.json").read_text("utf-8"))
    return data


@pytest.fixture(scope="module")
def reference() -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FIXTURES / "27939.trace.jsonl").read_text("utf-8").splitlines()]


def test_every_line_of_the_trace(export: dict[str, Any], reference: list[dict[str, Any]]) -> None:
    trace = json.loads(json.dumps(read_export(export).trace))
    assert len(trace) == len(reference) == 371
    for ours, theirs in zip(trace, reference, strict=True):
        assert ours == theirs, f"action {theirs['id']}"


@pytest.mark.clause("1849-13.0.1", "1849-13.0.8", "1849-13.0.10")
def test_the_result_and_how_it_ended(export: dict[str, Any]) -> None:
    game = read_export(export).game
    assert game.state.ended_by == "1849-13.0.1"
    assert {player: game.title.worth(game, player) for player in game.players} == {
        "833": 5736,
        "341": 5546,
        "6961": 3813,
    }
    assert {int(player): worth for player, worth in export["result"].items()} == {833: 5736, 341: 5546, 6961: 3813}


def test_nothing_is_lost_on_the_way(export: dict[str, Any]) -> None:
    played = read_export(export).game
    game = Game(played.title, played.settings)
    for action in played.actions:
        game.apply(action)
        assert faults(game) == []
    assert game.hash() == played.hash()


def test_undo_and_redo_are_gone_through_without_the_marks(export: dict[str, Any]) -> None:
    marked = [move["id"] for move in export["actions"] if not move.get("skip")]
    assert [move["id"] for move in effective_actions(export["actions"])] == marked
    assert len(marked) == 370


def test_redo_brings_back_what_the_last_undo_took() -> None:
    moves = [{"type": "bid", "id": 1}, {"type": "pass", "id": 2}, {"type": "undo", "id": 3}, {"type": "redo", "id": 4}]
    assert [move["id"] for move in effective_actions(moves)] == [1, 2]
    moves[3:] = [{"type": "pass", "id": 5}, {"type": "redo", "id": 6}]
    assert [move["id"] for move in effective_actions(moves)] == [1, 5]


def test_undo_to_an_action_and_automatic_actions() -> None:
    moves = [
        {"type": "bid", "id": 1, "auto_actions": [{"type": "pass", "id": 1}]},
        {"type": "message", "id": 2},
        {"type": "pass", "id": 3},
        {"type": "undo", "id": 4, "action_id": 1},
    ]
    assert [move["type"] for move in effective_actions(moves)] == ["bid", "pass"]
    moves.append({"type": "undo", "id": 5, "action_id": 0})
    assert effective_actions(moves) == []


def changed(export: dict[str, Any], number: int, **fields: Any) -> dict[str, Any]:
    data = copy.deepcopy(export)
    effective_actions(data["actions"])[number].update(fields)
    return data


@pytest.mark.parametrize(
    ("number", "fields", "sentence"),
    [
        (0, {"price": 114}, "at least 115"),
        (0, {"price": -5}, "at least 115"),
        (0, {"price": 10**30}, "at most 500"),
        (0, {"price": 115.5}, "well-formed"),
        (0, {"company": "XYZ"}, "XYZ"),
        (5, {"share_price": "144,2,8"}, "68 or 100"),
        (14, {"rotation": 9}, "sixths"),
        (14, {"hex": "Z9"}, "Z9"),
        (15, {"train": "16H-0"}, "16H"),
        (34, {"routes": []}, "must run"),
        (46, {"kind": "half"}, "the dividend half is unknown"),
        (3, {"type": "teleport"}, "teleport"),
        (20, {"entity": "CTL"}, "not their turn"),
    ],
)
def test_a_departure_names_its_action(
    export: dict[str, Any], number: int, fields: dict[str, Any], sentence: str
) -> None:
    data = changed(export, number, **fields)
    action = effective_actions(data["actions"])[number]
    with pytest.raises(Departure) as departure:
        read_export(data)
    message = str(departure.value)
    assert message.startswith(f"Action {action['id']} ({action['type']} by {action['entity']}) cannot be played: ")
    assert sentence in message


@pytest.mark.parametrize("field", ["company", "price"])
def test_a_missing_field_is_named(export: dict[str, Any], field: str) -> None:
    data = copy.deepcopy(export)
    del data["actions"][0][field]
    with pytest.raises(Departure, match=field):
        read_export(data)


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"title": "1830"},
        {"title": "1849"},
        {"title": "1849", "players": 3, "settings": {}, "actions": []},
        {"title": "1849", "players": [], "settings": {"seed": "x"}, "actions": []},
        {"title": "1849", "players": [], "settings": {"seed": 1}, "actions": {}},
        {"title": "1849", "players": [], "settings": {"seed": 1}, "actions": [3]},
        {"title": "1849", "players": [], "settings": {"seed": 1, "optional_rules": ["bonds"]}, "actions": []},
        {"title": "1849", "players": [{"id": 1}], "settings": {"seed": 1}, "actions": []},
    ],
)
def test_what_is_no_export_is_refused_in_a_sentence(data: Any) -> None:
    with pytest.raises(Departure) as departure:
        read_export(data)
    assert str(departure.value).endswith((".", "]"))
