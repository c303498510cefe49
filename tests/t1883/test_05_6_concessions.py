"""Section 5.6: government concessions: buying them, joining their places, bonus, deadline and end.

The tracks are laid on the board as it is; where a check names one, it is that one.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from ferrovia.engine.board.board import read_board
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.layout import Layout
from ferrovia.engine.flow.actions import Answer, BuyTrain, Dividend, LayTile, Pass, PlaceToken, SellShares, Start
from ferrovia.titles.t1883 import TITLE, components, concessions, connections, cooperative
from ferrovia.titles.t1883.actions import BuyConcession
from ferrovia.titles.t1883.connections import is_joined
from ferrovia.titles.t1883.emilia import FROZEN, Concession
from tests.t1883.table import Table

# Casalecchio (89), Sasso (80), Vergato (70), 69, Porretta (59), Prato
TO_PRATO = ("89 57 1", "80 57 1", "70 58 4", "69 8 1", "59 6 4")
# Casalecchio (89), the grey 81, Bazzano (72), Vignola (62)
TO_VIGNOLA = ("89 5 1", "72 6 5", "62 5 3")
# Castelfranco (76), Persiceto (82), 91, 97, Bassa bolognese
TO_BASSA = ("76 57 1", "82 57 1", "91 9 1", "97 58 5")
# Bagnolo (35), 45, 56, Mirandola (67), 75, 85, Finale (93)
TO_FINALE = ("35 4 1", "45 4 1", "56 9 1", "67 6 5", "75 6 2", "85 8 5", "93 57 2")
# Mirandola (67), 56, 45, Bagnolo (35), 44, 54, 66, 75, 85, Finale (93)
BY_BAGNOLO = ("67 57 1", "56 9 1", "45 4 1", "35 3 4", "44 8 2", "54 57 1", "66 4 1", "75 57 1", "85 8 5", "93 57 2")
# Reggio (31), 25, 15, Ciano (5), 4, Castelnovo (3), 2, Aulla: two of the cities are printed
TO_AULLA = ("25 8 2", "15 8 5", "4 9 0", "3 57 0", "2 58 1")
# Modena (55), 53, Maranello (51), 50, Pavullo (41), 40, 39, Lucca
TO_LUCCA = ("53 9 0", "51 4 0", "50 8 1", "41 6 4", "40 4 0", "39 8 1")
# Guastalla (37), 36, 26, 16, Montecchio (6), Colline parmensi
TO_COLLINE = ("37 57 0", "36 58 1", "26 9 1", "16 9 1", "6 57 1")

# Ferrara, Bondeno (99), 93, 84, 75, 67, 57, 58, Suzzara (47), 37, 27, 17, 7, Parma
TO_PARMA = (
    "99 6 5", "93 57 1", "84 8 2", "75 57 2", "67 57 2", "57 8 3", "58 5 0", "37 57 1", "27 4 1", "17 9 1", "7 8 2",
)  # fmt: skip
WAYS = (TO_PRATO, TO_VIGNOLA, TO_BASSA, TO_FINALE, BY_BAGNOLO, TO_AULLA, TO_LUCCA, TO_COLLINE, TO_PARMA)

NO_SUPPORT = dict.fromkeys(("Ada", "Bruno", "Carla", "Dora"), 0)


def lay_last(table: Table, corporation: str, last: str, cash: int = 100) -> Table:
    """It is a corporation's turn to lay the tile that is missing."""
    table.cash(**{corporation: cash}).operate(corporation, "track")
    hex_id, tile, rotation = last.split()
    table.do(LayTile(hex_id, tile, int(rotation)))
    return table


def owns(table: Table, **owners: str) -> Table:
    """Who owns which concession: `owns(table, c6="FBV")`; nobody the others."""
    given = {name.removeprefix("c"): Concession(owner, 1) for name, owner in owners.items()}
    return table.own_is(concessions={**table.own.concessions, **given}, support=NO_SUPPORT)


# Buying


@pytest.mark.clause("1883-5.6.1")
def test_a_concession_has_one_owner_and_is_never_sold_on() -> None:
    table = Table().start("SV", "Ada", cash=100).start("FBV", "Bruno", cash=100)
    table.stock_round("Ada").do(BuyConcession("3", "SV"))
    assert table.decider == "Bruno"
    table.may_not(BuyConcession("3", "FBV"), "1883-5.6.1", "belongs to SV")
    offered = {choice.concession for choice in table.game.decision.choices if isinstance(choice, BuyConcession)}
    assert offered == set("12345678") - {"3"}
    table.operate("FBV", "private").may_not(BuyConcession("3", "FBV"), "1883-6.3.2")


