"""1849, 10.1: what a route is. Shown on runs; laying track and placing tokens ask the same reach."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import Dividend, PlaceToken
from tests.t1849.table import Table, routes

# The board of the rulebook's example: Palermo and Marsala, joined by a standard and a narrow line that cross on E3.
EXAMPLE = ("C5 651 5", "B4 7 5", "D4 682 1", "C3 3 5", "E3 714 0", "G3 58 1", "H2 8 2", "G1 58 3", "F2 78 2")


def at_the_run(corporation: str, *tiles: str, train: str = "16H", home: str = "") -> Table:
    """A corporation about to run one train; any legal run counts, not only the best."""
    table = Table(runs_as_shown=True).phase("16").lay(*tiles).start(corporation, home=home)
    return table.trains(corporation, train).operate(corporation, "run")


@pytest.mark.clause("1849-10.1.1")
def test_a_route_contains_a_token_of_the_corporation() -> None:
    table = at_the_run("CTL", "G1 58 3", "B4 7 5", "D4 3 2")
    table.may(routes(("16H", "C1 E1")))  # at an end
    table.may(routes(("16H", "G1 E1 C1")))  # in the middle
    table.may_not(routes(("16H", "C5 B4 D4")), "1849-10.1.1", saying="no station")


@pytest.mark.clause("1849-10.1.1")
@pytest.mark.parametrize("way", ["E1 G3", "E1 D2 C3", "E1 G1 H2 G3", ""])
def test_a_route_is_continuous_track(way: str) -> None:
    """Hexes that do not touch, hexes without track, track that does not meet."""
    table = at_the_run("CTL", "G1 58 3", "G3 58 1")
    table.may_not(routes(("16H", way)), "1849-10.1.1", saying="does not follow track")


@pytest.mark.clause("1849-10.1.2")
@pytest.mark.parametrize("switched", ["E1 F2 E3 C3", "E1 F2 E3 G3", "E1 G1 H2 G3 E3 D4", "E1 G1 H2 G3 E3 F2 E1"])
def test_a_crossing_is_left_by_the_track_it_was_entered_by(switched: str) -> None:
    table = at_the_run("CTL", *EXAMPLE)
    table.may(routes(("16H", "E1 F2 E3 D4")))
    table.may(routes(("16H", "E1 G1 H2 G3 E3 C3")))
    table.may_not(routes(("16H", switched)), "1849-10.1.2", saying="only cross")


@pytest.mark.clause("1849-10.1.2")
def test_a_route_does_not_reverse_at_a_junction() -> None:
    """D6 forks from Palermo to Termini Imerese and to Corleone: from one to the other there is no way."""
    fork = ("D6 23 2", "E7 4 2", "F6 7 2", "E5 4 2")
    table = at_the_run("RCS", *fork)
    table.may(routes(("16H", "C5 D6 E7")))
    table.may(routes(("16H", "C5 D6 F6 E5")))
    table.tokens("RCS", "H8")  # a station elsewhere changes nothing
    table.may_not(routes(("16H", "E7 D6 F6 E5")), "1849-10.1.2", saying="reverse")


@pytest.mark.clause("1849-10.1.2")
def test_no_track_is_used_twice() -> None:
    """Into Palermo and out again by the same side; back from Termini Imerese the way it came."""
    table = at_the_run("RCS", "D6 23 2", "E7 4 2", "F6 7 2", "E5 4 2")
    table.may_not(routes(("16H", "E7 D6 C5 D6 F6 E5")), "1849-10.1.2", saying="hexside twice")
    table.may_not(routes(("16H", "C5 D6 E7 D6 C5")), "1849-10.1.2", saying="hexside twice")


@pytest.mark.clause("1849-10.1.3")
def test_a_city_full_of_others_may_only_be_an_end() -> None:
    table = at_the_run("AFG", "G1 58 3", home="C1")
    table.may(routes(("16H", "C1 E1 G1")))  # Marsala is vacant
    table.start("CTL", at=68)
    table.may(routes(("16H", "C1 E1")))
    table.may_not(routes(("16H", "C1 E1 G1")), "1849-10.1.3")
    table.trains("CTL", "16H").operate("CTL", "run")
    table.may(routes(("16H", "C1 E1 G1")))  # Trapani is full of AFG, but it is an end


@pytest.mark.clause("1849-10.1.4")
def test_the_gauge_changes_at_a_station_and_nowhere_else() -> None:
    table = at_the_run("CTL", *EXAMPLE)
    table.may(routes(("16H", "C5 B4 D4 E3 F2 E1")))  # standard into Partinico, narrow on
    table.may(routes(("16H", "C5 D4 C3 E3 G3 H2 G1 E1")))  # and the other way round
    table.lay("F2 8 2")  # standard now, between the narrow of E3 and the dual of Marsala
    table.may_not(routes(("16H", "D4 E3 F2 E1")), "1849-10.1.4")


@pytest.mark.clause("1849-10.1.4")
def test_standard_track_against_narrow_ends_a_route() -> None:
    """Palermo's green tile looks at Corleone with narrow track."""
    table = at_the_run("RCS", "C5 651 5", "E5 4 0")
    table.may_not(routes(("16H", "C5 E5")), "1849-10.1.4")
    table.lay("E5 74 0").may(routes(("16H", "C5 E5")))
    table.lay("E5 696 0").may(routes(("16H", "C5 E5")))  # dual goes with both


