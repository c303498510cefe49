"""18FB, 3.5.5: what trains earn: the best stations and markers under the X + Y of all of them."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.actions import Answer, Dividend, Run, RunTrains, UsePrivate
from ferrovia.titles.t18fb.earnings import earnings
from tests.t18fb.table import Table

HEXES = ("I30", "G30", "J33", "H27", "J21", "L19")  # cities without a port; FB begins in Benevento, I30
TILES = {20: "57", 30: "14", 40: "X5", 50: "X8"}  # a city tile for each value


def stations(*values: int, phase: str = "PH1") -> Table:
    """FB, in provisional state, with tokens in cities of these values and no track between them."""
    table = Table().phase(phase).start("FB", at=100).start("FST", president="Dora", at=60, earned=False)
    for hex_id, value in zip(HEXES, values, strict=False):
        table.lay(f"{hex_id} {TILES[value]} 0")
    return table.tokens("FB", *HEXES[1 : max(len(values), 2)])


def earned(table: Table, company: str = "FB") -> int:
    table.operate(company, "earnings").go_on()
    return table.game.state.earnings[company]


@pytest.mark.clause("18FB-3.5.5.1")
def test_a_train_serves_x_stations_and_y_markers() -> None:
    assert earned(stations(30, 40, 20).trains("FB", "PH1").markers(FB=3)) == 70 + 20


@pytest.mark.clause("18FB-3.5.5.2")
def test_the_capacities_of_all_trains_are_added() -> None:
    assert earned(stations(30, 40, 20).trains("FB", "PH1", "PH1").markers(FB=2)) == 90 + 20


@pytest.mark.clause("18FB-3.5.5.3")
def test_a_2_2_and_a_3_4_serve_five_cities() -> None:
    table = stations(50, 50, 40, 30, 30, 20).trains("FB", "PH1", "PH2")
    assert earned(table) == 200
    found = earnings(table.game, "FB")
    assert len(found.stations) == 5
    assert found.left_out == (("L19.0", 20),)


@pytest.mark.clause("18FB-3.5.5.4")
@pytest.mark.parametrize(("markers", "added"), [(8, 60), (6, 60), (4, 40)])
def test_a_2_2_and_a_3_4_serve_six_markers(markers: int, added: int) -> None:
    table = stations(50, 50, 40, 30, 30, 20).trains("FB", "PH1", "PH2").markers(FB=markers)
    assert earned(table) == 200 + added


@pytest.mark.clause("18FB-3.5.5.5")
def test_a_port_comes_with_its_city_and_takes_no_capacity() -> None:
    """Bari 50 with its port of 20 in PH3, and of 30, 30, 20 the best two for a 3 + 4."""
    table = stations(30, 30, 20, phase="PH3").lay("N21 X8 0").tokens("FB", "N21").trains("FB", "PH2")
    assert earned(table) == (50 + 20) + 30 + 30
    assert dict(earnings(table.game, "FB").stations)[StopId("N21.0")] == 70


@pytest.mark.clause("18FB-3.5.5.5")
def test_a_port_makes_a_city_worth_more_than_a_dearer_one() -> None:
    """Bari 20 with a port of 10 in PH1, 20 in PH3, 40 in PH5, against cities of 30."""
    for phase, expected in (("PH1", 90), ("PH3", 100), ("PH5", 120)):
        table = stations(30, 30, 30, phase=phase).lay("N21 57 0").tokens("FB", "N21").trains("FB", "PH2")
        assert earned(table) == expected


@pytest.mark.clause("18FB-3.5.5.6")
def test_stations_and_markers_count_once_whatever_the_trains() -> None:
    assert earned(stations(30, 40).trains("FB", "PH1", "PH1").markers(FB=1)) == 70 + 10


@pytest.mark.clause("18FB-3.5.5.7")
def test_spare_capacity_is_lost() -> None:
    """One station for a 2 + 2, and four markers of which it serves two; then two stations too many for idle Y."""
    alone = Table().start("FB", concession="").start("FST", president="Dora", at=60).lay("I30 14 0")
    assert earned(alone.trains("FB", "PH1").markers(FB=4)) == 30 + 20
    assert earned(stations(30, 40, 20, 20).trains("FB", "PH1")) == 70


@pytest.mark.clause("18FB-3.5.5.8")
def test_stations_need_no_track_between_them() -> None:
    table = stations(40).lay("J21 14 0").tokens("FB", "J21").trains("FB", "PH1")
    assert set(table.game.layout.tiles) == {"I30", "J21"}  # far apart
    assert earned(table) == 70


@pytest.mark.clause("18FB-3.5.5.9")
def test_nobody_chooses_less_than_the_most() -> None:
    table = stations(20, 30, 50).trains("FB", "PH1")
    assert earned(table) == 80
    table.may_not(RunTrains((Run("PH1", ("I30", "G30")),)), "18FB-3.5.5.9", "80")
    table.may(Dividend("pay"))
    assert table.turn.revenue == 80


@pytest.mark.clause("18FB-3.5.5.10")
def test_falcons_bonus_decides_which_stations_are_best() -> None:
    """Benevento 20, Caserta 20, Capua 30: without Falcon 50, with it Benevento at 50 and Capua."""
    table = stations(20, 20, phase="PH2").cards(Falcon="Bruno").lay("F31 14 0").tokens("FB", "F31").trains("FB", "PH1")
    assert earned(table) == 50
    table.operate("FB").do(UsePrivate("Falcon"), Answer("FB"))
    assert earned(table) == 80
    assert {stop for stop, _ in earnings(table.game, "FB").stations} == {"I30.0", "F31.0"}


@pytest.mark.clause("18FB-3.5.5.11")
def test_without_a_train_nothing_is_earned() -> None:
    table = stations(30, 30, 20, 20).markers(FB=5).cash(FB=500)
    cell = table.cell("FB")
    assert earned(table) == 0
    assert table.cell("FB") == (cell[0], cell[1] - 1)
    assert table.money("FB") == (500,)


# The best choice, proven


PORTS = {"N21": (10, 20, 40), "P13": (10, 20, 50), "L39": (10, 10, 20), "A2": (10, 20, 40), "M14": (10, 20, 40)}
AREAS = {"Roma": (40, 60, 100), "Tronto": (20, 30, 50), "Vesuvio": (20, 40, 60)}
LEVEL = {"PH1": 0, "PH2": 0, "PH3": 1, "PH4": 1, "PH5": 2, "PH6": 2}
CAPACITY = {"PH1": (2, 2), "PH2": (3, 4), "PH3": (4, 6), "PH4": (5, 8)}


def anywhere(seed: int) -> tuple[Table, list[int], list[int]]:
    """A random position of FB, what each of its stations is worth, and each of its markers."""
    chance = random.Random(seed)
    phase = chance.choice(list(LEVEL))
    level = LEVEL[phase]
    table = Table().phase(phase).start("FB", at=100)
    falcon, papal = chance.choice(("", "FB", "NN")), chance.choice(((), ("FB",)))
    table.own_is(falcon=falcon, papal=papal)
    worth = []
    cities = ["I30", *chance.sample(["G30", "J33", "H27", "J21", *PORTS], chance.randint(0, 6))]
    for hex_id in cities:
        value = chance.choice((*TILES, *(() if hex_id in PORTS else (0,))))  # 0: no tile lies there yet
        if value:
            table.lay(f"{hex_id} {TILES[value]} {chance.randrange(6)}")
        bonus = 30 if hex_id == "I30" and falcon == "FB" else 0
        worth.append(value + PORTS.get(hex_id, (0, 0, 0))[level] + bonus)
    areas = chance.sample(list(AREAS), chance.randint(0, 2))
    worth += [AREAS[area][level] for area in areas]
    table.tokens("FB", *cities[1:], *areas)
    markers = [10] * chance.randint(0, 9)
    if papal and falcon == "FB" and markers:
        markers[0] = 20
    table.markers(FB=len(markers)).trains("FB", *chance.choices(list(CAPACITY)[:2], k=chance.randint(0, 2)))
    if chance.random() < 0.3:
        table.trains("FB", chance.choice(list(CAPACITY)))
    return table, worth, markers


def most(values: list[int], limit: int) -> int:
    """By trying every choice of that many or fewer."""
    sizes = range(min(limit, len(values)) + 1)
    return max(sum(chosen) for size in sizes for chosen in combinations(values, size))


@pytest.mark.clause("18FB-3.5.5.2", "18FB-3.5.5.9")
def test_the_earnings_are_the_maximum_over_all_choices() -> None:
    """A thousand positions, and in most of them something is left out."""
    scarce = 0
    for seed in range(1000):
        table, worth, markers = anywhere(seed)
        trains = table.game.trains("FB")
        cities, towns = sum(CAPACITY[train][0] for train in trains), sum(CAPACITY[train][1] for train in trains)
        best = most(worth, cities) + most(markers, towns)
        found = earnings(table.game, "FB")
        assert found.total == best, seed
        assert sorted(value for _, value in (*found.stations, *found.left_out)) == sorted(worth), seed
        runs = table.title.runs.best(table.game, "FB")
        assert (runs.revenue, runs.proven) == (best, True), seed
        scarce += cities < len(worth) or towns < len(markers)
    assert scarce > 500
