"""A real game of 18xx.games comes out line for line as it was played there."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from ferrovia.engine.flow.conservation import faults
from ferrovia.engine.flow.game import Game
from ferrovia.formats.eighteenxx import read_export
from ferrovia.titles.eighteenxx import ImportTrouble
from ferrovia.titles.t1849.eighteenxx.following import Follower
from ferrovia.titles.t1849.eighteenxx.reading import effective_actions
from tests.recorded import recorded_export, site_trace
from tests.t1849.table import Table


@pytest.fixture(scope="module")
def export() -> dict[str, Any]:
    return recorded_export()


@pytest.fixture(scope="module")
def reference() -> list[dict[str, Any]]:
    return site_trace()


def test_every_line_of_the_trace(export: dict[str, Any], reference: list[dict[str, Any]]) -> None:
    trace = json.loads(json.dumps(read_export(export).trace))
    assert len(trace) == len(reference) == 371
    for ours, theirs in zip(trace, reference, strict=True):
        assert ours == theirs, f"action {theirs['id']}"


@pytest.mark.clause("1849-13.0.1", "1849-13.0.8", "1849-13.0.10")
def test_the_result_and_how_it_ended(export: dict[str, Any]) -> None:
    game = read_export(export).game
    assert game.state.ended_by == "1849-13.0.1"
    worth = {player: game.title.calendar.worth(game, player) for player in game.players}
    assert worth == export["result"] == {"Carla": 5736, "Ada": 5546, "Bruno": 3813}


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


def test_redo_again_goes_back_to_the_undo_before() -> None:
    moves = [{"type": "pass", "id": number} for number in (1, 2, 3, 4)]
    moves += [{"type": "undo", "id": 5, "action_id": 2}, {"type": "undo", "id": 6}, {"type": "message", "id": 7}]
    assert [move["id"] for move in effective_actions(moves)] == [1]
    moves.append({"type": "redo", "id": 8})
    assert [move["id"] for move in effective_actions(moves)] == [1, 2]
    moves.append({"type": "redo", "id": 9})
    assert [move["id"] for move in effective_actions(moves)] == [1, 2, 3, 4]
    moves.append({"type": "redo", "id": 10})
    assert [move["id"] for move in effective_actions(moves)] == [1, 2, 3, 4]


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


def test_players_with_accounts_go_by_the_numbers_of_these(export: dict[str, Any]) -> None:
    """Where everybody plays at one screen, as in the recorded game, the names stand in the actions."""
    numbers = {player["name"]: 71 - place for place, player in enumerate(export["players"])}
    data = copy.deepcopy(export)
    data["players"] = [{"id": number, "name": name} for name, number in numbers.items()]
    for move in data["actions"]:
        move["entity"] = numbers.get(move["entity"], move["entity"])
    game = read_export(data).game
    worth = {str(numbers[player]): value for player, value in export["result"].items()}
    assert {player: game.title.calendar.worth(game, player) for player in game.players} == worth
    assert game.state.seats == ("71", "70", "69")
    assert read_export(export).game.state.seats == ("Ada", "Bruno", "Carla")


def with_standing_orders(export: dict[str, Any], number: int) -> dict[str, Any]:
    """The same game, with one pass played by a standing order and another order that does nothing."""
    data = copy.deepcopy(export)
    live = effective_actions(data["actions"])
    order, done = live[number], copy.deepcopy(live[number])
    del done["id"]
    assert done["type"] == "pass"
    off = {"type": "program_disable", "entity": order["entity"], "entity_type": "player", "reason": "made up"}
    order |= {"type": "program_share_pass", "auto_actions": [done, off]}
    return data


def test_what_standing_orders_do_is_in_the_line_of_their_action(
    export: dict[str, Any], reference: list[dict[str, Any]]
) -> None:
    number = next(line["i"] for line in reference if line["type"] == "pass" and line["round"] == "SR 2")
    trace = json.loads(json.dumps(read_export(with_standing_orders(export, number)).trace))
    assert len(trace) == 371
    line, theirs = trace[number + 1], dict(reference[number + 1])
    assert [action["type"] for action in line.pop("auto")] == ["pass", "program_disable"]
    assert line == theirs | {"type": "program_share_pass"}
    assert trace[number + 2 :] == reference[number + 2 :]


def test_an_automatic_action_that_is_refused_is_named_after_its_own(
    export: dict[str, Any], reference: list[dict[str, Any]]
) -> None:
    number = next(line["i"] for line in reference if line["type"] == "pass" and line["round"] == "SR 2")
    data = with_standing_orders(export, number)
    order = next(move for move in data["actions"] if "auto_actions" in move)
    order["auto_actions"][0] |= {"type": "buy_shares", "shares": ["XYZ_1"], "percent": 10}
    imported = read_export(data)
    assert str(imported.departure).startswith(f"Action {order['id']} (buy_shares by {order['entity']}, ")
    assert "XYZ_1" in str(imported.departure)
    assert len(imported.trace) == number + 1


# Made-up positions


def replayed(table: Table, *moves: dict[str, Any]) -> Follower:
    follower = Follower(table.game)
    for number, move in enumerate(moves):
        follower.play(move, moves[number + 1 :], lambda: None)
    return follower


def by(entity: str, kind: str, **fields: Any) -> dict[str, Any]:
    entity_type = "corporation" if entity.isupper() else "player"
    return {"type": kind, "entity": entity, "entity_type": entity_type, **fields}


def test_certificates_of_a_corporation_that_starts_again_are_in_its_treasury() -> None:
    table = Table(3).phase("6").cash(Ada=600, Bruno=600, Carla=600).stock_round("Ada")
    follower = Follower(table.game)
    for number in (1, 2):  # from its first life
        follower.papers.move("RCS", number, "Bruno")
    follower.play(by("Ada", "par", corporation="RCS", share_price="100,3,5"), (), lambda: None)
    follower.play(by("Ada", "buy_shares", shares=["RCS_1"], percent=10), (), lambda: None)
    assert follower.papers.of("RCS", "Ada") == [0, 1]
    assert table.holding("RCS", "Ada") == [20, 10]
    assert table.money("RCS") == (300 - 130,)


@pytest.mark.parametrize(("certificate", "treasury", "pool"), [("RCS_4", [10, 10, 20], []), ("RCS_5", [10, 20], [10])])
def test_a_certificate_comes_from_where_it_lies(certificate: str, treasury: list[int], pool: list[int]) -> None:
    stock = {"Ada": [10, 10], "Bruno": [10], "pool": [10]}
    table = Table(3).phase("6").start("RCS", stock=stock).cash(Ada=0, Bruno=500, Carla=0).stock_round("Bruno")
    assert Follower(table.game).papers.held["RCS"]["pool"] == [4]
    replayed(table, by("Bruno", "buy_shares", shares=[certificate], percent=10))
    assert (table.holding("RCS", "RCS"), table.holding("RCS", "pool")) == (treasury, pool)


def test_a_certificate_that_somebody_has_is_not_for_sale() -> None:
    table = Table(3).phase("6").start("RCS", stock={"Ada": [10]}).cash(Bruno=500).stock_round("Bruno")
    with pytest.raises(LookupError, match="RCS_1 is not for sale: Ada has it"):
        replayed(table, by("Bruno", "buy_shares", shares=["RCS_1"], percent=10))


def test_a_failing_president_sells_as_much_of_each_stock_as_can_be_sold() -> None:
    table = Table(3).phase("6").sold_out("4H").start("ATA", "Ada", cash=20).lay("L12 78 5")
    table.start("RCS", "Bruno", at=68, stock={"Ada": [10, 20], "pool": [10, 10, 10]}).cash(Ada=5)
    table.operate("ATA", "trains")
    follower = replayed(table, by("ATA", "bankrupt"))
    assert table.holding("RCS", "Ada") == [10]  # one by one the smaller would have gone first
    assert follower.papers.fits(table.game)
    assert not table.game.is_started("ATA")
    assert table.money("Ada", "ATA") == (0, 0)


def test_a_president_who_can_pay_is_not_bankrupt() -> None:
    table = Table(3).phase("6").sold_out("4H").start("ATA", "Ada", cash=20).lay("L12 78 5").cash(Ada=500)
    table.operate("ATA", "trains")
    with pytest.raises(LookupError, match="ATA can pay"):
        replayed(table, by("ATA", "bankrupt"))


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
        (46, {"kind": "half"}, "The dividend half is unknown"),
        (3, {"type": "teleport"}, "teleport"),
        (20, {"entity": "CTL"}, "It is for ATA to act now"),
    ],
)
def test_a_departure_names_its_action_and_keeps_the_game_up_to_there(
    export: dict[str, Any], reference: list[dict[str, Any]], number: int, fields: dict[str, Any], sentence: str
) -> None:
    data = changed(export, number, **fields)
    action = effective_actions(data["actions"])[number]
    imported = read_export(data)
    message = str(imported.departure)
    assert message.startswith(f"Action {action['id']} ({action['type']} by {action['entity']}, ")
    assert sentence in message
    assert json.loads(json.dumps(imported.trace)) == reference[: number + 1]
    assert imported.game.cash("bank") == reference[number]["bank"]


@pytest.mark.parametrize("field", ["company", "price"])
def test_a_missing_field_is_named(export: dict[str, Any], field: str) -> None:
    data = copy.deepcopy(export)
    del data["actions"][0][field]
    with pytest.raises(ImportTrouble, match=field):
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
        {"title": "1849", "players": [], "settings": {"seed": 1, "optional_rules": ["house"]}, "actions": []},
        {
            "title": "1849",
            "players": [{"id": 1}, {"id": 2}, {"id": 3}],
            "settings": {"seed": 1},
            "actions": [{"id": 1}],
        },
        {"title": "1849", "players": [{"id": 1}], "settings": {"seed": 1}, "actions": []},
        {"title": "1849", "players": [{"seat": 1}], "settings": {"seed": 1}, "actions": []},
        {"title": "1849", "players": [{"name": "ATA"}] * 3, "settings": {"seed": 1}, "actions": []},
        {
            "title": "1849",
            "players": [{"id": number} for number in (1, 2, 3)],
            "settings": {"seed": 1},
            "actions": [{"type": "pass", "id": 1, "auto_actions": 7}],
        },
        {
            "title": "1849",
            "players": [{"id": number} for number in (1, 2, 3)],
            "settings": {"seed": 1},
            "actions": [{"type": "pass", "id": 1}, {"type": "undo", "action_id": "x"}],
        },
        {
            "title": "1849",
            "players": [{"id": number} for number in (1, 2, 3)],
            "settings": {"seed": 1},
            "actions": [{"type": "program_share_pass", "id": 1}],
        },
    ],
)
def test_what_is_no_export_is_refused_in_a_sentence(data: Any) -> None:
    with pytest.raises(ImportTrouble) as departure:
        read_export(data)
    assert str(departure.value).endswith((".", "]"))
