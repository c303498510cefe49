"""1849, 10.4: where station tokens may go."""

from __future__ import annotations

import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.actions import Pass, PlaceToken, UsePrivate
from ferrovia.titles.t1849.closing import close
from tests.t1849.table import Table, routes

# Marsala to Palermo by the narrow line of the rulebook's example.
LINE = ("C5 651 5", "D4 682 1", "E3 714 0", "F2 78 2")
# The longest way round: twenty hexes from Marsala to Palermo, standard.
# fmt: off
LONG_WAY = (
    "D2 8 5", "E3 8 0", "G3 58 3", "H4 4 2", "I5 8 2", "H6 8 1", "F6 7 5",
    "G7 8 0", "I7 58 3", "J8 8 2", "I9 58 1", "G9 3 5", "H10 8 2", "G11 7 1",
    "F10 4 5", "E9 8 5", "F8 8 2", "E7 4 5", "D6 9 5",
)
# fmt: on
TO_TERRANOVA = ("J6 657 2", "K7 4 2", "L8 9 2")  # from Girgenti by Licata, standard
TO_CATANIA = ("H8 644 3", "G9 58 5", "H10 9 2")  # from Caltanissetta by Castrogiovanni and I11, standard


def token_step(corporation: str, *tiles: str, home: str = "") -> Table:
    """A corporation about to place a token, on a map."""
    table = Table().phase("6").lay(*tiles).start(corporation, cash=100, home=home)
    return table.operate(corporation, "token")


@pytest.mark.clause("1849-10.4.1")
def test_a_token_is_free_and_one_a_turn() -> None:
    table = token_step("CTL", *LINE).start("RCS", at=68)
    assert table.game.state.tokens["CTL"] == 2  # the home token is placed
    table.do(PlaceToken("C5"))
    assert table.money("CTL") == (100,)
    assert table.game.state.tokens["CTL"] == 1
    assert table.game.state.stations["CTL"] == ("E1.0", "C5.0")
    table.may_not(PlaceToken("C1"), "1849-10.0.3")
    table.operate("CTL", "token").do(PlaceToken("C1"))
    assert table.game.state.tokens["CTL"] == 0


@pytest.mark.clause("1849-10.4.1")
def test_after_the_third_there_are_no_more() -> None:
    table = token_step("CTL", *LINE).tokens("CTL", "C1", "H8")
    table.may_not(PlaceToken("C5"), "1849-10.4.1")
    assert table.game.decision.choices == (Pass(),)


@pytest.mark.clause("1849-10.4.2")
def test_the_route_may_be_of_any_length() -> None:
    table = token_step("CTL", *LONG_WAY).start("RCS", at=68).lay("C5 651 5")
    assert len(LONG_WAY) + 1 == 20
    table.do(PlaceToken("C5"))


@pytest.mark.clause("1849-10.4.2")
@pytest.mark.parametrize("missing", ["D2 8 5", "G11 7 1", "D6 9 5"])
def test_without_a_route_there_is_no_token(missing: str) -> None:
    table = token_step("CTL", *(tile for tile in LONG_WAY if tile != missing)).start("RCS", at=68).lay("C5 651 5")
    table.may_not(PlaceToken("C5"), "1849-10.4.2", saying="No route")


@pytest.mark.clause("1849-10.4.2")
def test_without_a_vacant_space_there_is_no_token() -> None:
    table = token_step("CTL", *LONG_WAY).start("RCS", at=68)  # Palermo as printed: one space, and RCS is there
    table.may_not(PlaceToken("C5"), "1849-10.4.2", saying="no free")
    table.lay("C5 651 5").start("ATA", at=68).tokens("ATA", "C5").may_not(PlaceToken("C5"), "1849-10.4.2")


@pytest.mark.clause("1849-10.4.2")
def test_any_own_token_will_do_to_start_from() -> None:
    table = token_step("ATA", *LINE).start("RCS", at=68)
    table.may_not(PlaceToken("C5"), "1849-10.4.2")
    table.tokens("ATA", "E1").may(PlaceToken("C5"))


@pytest.mark.clause("1849-10.4.3")
def test_two_spaces_stay_open_until_both_are_taken() -> None:
    table = Table(runs_as_shown=True).phase("10").lay(*TO_TERRANOVA, "N10 4 2").start("SFA").trains("SFA", "10H")
    through = routes(("10H", "J6 K7 L8 M9 N10"))
    table.start("ATA", at=68).tokens("ATA", "M9")
    table.operate("SFA", "token").may(PlaceToken("M9"))
    table.operate("SFA", "run").may(through)
    table.start("RCS", at=68).tokens("RCS", "M9")
    table.operate("SFA", "token").may_not(PlaceToken("M9"), "1849-10.4.2")
    table.operate("SFA", "run").may_not(through, "1849-10.1.3")
    table.may(routes(("10H", "J6 K7 L8 M9")))