@pytest.mark.clause("1883-5.6.1")
def test_all_eight_are_for_sale_at_the_start() -> None:
    table = Table().start("SV", "Ada", cash=100).stock_round("Ada")
    table.may(*(BuyConcession(name, "SV") for name in "12345678"))
    table.may_not(BuyConcession("9", "SV"), "1883-5.6.1.5")


@pytest.mark.clause("1883-5.6.2")
@pytest.mark.parametrize(("name", "cost"), list(zip("12345678", (15, 20, 20, 15, 20, 20, 10, 10), strict=True)))
def test_the_treasury_pays_the_cost_to_the_bank(name: str, cost: int) -> None:
    table = Table().start("FBV", "Ada", cash=200).cash(Ada=0).stock_round("Ada")
    bank = table.game.cash("bank")
    table.do(BuyConcession(name, "FBV"))
    assert table.money("FBV", "Ada", "bank") == (200 - cost, 0, bank + cost)
    assert table.own.concessions[name].owner == "FBV"


@pytest.mark.clause("1883-5.6.2")
def test_the_presidents_money_does_not_help_and_only_the_president_buys() -> None:
    table = Table().start("FBV", "Ada", cash=15).cash(Ada=500, Bruno=500).stock_round("Ada")
    table.may_not(BuyConcession("5", "FBV"), "1883-5.6.2", "costs 20")
    table.may(BuyConcession("1", "FBV"))
    table.may_not(BuyConcession("1", "SV"), "1883-5.6.2", "not in play")
    table.stock_round("Bruno").may_not(BuyConcession("1", "FBV"), "1883-5.6.2", "not the president")


@pytest.mark.clause("1883-5.6.3", "1883-R23")
def test_one_a_stock_round_for_each_corporation_however_many_it_holds() -> None:
    table = Table(2).start("SV", "Ada", cash=100).cash(Bruno=100).stock_round("Ada")
    table.do(BuyConcession("7", "SV"), Pass())
    assert table.decider == "Ada"
    table.may_not(BuyConcession("8", "SV"), "1883-5.6.3")
    table.end_round()
    table.operating_rounds_over().pass_on(lambda: table.game.state.round.kind == "stock" and table.decider == "Ada")
    table.do(BuyConcession("8", "SV"))
    assert [name for name, held in table.own.concessions.items() if held.owner == "SV"] == ["7", "8"]


@pytest.mark.clause("1883-5.6.4")
def test_a_corporation_just_launched_waits_for_the_next_stock_round() -> None:
    table = Table(2).cash(Ada=500, Bruno=500).stock_round("Ada")
    table.do(Start("FBV", 85), Pass())
    assert table.decider == "Ada"
    table.may_not(BuyConcession("6", "FBV"), "1883-5.6.4")
    table.end_round()
    table.operating_rounds_over().pass_on(lambda: table.game.state.round.kind == "stock" and table.decider == "Ada")
    table.may(BuyConcession("6", "FBV"))


@pytest.mark.clause("1883-R24")
def test_fsf_launched_with_its_private_company_buys_in_the_first_stock_round() -> None:
    table = Table(2)
    while table.step != "par":
        table.do(table.game.decision.choices[0])  # each buys the cheapest private company
    table.do(Start("FSF", 100))
    table.pass_on(lambda: table.game.state.round.kind == "stock")
    assert table.game.state.round.turn == 1
    table.pass_on(lambda: table.decider == table.game.president("FSF"))
    table.may(BuyConcession("2", "FSF"))


@pytest.mark.clause("1883-5.6.5", "1883-R14")
def test_a_president_of_two_buys_for_one_a_turn_and_may_sell_beside_it() -> None:
    table = Table(2).start("SV", "Ada", stock={"Ada": 1}, cash=100).start("FBV", "Ada", at=85, cash=100)
    table.cash(Ada=500).stock_round("Ada").do(BuyConcession("7", "SV"))
    table.may_not(BuyConcession("6", "FBV"), "1883-5.1.1")
    table.do(SellShares("SV", (10,)))
    table.pass_on(lambda: table.decider == "Bruno")
    table.do(Pass(), BuyConcession("6", "FBV"))


@pytest.mark.clause("1883-R67")
def test_the_co_operative_buys_none_before_it_is_capitalised() -> None:
    table = Table().cash(CCFR=100).stock_round("Ada")
    assert table.game.president("CCFR") == "Ada"
    table.may_not(BuyConcession("3", "CCFR"), "1883-R67")
    table.phase("5")
    cooperative.capitalise(table.game)
    table.stock_round(table.game.president("CCFR")).may(BuyConcession("3", "CCFR"))


