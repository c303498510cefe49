"""Our games of 1849 as exports of 18xx.games: written as the site writes them, and the same when they come back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ferrovia.bots.play import bot_game, play_out
from ferrovia.engine.flow import actions as ours
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.formats.eighteenxx import as_export, read_export
from ferrovia.formats.save import load, replay
from ferrovia.titles.eighteenxx import ExportTrouble
from ferrovia.titles.registry import title
from ferrovia.titles.t1849 import actions as sicilian
from ferrovia.titles.t1849.eighteenxx.departures import SiteTrouble
from ferrovia.titles.t1849.eighteenxx.exporting import Writer
from ferrovia.titles.t1849.eighteenxx.following import Follower
from ferrovia.titles.t1849.sicily import keep
from tests.formats.site_format import faults, order
from tests.recorded import recorded_export
from tests.t1849.table import Table

VARIANTS: tuple[tuple[str, ...], ...] = (
    (),
    ("buy_station_tokens",),
    ("bonds",),
    ("buy_station_tokens", "bonds"),
    ("buy_station_tokens", "bonds", "electric_dreams"),
)


def set_ups() -> Iterator[tuple[int, tuple[str, ...]]]:
    """Every number of players and corporations with every mix of options."""
    for players in (3, 4, 5):
        for five in ((), ("five_corporations",)) if players == 4 else ((),):
            for ift in ((), ("ift_fourth",)):
                for variants in VARIANTS:
                    yield players, (*five, *ift, *variants)


SET_UPS = tuple(set_ups())
GAMES = Path(__file__).resolve().parents[1] / "games"
BOTS = ("random", "sensible", "keen")


def simulated(number: int, kind: str) -> Game:
    players, options = SET_UPS[number % len(SET_UPS)]
    game, bots = bot_game("1849", [kind] * players, f"bridge {number}", options)
    return play_out(game, bots)


def as_far_as_the_site_goes(game: Game) -> tuple[Game, dict[str, Any]]:
    """The game up to the action that the site's rules do not know, and its export."""
    try:
        return game, as_export(game)
    except ExportTrouble as trouble:
        number = trouble.message.values["number"]
    if isinstance(game.actions[number - 1], ours.Accept):
        number -= 1  # the site hears of an offer only when it is answered
    shorter = Game(game.title, game.settings)
    for action in game.actions[: number - 1]:
        shorter.apply(action)
    return shorter, as_export(shorter)


def check_round_trip(game: Game) -> dict[str, Any]:
    """What is written has no fault, and read again it is the same game, action by action and state by state."""
    game, export = as_far_as_the_site_goes(game)
    assert faults(export) == []
    imported = read_export(json.loads(json.dumps(export)), traced=False)
    assert imported.departure is None, str(imported.departure)
    assert imported.game.actions == game.actions
    before, after = Game(game.title, game.settings), Game(game.title, imported.game.settings)
    assert before.hash() == after.hash()
    for action in game.actions:
        before.apply(action)
        after.apply(action)
        assert before.hash() == after.hash()
    assert after.hash() == imported.game.hash()
    assert as_export(imported.game) == export
    return export


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (5, "random"),
        (9, "sensible"),
        (14, "sensible"),
        (24, "random"),
        (33, "sensible"),
        (88, "sensible"),  # ends with the purchase of a token that is agreed to
        (186, "random"),
        (282, "random"),
    ],
)
def test_simulated_games_survive_the_round_trip(number: int, kind: str) -> None:
    assert len(check_round_trip(simulated(number, kind))["actions"]) > 20


@pytest.mark.parametrize("name", ["1849-three", "1849-five"])
def test_stored_games_survive_the_round_trip(name: str) -> None:
    """The second has offers that were raised by 1, which today's games refuse."""
    check_round_trip(replay(load(GAMES / f"{name}.json")))


@pytest.mark.soak
@pytest.mark.parametrize("dozen", range(25))
def test_three_hundred_simulated_games_survive_the_round_trip(dozen: int) -> None:
    for number in range(12 * dozen, 12 * dozen + 12):
        check_round_trip(simulated(number, BOTS[number % len(BOTS)]))


def test_the_recorded_game_comes_back_unchanged() -> None:
    """The site's game, which was played with undo and redo, is written anew; all that was played is the same."""
    first = read_export(recorded_export())
    export = json.loads(json.dumps(as_export(first.game)))
    assert faults(export) == []
    second = read_export(export)
    assert second.game.actions == first.game.actions
    assert second.game.hash() == first.game.hash()
    assert [_without_names(line) for line in second.trace] == [_without_names(line) for line in first.trace]
    assert (export["status"], export["game_end_reason"]) == ("finished", "stock_market")
    assert export["result"] == recorded_export()["result"]
    assert export["settings"]["seed"] == export["id"] == recorded_export()["settings"]["seed"]


