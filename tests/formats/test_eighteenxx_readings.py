"""Games that come from the site go on by the site's readings, which are named and told; its notes change nothing."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from click.testing import CliRunner

from ferrovia.cli import main
from ferrovia.engine.flow import actions as ours
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.eighteenxx import as_export, read_export
from ferrovia.titles.eighteenxx import ExportTrouble
from ferrovia.titles.t1849 import actions as sicilian
from ferrovia.titles.t1849.eighteenxx.reading import effective_actions
from ferrovia.titles.t1849.setup import AS_ON_18XX, AUCTION_GOES_ON, BONDS_LAPSE, EXCHANGED_IS_KEPT, MONEY_STAYS
from tests.formats.test_eighteenxx_files import site_game
from tests.recorded import recorded_export, site_trace
from tests.t1849.table import Table

# What happens beside the game


def live(export: dict[str, Any]) -> dict[str, Any]:
    """The same without what was taken back."""
    export = copy.deepcopy(export)
    export["actions"] = effective_actions(export["actions"])
    return export


def noted(number: int, **action: Any) -> dict[str, Any]:
    """The recorded game, in which the site has noted something after so many actions."""
    export = live(recorded_export())
    moves = export["actions"]
    moves.insert(number, {"entity": moves[number - 1]["entity"], "entity_type": "player", **action})
    for place, move in enumerate(moves, 1):
        move["id"] = place
    return export


@pytest.mark.parametrize("number", [10, 100, 300, 369])
def test_a_note_of_the_site_changes_nothing(number: int) -> None:
    export = noted(number, type="log", message="• confirmed receiving consent from Bruno")
    imported = read_export(export)
    assert imported.departure is None, str(imported.departure)
    assert imported.game.actions == read_export(recorded_export(), traced=False).game.actions
    assert imported.trace[number + 1]["type"] == "log"
    reference = site_trace()
    told = ("round", "bank", "players", "corps", "acting", "step")
    assert [imported.trace[number + 1][name] for name in told] == [reference[number][name] for name in told]


def test_a_note_between_a_sale_and_the_choice_after_it_changes_nothing() -> None:
    export = site_game("swap-choice")
    moves = export["actions"]
    place = next(place for place, move in enumerate(moves) if move.get("choice") in ("Two 10% certs", "One 20% cert"))
    moves.insert(place, {"type": "log", "entity": moves[place]["entity"], "entity_type": "player", "message": "x"})
    for number, move in enumerate(moves, 1):
        move["id"] = number
    imported = read_export(export, traced=False)
    assert imported.departure is None
    assert imported.game.actions == read_export(site_game("swap-choice"), traced=False).game.actions


def test_a_game_that_was_ended_by_hand_comes_in_whole_and_unfinished() -> None:
    export = noted(60, type="end_game")
    del export["actions"][61:]
    imported = read_export(export)
    assert imported.departure is None
    assert not imported.game.over
    assert imported.trace[-1]["type"] == "end_game"
    assert imported.trace[-1]["bank"] == site_trace()[60]["bank"]


def test_nothing_comes_after_the_end_by_hand() -> None:
    imported = read_export(noted(60, type="end_game"), traced=False)
    assert "the game was ended by hand before that" in str(imported.departure)
    assert len(imported.game.actions) == len(read_export(shortened(60), traced=False).game.actions)


def shortened(number: int) -> dict[str, Any]:
    export = live(recorded_export())
    del export["actions"][number:]
    return export


# A player whom only the site asks


def test_a_pass_of_a_player_whom_only_the_site_asks_comes_in() -> None:
    """Dario has 20 % of IFT, Ada to the left its last certificate, and 40 % lie in the pool: here that is no sale."""
    export = site_game("half-certificate")
    imported = read_export(export)
    assert imported.departure is None, str(imported.departure)
    asked = next(line for line in imported.trace if line["id"] == 151)
    assert (asked["acting"], asked["step"], asked["round"]) == ("Dario", "stock", "SR 8")
    without = copy.deepcopy(export)
    del without["actions"][151]
    assert read_export(without, traced=False).game.actions == imported.game.actions


def test_the_pass_is_written_again() -> None:
    export = site_game("half-certificate")
    again = as_export(read_export(export, traced=False).game)
    bare = [{name: value for name, value in move.items() if name != "created_at"} for move in export["actions"]]
    assert [{name: value for name, value in move.items() if name != "created_at"} for move in again["actions"]] == bare


def test_a_pass_of_who_could_have_acted_is_refused_out_of_turn() -> None:
    export = live(recorded_export())
    reference = site_trace()
    number = next(line["i"] for line in reference if line["type"] == "pass" and line["round"] == "SR 2")
    export["actions"][number]["entity"] = next(
        player
        for player in ("Ada", "Bruno", "Carla")
        if player not in (reference[number]["acting"], reference[number - 1]["acting"])
    )
    assert "It is for" in str(read_export(export, traced=False).departure)


# The site's readings

EVERYBODY_PASSES = (ours.Pass(),) * 4


@pytest.mark.clause("1849-R05")
def test_by_the_sites_order_a_repeated_round_goes_on_with_the_next_player() -> None:
    table = Table(options=(AUCTION_GOES_ON,))
    table.do(ours.Pass(), ours.Bid("SIGI", 50), *EVERYBODY_PASSES)
    assert table.decider == "Carla"
    table.may(ours.BuyPrivate("SCE", 15))
    table.do(ours.Bid("CNM", 80), *EVERYBODY_PASSES)
    assert table.decider == "Dora"
    table.do(*EVERYBODY_PASSES)
    table.do(*EVERYBODY_PASSES)
    assert table.game.state.privates["SCE"] == "Dora"  # for nothing, as the next player there
    assert table.decider == "Ada"


def of_the_site(*moves: tuple[str, str, str, int]) -> dict[str, Any]:
    """An auction of Ada, Bruno and Carla there: kind, player, company and price."""
    actions = [
        {"type": kind, "entity": player, "entity_type": "player", "id": number}
        | ({"company": company, "price": price} if kind == "bid" else {})
        for number, (kind, player, company, price) in enumerate(moves, 1)
    ]
    players = [{"id": name, "name": name} for name in ("Ada", "Bruno", "Carla")]
    return {"title": "1849", "players": players, "settings": {"seed": 7}, "actions": actions}


def test_an_auction_of_the_site_that_begins_again_comes_in_and_goes_back() -> None:
    moves = (
        ("pass", "Ada", "", 0),
        ("bid", "Bruno", "SIGI", 50),
        ("pass", "Carla", "", 0),
        ("pass", "Ada", "", 0),
        ("pass", "Bruno", "", 0),
        ("bid", "Carla", "SCE", 15),
    )
    imported = read_export(of_the_site(*moves))
    assert imported.departure is None, str(imported.departure)
    assert {name: owner for name, owner in imported.game.state.privates.items() if owner != "bank"} == {
        "SCE": "Carla",
        "SIGI": "Bruno",
    }
    again = as_export(imported.game)
    assert [(move["type"], move["entity"]) for move in again["actions"]] == [move[:2] for move in moves]
    assert "It is for Carla" in str(read_export(of_the_site(*moves[:5], ("bid", "Ada", "SCE", 15))).departure)


def lowest(*options: str, **stock: Any) -> Table:
    """CTL of Ada stands at 27, needs a train and has 30; she has 100: one share of it sold closes it."""
    table = Table(options=options).phase("6").sold_out("4H").start("CTL", at=(8, 0), stock={"Ada": [10, 10]}, cash=30)
    table.lay("G1 4 0", "F2 9 1").start("ATA", "Bruno", at=(9, 1), stock=stock).cash(Ada=100)
    return table.operate("CTL", "trains")


@pytest.mark.clause("1849-R26")
def test_by_the_sites_reading_a_closing_sale_leaves_the_president_all_money_and_no_loan() -> None:
    table = lowest(MONEY_STAYS)
    table.do(ours.SellShares("CTL", (10,)))
    assert not table.game.is_started("CTL")
    assert table.money("Ada") == (127,)
    assert table.game.decision.for_corporation == "ATA"


@pytest.mark.clause("1849-R26", "1849-10.7.8")
def test_a_bankruptcy_takes_all_money_by_that_reading_too() -> None:
    table = Table(3, options=(MONEY_STAYS,)).phase("6").sold_out("4H").start("ATA", "Ada", cash=20).lay("L12 78 5")
    table.start("RCS", "Bruno", at=68).cash(Ada=5).operate("ATA", "trains").do(ours.Bankrupt())
    assert (table.step, table.money("Ada", "ATA")) == ("loan_choice", (0, 0))
    table.do(sicilian.TakeLoan())
    assert table.money("Ada") == (500,)


def closed_with_a_bond(*options: str) -> Table:
    table = Table(options=("bonds", *options)).phase("8").start("SFA", at=(8, 0), cash=300).trains("SFA", "8H")
    table.start("ATA", "Bruno").cash(Ada=250).own_is(bonds=("SFA",)).operate("SFA", "dividend")
    table.turn_is(revenue=20).do(ours.Dividend("withhold"))
    assert (table.game.is_started("SFA"), table.own.bonds) == (False, ())
    return table


@pytest.mark.clause("1849-14.2.5")
def test_by_the_sites_reading_nobody_pays_for_the_bond_of_a_closed_corporation() -> None:
    assert closed_with_a_bond().money("Ada") == (250 - (500 - 320),)
    assert closed_with_a_bond(BONDS_LAPSE).money("Ada") == (250,)


def giving_way(*options: str) -> Table:
    """Ada presides over RCS with 40 %, Bruno has 30 %, the last certificate among them."""
    table = Table(options=options).privates().start("RCS", "Ada", at=144, stock={"Ada": [10, 10], "Bruno": [20, 10]})
    return table.stock_round("Ada")


@pytest.mark.clause("1849-9.5.8")
def test_by_the_sites_reading_who_keeps_twenty_per_cent_sells_nothing_that_was_exchanged() -> None:
    sale = ours.SellShares("RCS", (20,))
    assert sale in giving_way().game.decision.choices
    table = giving_way(EXCHANGED_IS_KEPT)
    assert sale not in table.game.decision.choices
    table.may_not(sale, "1849-9.5.8")
    table.do(ours.SellShares("RCS", (10, 10)))  # held before
    assert (table.game.president("RCS"), table.holding("RCS", "Ada")) == ("Bruno", [20])
    giving_way(EXCHANGED_IS_KEPT).may(ours.SellShares("RCS", (20, 10)))  # 10 % is kept


# The same for a game of ours that is to be gone on with there


@pytest.mark.clause("1849-R05", "1849-R26", "1849-9.5.8", "1849-14.2.5")
def test_a_game_as_on_the_site_has_all_of_its_readings() -> None:
    auction = Table(options=(AS_ON_18XX,))
    auction.do(ours.Pass(), ours.Bid("SIGI", 50), *EVERYBODY_PASSES)
    assert auction.decider == "Carla"
    closing = lowest(AS_ON_18XX)
    closing.do(ours.SellShares("CTL", (10,)))
    assert closing.money("Ada") == (127,)
    giving_way(AS_ON_18XX).may_not(ours.SellShares("RCS", (20,)), "1849-9.5.8")
    assert closed_with_a_bond(AS_ON_18XX).money("Ada") == (250,)


def test_it_is_written_where_another_game_stops_and_comes_back_with_the_readings() -> None:
    def auction(*options: str) -> Table:
        table = Table(3, options=options)
        table.do(ours.Pass(), ours.Bid("SIGI", 50), *EVERYBODY_PASSES[:3])
        return table

    with pytest.raises(ExportTrouble, match="begins again"):
        as_export(auction().game)
    export = as_export(auction(AS_ON_18XX).game)
    assert export["settings"]["optional_rules"] == []
    imported = read_export(json.loads(json.dumps(export)))
    assert imported.game.hash() == auction(AS_ON_18XX).game.hash()
    assert imported.game.settings.options == (AUCTION_GOES_ON, MONEY_STAYS, EXCHANGED_IS_KEPT)


# How it is told


def test_what_comes_from_the_site_names_its_readings() -> None:
    game = read_export(recorded_export(), traced=False).game
    assert game.settings.options == (AUCTION_GOES_ON, MONEY_STAYS, EXCHANGED_IS_KEPT)
    export = recorded_export()
    export["settings"]["optional_rules"] = ["bonds"]
    export["actions"] = []
    readings = (AUCTION_GOES_ON, MONEY_STAYS, EXCHANGED_IS_KEPT, BONDS_LAPSE)
    assert read_export(export).game.settings.options == ("bonds", *readings)


def test_they_are_kept_in_the_file_and_told_by_show(tmp_path: Any) -> None:
    source, path = tmp_path / "site.json", tmp_path / "game.json"
    source.write_text(json.dumps(shortened(40)))
    assert CliRunner().invoke(main, ["import", str(source), "-o", str(path)]).exit_code == 0
    english = CliRunner().invoke(main, ["show", str(path)])
    assert english.exit_code == 0, english.output
    words = " ".join(english.output.split())
    assert "Runs below the best are taken as they were shown." in words
    assert "As on 18xx.games: while nobody buys SCE, the auction goes on with the next player." in words
    assert "keeps all money, and is not offered the loan." in words
    assert "auction_goes_on" not in words
    italian = CliRunner().invoke(main, ["--language", "it", "show", str(path)])
    assert "Come su 18xx.games" in " ".join(italian.output.split())


def test_nobody_is_offered_them_and_other_words_are_no_options() -> None:
    table = Table()
    assert not {*table.game.title.readings} & {*table.game.title.options}
    with pytest.raises(Refusal, match="has no option auction_goes_off"):
        Table(options=("auction_goes_off",))


def test_our_own_games_have_none() -> None:
    export = json.loads(json.dumps(as_export(Table(3).game)))
    assert export["settings"]["optional_rules"] == []