# Joining the places


@pytest.mark.clause("1883-5.6.1.1")
def test_a_route_from_an_own_token_through_all_places_completes_it_stops_between_allowed() -> None:
    table = owns(Table().start("FBV", "Ada", cash=100), c6="FBV").lay(*TO_PRATO[:-1])
    lay_last(table, "FBV", TO_PRATO[-1])
    assert table.money("FBV") == (100 - 20 + 200,)  # a hill, and the bonus
    assert "6" not in table.own.concessions


@pytest.mark.clause("1883-5.6.1.1", "1883-R21")
def test_without_an_own_token_on_the_route_it_is_not_completed() -> None:
    table = owns(Table().start("FBV", "Bruno").start("SV", "Ada"), c6="SV").lay(*TO_PRATO[:-1])
    lay_last(table, "FBV", TO_PRATO[-1])
    assert table.own.concessions["6"].owner == "SV"
    assert table.money("SV") == (0,)


@pytest.mark.clause("1883-5.6.1.1")
def test_the_token_may_lie_between_the_places_or_beyond_them() -> None:
    between = owns(Table().start("SV", "Ada").tokens("SV", "80"), c6="SV").lay(*TO_PRATO)
    assert concessions.is_complete(between.game, "6", "SV")
    # Casalecchio (89) to Vignola, with the way to Prato behind it: 89 by a green tile, the token at Sasso (80).
    beyond = owns(Table().start("SV", "Ada").tokens("SV", "80"), c1="SV").lay(*TO_VIGNOLA[1:], "89 6 0", "80 57 1")
    assert not concessions.is_complete(beyond.game, "1", "SV")
    beyond.lay("89 5 1")
    assert concessions.is_complete(beyond.game, "1", "SV")
    # And behind Vignola (62), on by 63 and 65, lies Modena.
    behind = owns(Table().start("FMMSF", "Ada"), c1="FMMSF").lay(*TO_VIGNOLA, "63 9 0")
    assert not concessions.is_complete(behind.game, "1", "FMMSF")
    behind.lay("65 8 0")
    assert concessions.is_complete(behind.game, "1", "FMMSF")


@pytest.mark.clause("1883-5.6.1.2")
def test_the_places_come_in_their_order_along_the_route() -> None:
    table = owns(Table().start("SV", "Ada").tokens("SV", "67"), c4="SV").lay(*BY_BAGNOLO)
    TITLE.track.changed(table.game)
    assert table.own.concessions["4"].owner == "SV"
    table = owns(Table().start("SV", "Ada").tokens("SV", "67"), c4="SV").lay(*TO_FINALE)
    TITLE.track.changed(table.game)
    assert "4" not in table.own.concessions
    assert table.money("SV") == (150,)


@pytest.mark.clause("1883-5.6.1.3")
def test_the_length_of_the_route_does_not_matter_nor_does_a_train() -> None:
    """Ferrara, Bondeno and six more stops to Suzzara's side of the map, Parma: ten stops."""
    table = owns(Table().start("FSF", "Ada"), c2="FSF").lay(*TO_PARMA)
    assert table.game.trains("FSF") == ()
    TITLE.track.changed(table.game)
    assert table.money("FSF") == (200,)
    table = owns(Table().start("FSF", "Ada").start("SV", "Bruno"), c2="FSF").lay(*TO_PARMA)
    TITLE.track.changed(table.game)  # Guastalla (37), which has one space, is full
    assert table.own.concessions["2"].owner == "FSF"


@pytest.mark.clause("1883-5.6.1.1")
def test_a_place_at_the_end_of_a_spur_is_not_passed_through() -> None:
    """From Castelfranco (76) by 73 and 83 to 91, whose one track to Persiceto (82) is also the way on to the east."""
    spur = ("76 57 0", "73 8 4", "83 8 5", "91 27 1", "82 57 1", "97 58 5")
    table = owns(Table().start("FMMSF", "Ada").tokens("FMMSF", "82"), c8="FMMSF").lay(*spur)
    assert table.game.reach("FMMSF").paths.keys() >= {"76.0", "82.0", "97.0", "BAS.0"}
    assert not concessions.is_complete(table.game, "8", "FMMSF")


