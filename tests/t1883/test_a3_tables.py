"""Appendix 3: the tables, each line played."""

from __future__ import annotations

from collections import Counter, deque

import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.actions import BuyPrivate, BuyTrain, Pass
from ferrovia.engine.flow.auction import Auction
from ferrovia.titles.t1883 import TITLE
from ferrovia.titles.t1883.actions import BuyConcession
from ferrovia.titles.t1883.components import event_deck, sheet
from ferrovia.titles.t1883.emilia import Concession
from ferrovia.titles.t1883.revenue import stop_values
from tests.t1883.table import Table, routes
from tests.t1883.test_04_phases import before, buy_first, in_phase

PLACES: dict[str, str] = sheet("map")["places"]

# Phases. One corporation has each class of train when the phase begins.

OWNERS = {"SV": ("2", "2G"), "SAFRE": ("3",), "FMMSF": ("3bis",), "FMV": ("4",), "FSF": ("5", "6")}
COLOURS = ("yellow", "green", "brown", "grey")
YELLOW, GREEN, BROWN, GREY = (COLOURS[:count] for count in (1, 2, 3, 4))
LOW, MIDDLE, HIGH = (20, 200), (30, 250), (50, 300)  # what Parma and concession 2 pay


@pytest.mark.parametrize(
    ("phase", "tiles", "scraps", "limit", "worth", "rounds", "deck"),
    [
        pytest.param("1", YELLOW, set(), 4, LOW, 1, 1, marks=pytest.mark.clause("1883-A3.1")),
        pytest.param("2", GREEN, set(), 4, LOW, 2, 1, marks=pytest.mark.clause("1883-A3.2")),
        pytest.param("3", GREEN, set(), 4, MIDDLE, 2, 2, marks=pytest.mark.clause("1883-A3.3")),
        pytest.param("4", GREEN, {"2", "2G"}, 3, MIDDLE, 2, 2, marks=pytest.mark.clause("1883-A3.4")),
        pytest.param("5", BROWN, {"3"}, 2, MIDDLE, 3, 2, marks=pytest.mark.clause("1883-A3.5")),
        pytest.param("6", BROWN, {"3bis"}, 2, HIGH, 3, 3, marks=pytest.mark.clause("1883-A3.6")),
        pytest.param("7", GREY, set(), 2, HIGH, 3, 3, marks=pytest.mark.clause("1883-A3.7")),
        pytest.param("8", GREY, {"4"}, 2, HIGH, 3, 3, marks=pytest.mark.clause("1883-A3.8")),
    ],
)
def test_phases(
    phase: str, tiles: tuple[str, ...], scraps: set[str], limit: int, worth: tuple[int, int], rounds: int, deck: int
) -> None:
    """Whoever buys the first train of a class brings about all of its line at once."""
    if phase == "1":
        table = Table().start("FBV", "Ada").operate("FBV", "trains")
        drawn = table.own.deck
    else:
        table = before(phase)
        table.own_is(deck=tuple(event_deck({"3": 1, "6": 2}.get(phase, deck))))
        for owner, trains in OWNERS.items():
            table.start(owner, "Bruno", homes=False).trains(owner, *trains)
        buy_first(table.operate("FBV", "trains"), phase)
        left = {train for owner in OWNERS for train in table.game.trains(owner)}
        assert {train for trains in OWNERS.values() for train in trains} - left == scraps
        drawn = table.own.deck
    assert sorted(drawn) == sorted(event_deck(deck))
    now = table.game.phase
    assert (now.name, now.tiles, now.train_limit, now.operating_rounds) == (phase, tiles, limit, rounds)
    assert stop_values(table.game)[0][StopId("PAR.0")] == worth[0]
    assert completion_bonus(table, "2") == worth[1]


def completion_bonus(table: Table, concession: str) -> int:
    """What FBV earns by joining the places of a concession now."""
    places = tuple(next(entry for entry in sheet("game")["concession"] if str(entry["id"]) == concession)["stops"])
    table.own_is(concessions={concession: Concession("FBV")}, support=dict.fromkeys(table.players, 0))
    join(table, places)
    (treasury,) = table.money("FBV")
    table.title.track.changed(table.game)
    assert concession not in table.own.concessions
    return table.money("FBV")[0] - treasury