@pytest.mark.clause("1849-10.1.5")
def test_two_different_ports_may_be_the_ends_of_a_route() -> None:
    coast = ("B14 655 0", "D14 8 1", "G13 58 1", "H12 653 1", "I11 30 4", "J12 9 2")
    table = at_the_run("IFT", *coast)
    milazzo_to_augusta = "a12 A13 B14 D14 E13 G13 H12 I11 J12 K13 L14"
    table.may(routes(("16H", milazzo_to_augusta)))
    table.may(routes(("16H", "A13 B14 D14 E13 G13 H12")))
    table.do(routes(("16H", milazzo_to_augusta)), Dividend("withhold"))
    revenue = (
        20 + 10 + 50 + 10 + 10 + 60 + 10 + 60
    )  # port, Milazzo, Messina, Taormina, Acireale, Catania, Augusta, port
    assert table.money("IFT") == (revenue,)


@pytest.mark.clause("1849-10.1.5")
def test_no_route_runs_through_a_port_or_back_to_it() -> None:
    table = at_the_run("RCS", *EXAMPLE, "D6 9 2", "E7 4 2")
    table.may(routes(("16H", "A5 C5 D6 E7")))
    table.may_not(routes(("16H", "D4 B4 C5 A5 C5 D6 E7")), "1849-10.1.2")
    table.may_not(routes(("16H", "A5 C5 A5")), "1849-10.1.2")


@pytest.mark.clause("1849-10.1.5")
@pytest.mark.parametrize("way", ["C5 B4", "B4 C5 D6 E7", "D4 E3"])
def test_a_route_begins_and_ends_at_a_place(way: str) -> None:
    table = at_the_run("RCS", *EXAMPLE, "D6 9 2", "E7 4 2")
    table.may_not(routes(("16H", way)), "1849-10.1.5", saying="begin and end at a stop")


@pytest.mark.clause("1849-10.1.6")
@pytest.mark.parametrize(
    "way", ["C5 B4 D4 C5", "E7 D6 C5 B4 D4 C5", "D4 B4 C5 D4", "E1 G1 H2 G3 E3 C3 D4 E3 F2 E1", "C5 B4 D4 C5 D6 E7"]
)
def test_no_city_or_town_is_used_twice(way: str) -> None:
    table = at_the_run("RCS", *EXAMPLE, "D6 9 2", "E7 4 2").tokens("RCS", "E1")
    table.may_not(routes(("16H", way)), "1849-10.1.6")


@pytest.mark.clause("1849-10.1.6")
def test_a_tile_is_not_a_place_and_may_be_crossed_twice() -> None:
    """E3 carries two tracks: standard into Partinico over it, narrow out of Partinico over it again."""
    table = at_the_run("CTL", *EXAMPLE)
    table.may(routes(("16H", "G3 E3 C3 D4 E3 F2 E1")))


@pytest.mark.clause("1849-10.1.3", "1849-10.1.4")
def test_tokens_ask_for_the_same_routes() -> None:
    """The narrow line to Palermo: closed by a mismatch of gauges, open again when it is mended."""
    table = Table().phase("10").lay("C5 651 5", "D4 682 1", "E3 714 0", "F2 8 2").start("CTL").start("RCS", at=68)
    table.operate("CTL", "token").may_not(PlaceToken("C5"), "1849-10.4.2")
    table.lay("F2 78 2").may(PlaceToken("C5"))