@pytest.mark.clause("1883-5.6.1.3")
def test_a_city_full_of_other_tokens_blocks_the_route() -> None:
    table = owns(Table().start("FMMSF", "Ada").start("SV", "Bruno").tokens("SV", "41"), c5="FMMSF").lay(*TO_LUCCA)
    TITLE.track.changed(table.game)
    assert table.own.concessions["5"].owner == "FMMSF"
    table.lay("41 14 0")  # a second space
    TITLE.track.changed(table.game)
    assert table.money("FMMSF") == (350,)


@pytest.mark.clause("1883-5.6.1.3")
def test_the_route_may_end_in_a_full_city() -> None:
    table = owns(Table().start("FBV", "Bruno").start("FMV", "Ada"), c1="FMV").lay(*TO_VIGNOLA)
    assert table.game.closed_to("FMV") == {"89.0", "5.0"}
    TITLE.track.changed(table.game)
    assert table.money("FMV") == (100,)


@pytest.mark.clause("1883-5.6.1.4")
def test_the_red_lines_join_nothing() -> None:
    """Persiceto is joined with Bassa bolognese; from Castelfranco only red lines lead on."""
    apart = ("76 57 0", "82 57 1", "91 9 1", "97 58 5")
    table = owns(Table().start("FMMSF", "Ada").tokens("FMMSF", "76", "82"), c8="FMMSF").lay(*apart)
    TITLE.track.changed(table.game)
    assert table.own.concessions["8"].owner == "FMMSF"
    table.lay("76 57 1")
    TITLE.track.changed(table.game)
    assert table.money("FMMSF") == (100,)


@pytest.mark.clause("1883-5.6.1.5", "1883-R21")
def test_what_is_joined_while_nobody_owns_it_leaves_play_without_a_bonus() -> None:
    table = Table().start("FMMSF", "Ada").tokens("FMMSF", "82").lay(*TO_BASSA[1:]).own_is(support=NO_SUPPORT)
    lay_last(table, "FMMSF", TO_BASSA[0])
    assert "8" not in table.own.concessions
    assert table.money("FMMSF") == (100,)
    table.stock_round("Ada").may_not(BuyConcession("8", "FMMSF"), "1883-5.6.1.5")


@pytest.mark.clause("1883-R21", "1883-5.6.1.5")
def test_an_unowned_one_stays_while_no_corporation_in_play_has_a_token_on_the_route() -> None:
    table = Table().start("FMMSF", "Ada").lay(*TO_BASSA)
    TITLE.track.changed(table.game)
    assert "8" in table.own.concessions
    table.cash(Ada=1000).stock_round("Ada").do(Start("FBV", 85))  # nor is FBV's home on it
    assert "8" in table.own.concessions


@pytest.mark.clause("1883-R21")
def test_a_token_completes_or_wastes_as_a_tile_does() -> None:
    owned = owns(Table().start("FMMSF", "Ada"), c6="FMMSF").lay(*TO_PRATO, "89 57 1")
    owned.game.place_token("FMMSF", StopId("80.0"))
    TITLE.track.changed(owned.game)
    assert owned.money("FMMSF") == (200,)
    wasted = Table().lay(*TO_PRATO).cash(Ada=1000).stock_round("Ada")
    TITLE.track.changed(wasted.game)
    assert "6" in wasted.own.concessions
    wasted.do(Start("FBV", 85))  # its home, Casalecchio, is the first place
    assert "6" not in wasted.own.concessions


@pytest.mark.clause("1883-R21")
def test_a_token_placed_in_a_turn_is_looked_at_too() -> None:
    """FMV, at Vignola, comes to the way to Prato at Sasso (80), but no route of its own holds both its ends."""
    table = owns(Table().phase("2").start("FMV", "Ada"), c6="FMV").lay(*TO_PRATO, "62 6 3", "71 9 2", "80 205 1")
    TITLE.track.changed(table.game)
    assert table.own.concessions["6"].owner == "FMV"
    table.cash(FMV=100).operate("FMV", "token").do(PlaceToken("80"))
    assert "6" not in table.own.concessions
    assert table.money("FMV") == (100 - 40 + 200,)


@pytest.mark.clause("1883-5.6.1.6", "1883-R21")
def test_the_owner_is_paid_whoever_lays_the_last_tile() -> None:
    table = owns(Table().start("FMMSF", "Ada").tokens("FMMSF", "76").start("FMV", "Bruno", at=85), c8="FMMSF")
    table.tokens("FMV", "82").lay(*TO_BASSA[:-1], "82 14 1")
    lay_last(table, "FMV", TO_BASSA[-1])
    assert table.money("FMMSF", "FMV") == (100, 100)
    assert "8" not in table.own.concessions