def join(table: Table, places: tuple[str, ...]) -> None:
    """Lay track through places in their order, with a token of FBV on the first that is a city, and no others."""
    way = [places[0]]
    for place in places[1:]:
        way += shortest(way, place, set(places) - {place})
    for before_it, here, after_it in zip([None, *way], way, [*way[1:], None], strict=False):
        sides = {side_to(here, other) for other in (before_it, after_it) if other}
        if here.isdigit() and here != "81":
            lay_through(table, here, sides)
    table.game.state.stations = {**table.game.state.stations, "FBV": (), "CCFR": ()}
    city = next(place for place in places if table.game.layout.face(place).stops[0].kind == "city")
    table.game.place_token("FBV", StopId(f"{city}.0"))


def side_to(here: str, there: str) -> int:
    return next(
        side for side, next_to in enumerate(TITLE.box.board.neighbours[here]) if next_to and next_to[0] == there
    )


def shortest(way: list[str], goal: str, avoid: set[str]) -> list[str]:
    """The fewest hexes from the end of a way to a place; boxes and the grey hex only by their printed track."""
    trail: deque[tuple[str, tuple[str, ...]]] = deque([(way[-1], ())])
    seen = {*way, *avoid}
    while trail:
        here, steps = trail.popleft()
        if here == goal:
            return list(steps)
        for side, beside in enumerate(TITLE.box.board.neighbours[here]):
            if beside is None or beside[0] in seen or not may_cross(here, side):
                continue
            there, back = beside
            if (there.isdigit() or there == goal) and may_cross(there, back):
                seen.add(there)
                trail.append((there, (*steps, there)))
    raise LookupError(goal)


def may_cross(hex_id: str, side: int) -> bool:
    face = TITLE.box.board.hexes[hex_id].face
    return side in face.edges if face.colour in ("red", "grey") else True


def lay_through(table: Table, hex_id: str, sides: set[int]) -> None:
    """A tile with the stops of the hex and track to these sides, whatever the rules on laying say."""
    stops = [stop.kind for stop in table.game.layout.face(hex_id).stops]
    for tile in TITLE.box.board.tiles.values():
        for turn, face in enumerate(tile.faces):
            joined = len(face.stops) == 1 or len(face.edges) == 2
            if [stop.kind for stop in face.stops] == stops[:1] and sides <= face.edges and joined:
                table.game.state.layout = table.game.layout.with_tile(hex_id, tile.id, turn)
                return
    raise LookupError(hex_id)


# Trains


@pytest.mark.parametrize(
    ("train", "count", "with_ccfr"),
    [
        pytest.param("2", 8, 2, marks=pytest.mark.clause("1883-A3.9")),
        pytest.param("2G", 6, 2, marks=pytest.mark.clause("1883-A3.10")),
        pytest.param("3", 4, 0, marks=pytest.mark.clause("1883-A3.11")),
        pytest.param("3bis", 2, 0, marks=pytest.mark.clause("1883-A3.12")),
        pytest.param("4", 4, 0, marks=pytest.mark.clause("1883-A3.13")),
        pytest.param("5", 4, 0, marks=pytest.mark.clause("1883-A3.14")),
        pytest.param("6", 2, 0, marks=pytest.mark.clause("1883-A3.15")),
        pytest.param("7", 1, 0, marks=pytest.mark.clause("1883-A3.16")),
        pytest.param("8", 4, 0, marks=pytest.mark.clause("1883-A3.17")),
    ],
)
def test_train_manifest(train: str, count: int, with_ccfr: int) -> None:
    trains = Table().game.state.trains
    assert Counter(trains["CCFR"])[train] == with_ccfr
    assert Counter(trains["bank"])[train] == count - with_ccfr
    assert set(trains) - {"CCFR", "bank"} == {"pool", "out"}
    assert trains["pool"] == trains["out"] == ()