def _without_names(line: dict[str, Any]) -> dict[str, Any]:
    """A line without what is the site's own: ids, which have gaps, and the ends from which chains are written."""
    routes = [{**route, "connections": len(route["connections"])} for route in line.get("routes", [])]
    for route in routes:
        route.pop("stops")
    return {**line, "id": 0, "routes": routes}


# Single things


def export_of(*actions: Action, players: int = 3, options: tuple[str, ...] = ()) -> dict[str, Any]:
    names = ("Ada", "Bruno", "Carla", "Dario", "Elena")[:players]
    game = Game(title("1849"), Settings("1849", names, "a seed", options, {"seats": names}))
    for action in actions:
        game.apply(action)
    return as_export(game)


def test_what_stands_at_the_top() -> None:
    export = export_of(ours.Pass(), players=4, options=("five_corporations", "bonds"))
    assert export["title"] == "1849"
    assert export["players"] == [{"id": name, "name": name} for name in ("Ada", "Bruno", "Carla", "Dario")]
    assert export["settings"]["optional_rules"] == ["reduced_4p_corps", "bonds"]
    assert (export["status"], export["result"]) == ("active", {})
    (move,) = export["actions"]
    assert {**move, "created_at": 0} == {
        "type": "pass",
        "entity": "Ada",
        "entity_type": "player",
        "id": 1,
        "created_at": 0,
    }


@pytest.mark.parametrize("options", [(), ("ift_fourth",)])
def test_the_seed_deals_the_corporations_as_they_were_dealt(options: tuple[str, ...]) -> None:
    for number in range(20):
        game = Game(title("1849"), Settings("1849", ("Ada", "Bruno", "Carla"), f"seed {number}", options))
        export = as_export(game)
        dealt = order(export["settings"]["seed"], set(export["settings"]["optional_rules"]))
        assert tuple(dealt[:5]) == game.state.own.order
        assert dealt[5] == game.state.own.removed


def test_accounts_go_by_their_numbers() -> None:
    game = Game(title("1849"), Settings("1849", ("71", "70", "069"), "5", arrangement={"seats": ("71", "70", "069")}))
    game.apply(ours.Pass())
    export = as_export(game)
    assert export["players"] == [
        {"id": 71, "name": "71"},
        {"id": 70, "name": "70"},
        {"id": "069", "name": "069"},
    ]
    assert export["actions"][0]["entity"] == 71


def written(table: Table, *actions: Action) -> list[dict[str, Any]]:
    """What is written of actions in a position, without what every action has."""
    writer = Writer(table.game)
    for action in actions:
        writer.play(action)
    return [{name: value for name, value in move.items() if name != "entity_type"} for move in writer.moves]


def followed(table: Table, moves: list[dict[str, Any]]) -> list[Action]:
    """What our importer makes of them."""
    follower = Follower(table.game)
    for number, move in enumerate(moves):
        follower.play(move, moves[number + 1 :], lambda: None)
    return table.game.actions


def operating(step: str = "track", **options: Any) -> Table:
    table = Table(3, **options).phase("6").sold_out("4H").start("ATA", "Ada", cash=500).start("RCS", "Bruno", at=68)
    return table.operate("ATA", step)


def test_a_pass_is_written_where_only_the_site_asks() -> None:
    """ATA has no train to run and has not operated; the site asks for trains, since RCS has money to spend too."""
    assert written(operating(), ours.Pass(), ours.Pass())[:2] == [
        {"type": "pass", "entity": "ATA"},
        {"type": "pass", "entity": "ATA"},
    ]


def test_an_offer_and_its_consent_are_one_action_and_a_declined_one_is_chat() -> None:
    def table() -> Table:
        return operating().privates(SIGI="Bruno")

    offer = ours.BuyPrivate("SIGI", 50), ours.Accept()
    assert written(table(), *offer) == [{"type": "buy_company", "entity": "ATA", "company": "SIGI", "price": 50}]
    declined = ours.BuyPrivate("SIGI", 40), ours.Decline(), *offer
    moves = written(table(), *declined)
    assert [move["type"] for move in moves] == ["message", "buy_company"]
    assert moves[0]["message"] == "ATA offers L.40 for SIGI of Bruno: declined."
    assert followed(table(), moves) == list(declined)


def test_chat_that_tells_of_no_possible_offer_is_left_alone() -> None:
    chat = {"type": "message", "entity": "Ada", "message": "ATA offers L.40 for SIGI of Bruno: declined."}
    assert followed(operating(), [chat]) == []
    own = {**chat, "message": "ATA offers L.40 for SIGI of Ada: declined."}
    assert followed(operating().privates(SIGI="Ada"), [own]) == []