@pytest.mark.clause("1883-R67")
def test_what_the_co_operative_builds_pays_the_owner_and_its_tokens_block() -> None:
    """CCFR's own token fills yellow Ciano (5): SAFRE, at Reggio, passes only once it is green."""
    table = owns(Table().start("SAFRE", "Ada"), c3="SAFRE").lay(*TO_AULLA[:-1])
    table.own_is(ccfr_leader="Bruno")
    lay_last(table, "CCFR", TO_AULLA[-1])
    assert table.own.concessions["3"].owner == "SAFRE"
    assert concessions.is_complete(table.game, "3", "CCFR")
    table.phase("2").lay("5 CI2 0")
    TITLE.track.changed(table.game)
    assert table.money("SAFRE") == (200,)


@pytest.mark.clause("1883-R67", "1883-5.6.1.6")
def test_a_tile_of_the_co_operative_completes_for_the_owner_at_once() -> None:
    table = owns(Table().phase("2").start("SAFRE", "Ada"), c3="SAFRE").lay("5 CI2 0", *TO_AULLA[:-1])
    table.own_is(ccfr_leader="Bruno")
    lay_last(table, "CCFR", TO_AULLA[-1])
    assert table.money("SAFRE") == (200,)


@pytest.mark.clause("1883-R67", "1883-5.6.1.5")
def test_an_unsold_one_that_the_co_operative_traces_leaves_play() -> None:
    table = Table().own_is(ccfr_leader="Bruno").lay(*TO_AULLA[:-1])
    lay_last(table, "CCFR", TO_AULLA[-1])
    assert "3" not in table.own.concessions
    assert table.money("CCFR") == (100,)


# The search against counting out every route


def filled(rng: random.Random, count: int) -> Layout:
    """The board with a way of some concession, and tiles on other hexes or in its stead, that join what is there."""
    board = TITLE.box.board
    layout, supply = Layout(board), {tile.id: tile.count for tile in board.tiles.values()}
    for text in rng.choice(WAYS):
        hex_id, tile, turn = text.split()
        layout = layout.with_tile(hex_id, tile, int(turn))
    hexes = [place for place in board.hexes.values() if not place.is_fixed]
    for place in rng.sample(hexes, count):
        kinds = [stop.kind for stop in place.face.stops]
        fitting = [
            (tile.id, turn)
            for tile in board.tiles.values()
            if supply[tile.id] and tile.face.label == place.face.label
            if [stop.kind for stop in tile.face.stops] == kinds
            for turn in range(6)
        ]
        if fitting:
            drawn = rng.sample(fitting, min(8, len(fitting)))
            best = max((joints(layout, place.id, *way), way) for way in drawn)[1]
            layout = layout.with_tile(place.id, *best)
            supply[best[0]] -= 1
    return layout


def joints(layout: Layout, hex_id: str, tile: str, turn: int) -> int:
    beside = layout.board.neighbours[hex_id]
    across = [beside[edge] for edge in layout.board.tiles[tile].faces[turn].edges]
    return sum(other is not None and other[1] in layout.face(other[0]).edges for other in across)


def every_route(layout: Layout, closed: frozenset[str]) -> Iterator[list[StopId]]:
    """Every route there is, as the stops on it: piece of track by piece of track, no side and no stop twice."""
    board = layout.board
    for first in board.stops:
        hex_id, _, number = first.rpartition(".")
        trail: list[tuple[list[StopId], frozenset[frozenset[tuple[str, int]]], str, int]] = [
            ([first], frozenset(), hex_id, -1 - int(number))
        ]
        while trail:
            stops, used, at, end = trail.pop()
            if end < 0:
                yield stops
                stop = layout.stop(stops[-1])
                if len(stops) > 1 and (stop.kind == "offboard" or stops[-1] in closed):
                    continue
            pieces = [piece for piece in layout.face(at).pieces if end in (piece.a, piece.b)]
            for to in (piece.a + piece.b - end for piece in pieces):
                if to < 0:
                    name = StopId(f"{at}.{-1 - to}")
                    if name not in stops:
                        trail.append(([*stops, name], used, at, to))
                    continue
                beside = board.neighbours[at][to]
                if beside is None or not board.sides[at][to] or frozenset({(at, to), beside}) in used:
                    continue
                trail.append((stops, used | {frozenset({(at, to), beside})}, *beside))


def in_order(stops: list[StopId], places: list[str]) -> bool:
    hexes = [stop.rpartition(".")[0] for stop in stops]
    found = [hexes.index(place) for place in places if place in hexes]
    return len(found) == len(places) and found in (sorted(found), sorted(found, reverse=True))