@pytest.mark.clause("1849-10.4.4", "1849-R16")
@pytest.mark.parametrize("closed", [False, True])
def test_the_last_space_of_a_home_is_kept_for_who_is_not_in_operation(closed: bool) -> None:
    table = Table().phase("6").lay(*LONG_WAY).start("CTL").start("AFG", at=68, home="H8")
    if closed:
        close(table.start("RCS", at=68).game, "RCS")
    table.operate("CTL", "token").may_not(PlaceToken("C5"), "1849-10.4.4", saying="reserved for RCS")
    table.lay("C5 651 5").do(PlaceToken("C5"))  # one of two
    table.operate("AFG", "token").may_not(PlaceToken("C5"), "1849-10.4.4")


@pytest.mark.clause("1849-10.4.4", "1849-R16")
def test_once_started_its_home_keeps_nothing() -> None:
    table = Table().phase("6").lay(*LINE).start("CTL").start("RCS", at=68)
    table.operate("CTL", "token").may(PlaceToken("C5"))
    assert table.game.title.tokens.reserved(table.game, StopId("C5.0")) == ()


@pytest.mark.clause("1849-R16")
def test_a_kept_space_lets_routes_pass() -> None:
    """RCS is not started: Palermo is vacant to every train, though not to every token."""
    table = Table(runs_as_shown=True).phase("10").lay(*LINE[1:], "B4 7 5", "D6 9 2", "E7 4 2").start("CTL")
    through = routes(("10H", "E1 F2 E3 D4 B4 C5 D6 E7"))
    table.trains("CTL", "10H").operate("CTL", "run").may(through)
    table.operate("CTL", "token").may_not(PlaceToken("C5"), "1849-10.4.4")
    table.start("RCS", at=68).operate("CTL", "run").may_not(through, "1849-10.1.3")


@pytest.mark.clause("1849-10.4.5")
def test_the_home_of_the_removed_corporation_is_open_to_all() -> None:
    order = ("RCS", "CTL", "ATA", "SFA", "AFG", "IFT")
    for options, may in ((("five_corporations",), True), ((), False)):
        table = Table(order=order, options=options).phase("6").lay(*TO_CATANIA).start("AFG", home="H8")
        table.operate("AFG", "token")
        if may:
            assert table.own.removed == "IFT"
            table.do(PlaceToken("H12"))
        else:
            table.may_not(PlaceToken("H12"), "1849-10.4.4")


@pytest.mark.clause("1849-10.4.6")
def test_never_two_tokens_of_a_corporation_on_one_hex() -> None:
    table = token_step("RCS", "C5 651 5")
    table.may_not(PlaceToken("C5"), "1849-10.4.6")
    table.tokens("RCS", "E1").lay(*LINE[1:]).may_not(PlaceToken("C5"), "1849-10.4.6")


@pytest.mark.clause("1849-10.4.7")
def test_no_token_beyond_a_city_full_of_others() -> None:
    table = token_step("AFG", *LINE, home="C1").start("RCS", at=68)
    table.may(PlaceToken("C5"))  # through vacant Marsala
    table.start("CTL", at=68).may_not(PlaceToken("C5"), "1849-10.4.7")
    table.lay("D2 79 1").may_not(PlaceToken("C5"), "1849-10.4.7")
    table.lay("D2 78 2", "C3 701 5").may(PlaceToken("C5"))  # round Marsala: Trapani - D2 - Alcamo - Partinico


@pytest.mark.clause("1849-10.4.8")
def test_sms_puts_a_token_on_a_coastal_city_without_a_route() -> None:
    table = Table().phase("6").start("SFA").privates(SMS="SFA").operate("SFA")
    table.do(UsePrivate("SMS"), Pass())
    table.may_not(PlaceToken("M11"), "1849-7.1.9")
    table.may_not(PlaceToken("H8"), "1849-7.1.9")
    table.do(PlaceToken("B14"))
    assert table.game.state.stations["SFA"] == ("J6.0", "B14.0")
    table = Table().phase("6").start("SFA").privates(SMS="SFA").operate("SFA", "token")
    table.may_not(PlaceToken("B14"), "1849-10.4.2")  # without its power


@pytest.mark.clause("1849-10.4.8")
def test_sms_waives_nothing_but_the_route() -> None:
    table = Table().phase("6").start("SFA").privates(SMS="SFA").start("AFG", at=68, home="B14").operate("SFA")
    table.do(UsePrivate("SMS"), Pass())
    table.may_not(PlaceToken("B14"), "1849-10.4.2", saying="no free")
    table.may_not(PlaceToken("C5"), "1849-10.4.4")
    table.may_not(PlaceToken("J6"), "1849-10.4.6")
    table.may(PlaceToken("C1"), PlaceToken("M9"))