@pytest.mark.parametrize(
    ("phase", "before_it", "after_it"),
    [
        pytest.param("2", ("2", "2"), ("2", "3"), marks=pytest.mark.clause("1883-A3.11")),
        pytest.param("4", ("2", "3"), ("3", "4"), marks=pytest.mark.clause("1883-A3.13")),
        pytest.param("5", ("3", "4"), ("5",), marks=pytest.mark.clause("1883-A3.14")),
    ],
)
def test_the_first_sale_of_some_classes_gives_ccfr_one(
    phase: str, before_it: tuple[str, ...], after_it: tuple[str, ...]
) -> None:
    table = before(phase).own_is(ccfr="cooperative", ccfr_leader="Ada").trains("CCFR", *before_it)
    buy_first(table, phase)
    assert table.game.trains("CCFR") == after_it


@pytest.mark.clause("1883-A3.14", "1883-A3.15", "1883-A3.16", "1883-A3.17")
def test_trains_5_to_8_are_never_scrapped() -> None:
    table = before("8").start("SV", "Bruno").trains("SV", "5", "6").start("FMV", "Carla").trains("FMV", "7", "8")
    buy_first(table, "8")
    assert table.game.trains("SV") + table.game.trains("FMV") == ("5", "6", "7", "8")


@pytest.mark.clause("1883-A3.12")
def test_both_3bis_are_scrapped_by_the_first_6() -> None:
    table = before("6").start("SV", "Bruno").trains("SV", "3bis", "3bis")
    buy_first(table, "6")
    assert table.game.trains("SV") == ()


# Private companies


@pytest.mark.parametrize(
    ("private", "value", "income", "least", "most"),
    [
        pytest.param("TCB", 20, 5, 10, 40, marks=pytest.mark.clause("1883-A3.18")),
        pytest.param("FRV", 40, 10, 20, 80, marks=pytest.mark.clause("1883-A3.19")),
        pytest.param("CNP", 60, 10, 30, 120, marks=pytest.mark.clause("1883-A3.20")),
        pytest.param("TMM", 80, 15, 40, 160, marks=pytest.mark.clause("1883-A3.21")),
        pytest.param("FCV", 100, 15, 50, 200, marks=pytest.mark.clause("1883-A3.22")),
    ],
)
def test_private_companies(private: str, value: int, income: int, least: int, most: int) -> None:
    auction = Table().privates(**{private: "bank"})
    auction.do(BuyPrivate(private, value))
    assert auction.money("Ada") == (400 - value,)
    table = in_phase("2").privates(**{private: "Bruno"}).start("SV", "Ada", cash=500).stock_round("Ada")
    table.end_round()
    assert table.money("Bruno") == (400 + income,)
    table.operate("SV").may(BuyPrivate(private, least), BuyPrivate(private, most))
    table.may_not(BuyPrivate(private, least - 1), "1883-3.4.2")
    table.may_not(BuyPrivate(private, most + 1), "1883-3.4.2")


@pytest.mark.clause("1883-A3.23")
def test_the_presidency_of_fsf_costs_150_and_pays_nothing() -> None:
    table = Table().privates(**{"FSF-P": "bank", "FCV": "Ada"})
    assert table.game.find(Auction) is not None
    table.do(Pass(), Pass(), Pass(), Pass())
    table.do(BuyPrivate("FSF-P", 150))
    assert table.money("Ada") == (400 + 15 - 150,)
    table.do(table.game.decision.choices[0])
    assert table.game.state.privates == {"FCV": "Ada"}
    table.phase("2").cash(FSF=400).operate("FSF").may_not(BuyPrivate("FSF-P", 150), "1883-3.4.3")


# Concessions