@pytest.mark.clause("1883-5.6.1.1", "1883-5.6.1.2", "1883-5.6.1.3", "1883-5.6.1.4")
def test_the_search_finds_what_counting_out_every_route_finds() -> None:
    rng = random.Random(1883)
    joined = 0
    for _ in range(100):
        table = Table()
        layout = table.game.state.layout = filled(rng, rng.randint(5, 40))
        cities = [stop for stop in TITLE.box.board.stops if layout.stop(stop).kind == "city"]
        table.game.state.stations = {
            name: tuple(rng.sample(cities, rng.randint(0, 4))) for name in TITLE.box.corporations
        }
        for corporation in ("SV", "FBV"):
            own = set(table.game.state.stations[corporation])
            routes = [route for route in every_route(layout, table.game.closed_to(corporation)) if own & set(route)]
            for name in "12345678":
                places = components.concession_table(name)["stops"]
                expected = any(in_order(route, places) for route in routes)
                assert concessions.is_complete(table.game, name, corporation) == expected, (name, layout.tiles)
                joined += expected
    assert joined >= 15


def crowded(rng: random.Random) -> Layout:
    """A small board full of printed track, where ways are in each other's way."""
    places = [{"id": f"{col}{row}", "col": col, "row": 2 * row + col % 2} for col in range(4) for row in range(3)]
    blank = read_board({"orientation": "flat", "hex": [{**place, "colour": "grey"} for place in places]}, {"tile": []})
    bits = sorted({bit for sides in blank.sides.values() for bit in sides if bit})
    joined = {bit for bit in bits if rng.random() < 0.75}
    hexes = []
    for place in places:
        edges = [edge for edge, bit in enumerate(blank.sides[str(place["id"])]) if bit in joined]
        is_stop = rng.random() < 0.75
        tracks = [f"{edge}-s0" for edge in edges] if is_stop else [f"{a}-{b}" for a, b in pairwise(edges)]
        hexes.append({**place, "colour": "grey", "stops": [{"kind": "town"}] * is_stop, "tracks": tracks})
    return Layout(read_board({"orientation": "flat", "hex": hexes}, {"tile": []}))


@pytest.mark.clause("1883-5.6.1.1", "1883-5.6.1.2")
def test_so_does_it_where_the_ways_cross_each_other() -> None:
    rng = random.Random(5)
    answers = []
    for _ in range(30):
        layout = crowded(rng)
        stops = list(layout.board.stops)
        closed = frozenset(rng.sample(stops, 1))
        routes = [(route, set(route)) for route in every_route(layout, closed)]
        for _ in range(12):
            token, *picked = rng.sample(stops, 4)
            if token in closed:
                continue
            places = [stop.rpartition(".")[0] for stop in picked]
            expected = any(token in met and in_order(route, places) for route, met in routes)
            assert is_joined(layout, places, (token,), closed) == expected, (places, token)
            answers.append(expected)
    assert 30 <= sum(answers) <= len(answers) - 30


# The tiles of a late game: who looks for the way from Carpi goes thousands of ways before Lucca turns out to be shut.
LATE_MAP = """
2=144.1 3=15.3 4=9.3 5=CI3.0 6=619.3 7=8.0 11=8.2 12=3.2 13=3.5 14=8.0 15=31.2 18=58.5 19=8.5 22=58.5 23=9.2 25=30.4
27=58.2 29=4.3 30=26.3 31=RE4.3 32=24.3 33=24.3 34=145.5 35=141.3 36=4.3 37=63.1 40=143.1 41=14.5 42=141.3 43=SA3.0
44=8.5 45=4.1 46=4.2 49=58.2 51=3.1 53=45.3 54=5.4 55=MO4.4 56=47.4 57=43.1 58=5.0 59=6.4 63=46.2 64=146.1 65=9.5
66=147.4 67=63.3 68=143.5 69=9.1 72=611.1 73=7.5 74=58.1 75=15.0 76=611.0 77=8.1 78=PR3.0 79=9.4 82=63.2 83=9.3 84=7.5
85=9.2 86=4.1 88=8.1 89=619.0 91=9.4 92=146.2 93=63.4 94=15.3 95=3.0 97=4.2 98=18.1 99=611.5 100=58.0
"""