def test_sms_is_closed_before_track_and_chat_tells_that_it_was_later() -> None:
    def table() -> Table:
        return operating().privates(SMS="ATA")

    at_once = ours.UsePrivate("SMS"), ours.Pass(), ours.PlaceToken("C1")
    moves = written(table(), *at_once)
    assert moves[:3] == [
        {"type": "choose", "entity": "ATA", "choice": "Close SMS"},
        {"type": "pass", "entity": "ATA"},
        {"type": "place_token", "entity": "ATA", "city": "C1-0-1", "slot": 0},
    ]
    assert followed(table(), moves) == list(at_once)
    later = ours.Pass(), ours.UsePrivate("SMS"), ours.PlaceToken("C1")
    moves = written(table(), *later)
    assert [move["type"] for move in moves[:4]] == ["message", "choose", "pass", "place_token"]
    assert followed(table(), moves) == list(later)


def test_who_keeps_sms_says_so() -> None:
    moves = written(operating().privates(SMS="ATA"), ours.Pass())
    assert moves[0] == {"type": "choose", "entity": "ATA", "choice": "Pass"}


def test_a_sale_that_ends_the_presidency_is_followed_by_the_choice() -> None:
    def table() -> Table:
        stock = {"Ada": [10, 10], "Bruno": [20, 10, 10]}
        return Table(3).phase("6").start("RCS", "Ada", stock=stock, operated=True).stock_round("Ada")

    for certificates, choice in (((20, 10, 10), "One 20% cert"), ((10, 10, 10, 10), "Two 10% certs")):
        moves = written(table(), ours.SellShares("RCS", certificates))
        assert moves == [
            {"type": "sell_shares", "entity": "Ada", "shares": ["RCS_0", "RCS_1", "RCS_2"], "percent": 40},
            {"type": "choose", "entity": "Ada", "choice": choice},
        ]
        assert followed(table(), moves) == [ours.SellShares("RCS", certificates)]
    for exchange, choice in (((20,), "One 20% cert"), ((10, 10), "Two 10% certs")):
        actions = ours.SellShares("RCS", (10, 10)), ours.Exchange(exchange)
        moves = written(table(), *actions)
        assert moves == [
            {"type": "sell_shares", "entity": "Ada", "shares": ["RCS_1", "RCS_2"], "percent": 20},
            {"type": "choose", "entity": "Ada", "choice": choice},
        ]
        assert followed(table(), moves) == list(actions)


def test_a_part_of_the_presidents_certificate() -> None:
    stock = {"Bruno": [10, 10, 10]}
    table = Table(3).phase("6").start("RCS", "Ada", stock=stock, operated=True).stock_round("Ada")
    (move,) = written(table, ours.SellShares("RCS", (10,)))
    assert (move["shares"], move["percent"]) == (["RCS_0"], 10)


def test_variants_are_written_in_the_words_of_the_site() -> None:
    table = (
        Table(3, options=("bonds",))
        .phase("8")
        .start("ATA", "Ada", cash=600, operated=True)
        .operate("ATA", "issue_bond")
    )
    assert written(table, sicilian.IssueBond())[0] == {"type": "take_loan", "entity": "ATA", "loan": 0}
    table = Table(3, options=("bonds",)).phase("8").start("ATA", "Ada", cash=600, operated=True)
    keep(table.game, bonds=("ATA",))
    moves = written(table.operate("ATA", "repay_bond"), sicilian.RepayBond())
    assert moves[0] == {"type": "payoff_loan", "entity": "ATA", "loan": 0}


# What the site's rules do not know


def refused(table: Table, *actions: Action) -> str:
    with pytest.raises(SiteTrouble) as trouble:
        written(table, *actions)
    return str(trouble.value)


def test_a_bond_is_not_issued_in_the_turn_in_which_it_was_repaid() -> None:
    table = Table(3, options=("bonds",)).phase("8").start("ATA", "Ada", cash=600, operated=True)
    keep(table.game, bonds=("ATA",))
    table.operate("ATA", "repay_bond")
    assert "not issued again" in refused(table, sicilian.RepayBond(), sicilian.IssueBond())


def test_other_titles_are_not_written() -> None:
    game = Game(title("1883"), Settings("1883", ("Ada", "Bruno", "Carla"), "5"))
    with pytest.raises(ExportTrouble, match=r"^Only games of 1849 .* one of 1883\.$"):
        as_export(game)


def test_a_trouble_names_the_action() -> None:
    game = simulated(0, "random")
    with pytest.raises(ExportTrouble, match=r"^Action \d+ has no place on 18xx\.games: .*\.$") as trouble:
        as_export(game)
    shorter, export = as_far_as_the_site_goes(game)
    assert len(shorter.actions) == trouble.value.message.values["number"] - 1
    assert faults(export) == []