@pytest.mark.parametrize(
    ("concession", "names", "cost", "bonus"),
    [
        pytest.param(
            "1", "Casalecchio - Bazzano - Vignola", 15, (100, 150, 200), marks=pytest.mark.clause("1883-A3.24")
        ),
        pytest.param(
            "2", "Ferrara - Bondeno - Suzzara - Parma", 20, (200, 250, 300), marks=pytest.mark.clause("1883-A3.25")
        ),
        pytest.param(
            "3",
            "Reggio Emilia - Ciano - Castelnovo ne' Monti - Aulla",
            20,
            (200, 250, 300),
            marks=pytest.mark.clause("1883-A3.26"),
        ),
        pytest.param("4", "Bagnolo - Mirandola - Finale", 15, (150, 200, 250), marks=pytest.mark.clause("1883-A3.27")),
        pytest.param(
            "5", "Modena - Maranello - Pavullo - Lucca", 20, (350, 400, 450), marks=pytest.mark.clause("1883-A3.28")
        ),
        pytest.param(
            "6", "Casalecchio - Porretta - Prato", 20, (200, 250, 300), marks=pytest.mark.clause("1883-A3.29")
        ),
        pytest.param(
            "7",
            "Guastalla - Montecchio - Colline parmensi",
            10,
            (100, 150, 200),
            marks=pytest.mark.clause("1883-A3.30"),
        ),
        pytest.param(
            "8",
            "Castelfranco - Persiceto - Bassa bolognese",
            10,
            (100, 150, 200),
            marks=pytest.mark.clause("1883-A3.31"),
        ),
    ],
)
def test_concessions(concession: str, names: str, cost: int, bonus: tuple[int, int, int]) -> None:
    places = tuple(PLACES[name] for name in names.split(" - "))
    for phase, worth in zip("12345678", [bonus[0]] * 2 + [bonus[1]] * 3 + [bonus[2]] * 3, strict=True):
        table = in_phase(phase).start("FBV", "Ada", cash=100).own_is(concessions={concession: Concession()})
        table.own_is(support=dict.fromkeys(table.players, 0)).stock_round("Ada").do(BuyConcession(concession, "FBV"))
        assert table.money("FBV") == (100 - cost,)
        join(table, places[:-1])
        table.title.track.changed(table.game)
        assert table.own.concessions[concession].owner == "FBV"  # the last place is missing
        join(table, places)
        table.title.track.changed(table.game)
        assert table.own.concessions == {}
        assert table.money("FBV") == (100 - cost + worth,)


@pytest.mark.parametrize(
    ("concession", "cost", "due"),
    [
        pytest.param("1", 15, 2, marks=pytest.mark.clause("1883-A3.24")),
        pytest.param("2", 20, 4, marks=pytest.mark.clause("1883-A3.25")),
        pytest.param("3", 20, 4, marks=pytest.mark.clause("1883-A3.26")),
        pytest.param("4", 15, 6, marks=pytest.mark.clause("1883-A3.27")),
        pytest.param("5", 20, 6, marks=pytest.mark.clause("1883-A3.28")),
        pytest.param("6", 20, 5, marks=pytest.mark.clause("1883-A3.29")),
        pytest.param("7", 10, 4, marks=pytest.mark.clause("1883-A3.30")),
        pytest.param("8", 10, 5, marks=pytest.mark.clause("1883-A3.31")),
    ],
)
def test_a_concession_still_open_when_it_is_due_costs_twice_its_price(concession: str, cost: int, due: int) -> None:
    table = in_phase("1").start("FBV", "Ada", cash=100, at=150)
    table.own_is(concessions={concession: Concession()}).stock_round("Ada").do(BuyConcession(concession, "FBV"))
    for number in range(1, due + 1):
        assert table.money("FBV") == (100 - cost,)
        assert table.own.concessions[concession].owner == "FBV"
        table.pass_on(until=lambda turn=2 + number: table.game.state.round.turn == turn)  # type: ignore[misc]
    assert table.money("FBV") == (100 - cost - 2 * cost,)
    assert table.own.concessions == {concession: Concession()}


# The lines of the state railways