def test_a_late_map_is_searched_from_both_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[object] = []
    fits = connections._Search._fit_together

    def counted(search: connections._Search, *rest: Any) -> bool:
        looked.append(rest)
        return fits(search, *rest)

    monkeypatch.setattr(connections._Search, "_fit_together", counted)
    lies = (each.partition("=") for each in LATE_MAP.split())
    tiles = {hex_id: (tile.partition(".")[0], int(tile.partition(".")[2])) for hex_id, _, tile in lies}
    layout = Layout(TITLE.box.board, tiles)
    closed = frozenset(StopId(stop) for stop in ("47.0", "58.0", "62.0"))
    for places in (("55", "51", "41", "LUC"), ("LUC", "41", "51", "55")):
        assert not is_joined(layout, places, (StopId("31.0"), StopId("72.0")), closed)
    assert len(looked) < 50


# The bonus


@pytest.mark.clause("1883-5.6.1.7")
def test_the_bonus_goes_to_the_treasury_by_itself() -> None:
    table = owns(Table().start("FBV", "Ada", at=(3, 7), stock={"Bruno": 3}), c1="FBV").lay(*TO_VIGNOLA[1:])
    table.cash(Ada=50, Bruno=50)
    bank = table.game.cash("bank")
    table.lay(TO_VIGNOLA[0])
    TITLE.track.changed(table.game)
    assert table.money("FBV", "Ada", "Bruno", "bank") == (100, 50, 50, bank - 100)
    assert table.price("FBV") == 85


@pytest.mark.clause("1883-5.6.1.7", "1883-5.6.1.8")
def test_a_president_with_support_may_keep_the_card() -> None:
    table = owns(Table().start("FBV", "Ada", stock={"Bruno": 3}), c1="FBV").lay(*TO_VIGNOLA)
    table.own_is(support={**NO_SUPPORT, "Ada": 1, "Bruno": 4}).cash(Ada=50, Bruno=50).operate("FBV", "issue")
    TITLE.track.changed(table.game)
    table.go_on()
    assert (table.decider, table.step) == ("Ada", "bonus")
    table.may_not(Answer("bank"), "1883-5.6.1.7")
    table.may_not(Pass(), "1883-5.6.1.7")
    table.do(Answer("treasury"))
    assert table.money("FBV", "Ada", "Bruno") == (100, 50, 50)
    assert table.own.support["Ada"] == 1


@pytest.mark.clause("1883-5.6.1.8", "1883-R20")
def test_for_a_card_the_shareholders_get_their_part_and_the_treasury_that_of_pool_and_offers() -> None:
    """Concession 6 pays 200: Ada 40%, Bruno 20%, pool and Initial Offers 20% each."""
    table = owns(Table().start("FBV", "Ada", stock={"Ada": 2, "Bruno": 2, "pool": 2}), c6="FBV").lay(*TO_PRATO)
    table.own_is(support={**NO_SUPPORT, "Ada": 2}).cash(Ada=0, Bruno=0).operate("FBV", "issue")
    bank = table.game.cash("bank")
    TITLE.track.changed(table.game)
    table.go_on().do(Answer("shareholders"))
    assert table.money("Ada", "Bruno", "FBV", "bank") == (80, 40, 80, bank - 200)
    assert table.own.support == {**NO_SUPPORT, "Ada": 1}


@pytest.mark.clause("1883-R20")
def test_of_a_dividend_the_pools_part_goes_to_the_treasury_and_the_offers_to_nobody() -> None:
    table = Table().start("FBV", "Ada", stock={"Ada": 2, "Bruno": 2, "pool": 2}).cash(Ada=0, Bruno=0)
    table.operate("FBV", "dividend").turn_is(revenue=200)
    bank = table.game.cash("bank")
    table.do(Dividend("pay"))
    assert table.money("Ada", "Bruno", "FBV", "bank") == (80, 40, 40, bank - 160)


@pytest.mark.clause("1883-5.6.1.9", "1883-R22")
@pytest.mark.parametrize(
    ("phase", "bonus"),
    [("1", 350), ("2", 350), ("3", 400), ("4", 400), ("5", 400), ("6", 450), ("7", 450), ("8", 450)],
)
def test_the_bonus_is_that_of_the_phase_of_completion(phase: str, bonus: int) -> None:
    table = Table().start("FMMSF", "Ada", cash=20).own_is(support=NO_SUPPORT).stock_round("Ada")
    table.do(BuyConcession("5", "FMMSF"))
    table.phase(phase).lay(*TO_LUCCA)
    TITLE.track.changed(table.game)
    assert table.money("FMMSF") == (bonus,)