@pytest.mark.parametrize(
    ("name", "boxes"),
    [
        pytest.param("Modena", {"Bologna/Florence", "Mantova/Brenner"}, marks=pytest.mark.clause("1883-A3.32")),
        pytest.param("Reggio Emilia", {"Bologna/Florence"}, marks=pytest.mark.clause("1883-A3.33")),
        pytest.param("Castelfranco", {"Bologna/Florence"}, marks=pytest.mark.clause("1883-A3.34")),
        pytest.param("Suzzara", {"Mantova/Brenner"}, marks=pytest.mark.clause("1883-A3.35")),
        pytest.param("Poggio Rusco", {"Verona/Brenner"}, marks=pytest.mark.clause("1883-A3.36")),
        pytest.param("San Felice", {"Verona/Brenner"}, marks=pytest.mark.clause("1883-A3.37")),
        pytest.param("Persiceto", {"Verona/Brenner"}, marks=pytest.mark.clause("1883-A3.38")),
    ],
)
def test_red_lines(name: str, boxes: set[str]) -> None:
    """A 3 train runs from the T location, which counts as two stops, to its boxes and to no other."""
    place = PLACES[name]
    table = in_phase("2").start("FBV", "Ada").trains("FBV", "3")
    if table.game.layout.face(place).colour == "blank":
        table.lay(f"{place} 57 0")
    table.tokens("FBV", place).operate("FBV", "run")
    reached = set()
    for box in ("PAR", "CPA", "AUL", "LUC", "PRA", "BOL", "BAS", "FER", "MAN", "VER"):
        if table.game.why_not(routes(("3", f"{place} {box}"))) is None:
            reached.add(box)
    assert reached == {PLACES[box] for box in boxes}


@pytest.mark.clause("1883-A3.32")
def test_no_other_place_has_a_red_line() -> None:
    known = {entry["hex"] for entry in sheet("map")["t_location"]}
    assert len(known) == 7
    for stop in TITLE.box.board.stops:
        place = stop.split(".")[0]
        if place.isdigit() and place not in known and TITLE.box.board.stops[stop].kind == "city":
            table = in_phase("2").start("FBV", "Ada").trains("FBV", "3").tokens("FBV", place).operate("FBV", "run")
            for box in ("BOL", "MAN", "VER"):
                assert table.game.why_not(routes(("3", f"{place} {box}"))) is not None


# Component sheets


@pytest.mark.clause("1883-R65")
def test_market_columns_hold_what_the_examples_need() -> None:
    """Up a column from its lowest space, or for the first of them from the one above."""
    market = TITLE.box.market
    columns = [
        [row[number] for row in reversed(market.rows) if number < len(row)] for number in range(len(market.rows[0]))
    ]
    for wanted in ([70, 75, 80, 85], [80, 85, 90], [90, 100]):
        assert any(column[: len(wanted)] == wanted for column in columns), wanted
    assert any(column[1:4] == [65, 70, 75] for column in columns)


@pytest.mark.clause("1883-R65")
def test_trains_cost_what_the_sheet_says() -> None:
    for phase in "2345678":
        table = before(phase)
        (train,) = (name for name in table.title.trains.on_sale(table.game) if name != "2G")
        cost = next(entry["cost"] for entry in sheet("trains")["train"] if entry["name"] == train)
        table.may_not(BuyTrain(train, "bank", cost - 1), "1883-6.8.2")
        table.do(BuyTrain(train, "bank", cost))
        assert table.money("FBV") == (1000 - cost,)


@pytest.mark.clause("1883-R66")
def test_broken_references_are_read_by_what_is_there() -> None:
    """The tiles 57, 5 and 14 of 6.5.2, the Tax Shield, FMMSF."""
    faces = {name: TITLE.box.board.tiles[name].face for name in ("57", "5", "14")}
    shapes = {name: ([stop.slots for stop in face.stops], len(face.edges)) for name, face in faces.items()}
    assert shapes == {"57": ([1], 2), "5": ([1], 2), "14": ([2], 4)}
    assert "tax_shield" in event_deck(3)
    assert {"FMMSF"} == {name for name in TITLE.box.corporations if name in ("FMMSF", "FMSSF")}