@pytest.mark.clause("1883-5.6.1.9")
@pytest.mark.parametrize(
    ("name", "way", "owner", "bonuses"),
    [
        ("1", TO_VIGNOLA, "FBV", (100, 150, 200)),
        ("2", TO_PARMA, "FSF", (200, 250, 300)),
        ("3", (*TO_AULLA, "5 CI2 0"), "SAFRE", (200, 250, 300)),
        ("4", TO_FINALE, "SV", (150, 200, 250)),
        ("6", TO_PRATO, "FBV", (200, 250, 300)),
        ("7", TO_COLLINE, "SV", (100, 150, 200)),
        ("8", TO_BASSA, "FMMSF", (100, 150, 200)),
    ],
)
def test_what_each_concession_pays(name: str, way: tuple[str, ...], owner: str, bonuses: tuple[int, ...]) -> None:
    tokens = {"4": ("67",), "8": ("82",)}
    for phase, bonus in zip(("2", "5", "6"), bonuses, strict=True):
        table = owns(
            Table().phase(phase).start(owner, "Ada").tokens(owner, *tokens.get(name, ())), **{f"c{name}": owner}
        )
        table.lay(*way)
        TITLE.track.changed(table.game)
        assert table.money(owner) == (bonus,), phase


# Deadline and end


@pytest.mark.clause("1883-5.6.2.1", "1883-5.6.2.2")
def test_concession_1_must_be_joined_in_the_second_operating_round_after_its_purchase() -> None:
    table = (
        Table()
        .phase("2")
        .start("FBV", "Ada", cash=200)
        .own_is(support=NO_SUPPORT, deck=(), ccfr=FROZEN, ccfr_leader="")
        .members()
        .trains("FBV", "3")
    )
    table.stock_round("Ada").do(BuyConcession("1", "FBV"))
    table.end_round()
    assert table.own.concessions["1"] == Concession("FBV", 1)
    assert table.own.concessions["2"] == Concession()
    table.pass_on(lambda: str(table.game.state.round) == "OR 2.2")
    assert table.own.concessions["1"] == Concession("FBV", 2)
    late = table.game.fork()
    table.lay(*TO_VIGNOLA[1:]).do(LayTile("89", "5", 1))
    assert "1" not in table.own.concessions
    assert table.money("FBV") == (200 - 15 + 100,)
    table.game = late
    table._again().pass_on(lambda: table.game.state.round.kind == "stock")
    assert table.own.concessions["1"] == Concession()
    assert table.money("FBV") == (200 - 15 - 30,)


@pytest.mark.clause("1883-5.6.2.2")
def test_a_failed_concession_costs_twice_its_price_and_is_for_sale_again() -> None:
    table = Table().start("SV", "Ada", cash=100).own_is(deck=()).members()
    table.own_is(concessions={**table.own.concessions, "2": Concession("SV", 4)}).operating_rounds_over()
    assert table.money("SV") == (60,)
    table.stock_round("Ada").may(BuyConcession("2", "SV"))


@pytest.mark.clause("1883-R76")
def test_a_concession_that_goes_back_while_another_can_trace_it_leaves_play() -> None:
    table = owns(Table().start("FBV", "Bruno").start("SV", "Ada", cash=100), c6="SV").lay(*TO_PRATO).members()
    table.own_is(deck=(), concessions={**table.own.concessions, "6": Concession("SV", 5)}).operating_rounds_over()
    assert table.money("SV") == (60,)
    assert "6" not in table.own.concessions


@pytest.mark.clause("1883-5.6.3.1")
def test_the_first_8_ends_the_sale_and_what_is_owned_lasts_until_it_fails() -> None:
    table = Table().phase("7").start("FMMSF", "Ada", cash=1000).start("SV", "Bruno", cash=100).own_is(deck=()).members()
    table.own_is(concessions={"4": Concession(), "5": Concession("SV", 5), "6": Concession()}).trains("SV", "5")
    price = TITLE.box.trains["8"].cost
    table.cash(FMMSF=price).operate("FMMSF", "trains").do(BuyTrain("8", "bank", price))
    assert table.own.concessions == {"5": Concession("SV", 5)}
    table.stock_round("Bruno").may_not(BuyConcession("4", "SV"), "1883-5.6.3.1")
    table.own_is(concessions={"5": Concession("SV", 6)}).operating_rounds_over()
    assert table.money("SV") == (60,)
    assert table.own.concessions == {}


@pytest.mark.clause("1883-5.6.3.1")
def test_what_is_owned_in_phase_8_can_still_be_completed() -> None:
    table = owns(Table().phase("8").start("FBV", "Ada"), c6="FBV").lay(*TO_PRATO)
    TITLE.track.changed(table.game)
    assert table.money("FBV") == (300,)
