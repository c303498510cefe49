"""1883, 6.5: station tokens: what they do, what they cost, where they go."""

from __future__ import annotations

import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.actions import Pass, PlaceToken, Start
from ferrovia.titles.t1883.actions import PlaceCoach
from ferrovia.titles.t1883.closing import close
from tests.t1883.table import Table, routes

# Modena - Carpi - Mirandola.
MODENA_MIRANDOLA = ("55 MO2 0", "54 57 0", "56 8 4", "67 57 1")
# Guastalla - Rolo - Mirandola, and from Novi to Carpi and Modena.
GUASTALLA_CITIES = ("37 57 2", "46 4 2", "56 25 2", "67 57 1", "54 57 0", "55 MO2 0")
# Vignola - Modena, and Reggio Emilia - Modena, by local track.
VIGNOLA_MODENA = ("62 57 0", "63 9 0", "65 8 0")
REGGIO_MODENA = ("34 3 3", "52 8 5", "53 7 2")


def token_step(corporation: str, *tiles: str, cash: int = 200, phase: str = "2") -> Table:
    """A corporation about to place a token, on a map."""
    table = Table().phase(phase).lay(*tiles).start(corporation, cash=cash)
    return table.operate(corporation, "token")


# 6.5


@pytest.mark.clause("1883-6.5.1")
def test_a_token_is_a_base_for_its_owner_and_bars_the_way_to_others() -> None:
    table = token_step("FMMSF", *MODENA_MIRANDOLA).start("SV", at=85).tokens("SV", "54")
    table.trains("FMMSF", "3").trains("SV", "3")
    table.operate("FMMSF", "run").may_not(routes(("3", "55 54 56 67")), "1883-6.5.2.4")
    table.operate("SV", "run").do(routes(("3", "55 54 56 67")))


@pytest.mark.clause("1883-6.5.2")
def test_home_tokens_are_free() -> None:
    table = Table().cash(Ada=300)
    table.game.title.privates.sold(table.game, "FSF-P", "Ada")
    table._again().do(Start("FSF", 85))
    assert table.game.state.stations["FSF"] == ("47.0", "78.0")
    assert table.money("Ada", "FSF") == (300, 170)
    table = Table().stock_round("Ada", turn=1).cash(Ada=300)
    table.do(Start("SV", 85))
    assert table.game.state.stations["SV"] == ("37.0",)
    assert table.money("Ada", "SV") == (130, 170)
    assert table.game.state.tokens["SV"] == 2


@pytest.mark.clause("1883-6.5.3")
def test_further_tokens_cost_what_the_charter_prints() -> None:
    table = token_step("SV", *GUASTALLA_CITIES, cash=120)
    table.cash(SV=39).may_not(PlaceToken("67"), "1883-6.3.3")
    table.cash(SV=120).do(PlaceToken("67"))
    assert table.money("SV") == (80,)
    table.operate("SV", "token").may_not(PlaceToken("54"), "1883-6.3.3")
    table.cash(SV=100).do(PlaceToken("54"))
    assert table.money("SV") == (0,)
    table.cash(SV=500).operate("SV", "token").may_not(PlaceToken("55"), "1883-6.5.3")


@pytest.mark.clause("1883-6.5.3")
@pytest.mark.parametrize(("corporation", "prices"), [("SAFRE", [40, 100, 100]), ("FMV", [40]), ("FSF", [40, 100])])
def test_each_charter_has_its_own_prices(corporation: str, prices: list[int]) -> None:
    table = Table().start(corporation)
    asked = []
    while table.game.state.tokens[corporation]:
        asked.append(table.title.tokens.cost(table.game, corporation))
        table.tokens(corporation, ("54", "67", "75")[len(asked) - 1])
    assert asked == prices


# 6.5.1


@pytest.mark.clause("1883-6.5.1.1")
def test_a_token_goes_on_a_free_space_of_a_city_in_reach() -> None:
    table = token_step("SV", *GUASTALLA_CITIES).start("FBV", at=85).tokens("FBV", "54")
    table.may(PlaceToken("67"))
    table.may_not(PlaceToken("54"), "1883-6.5.1.1", "no free")
    table.may_not(PlaceToken("72"), "1883-6.5.1.1", "No route")
    table.may_not(PlaceToken("46"), "1883-6.5.1.1", "Only cities")
    table.may_not(PlaceToken("56"), "1883-6.5.1.1", "no city")


@pytest.mark.clause("1883-6.5.1.1", "1883-6.6.7")
def test_a_red_line_leads_to_no_city() -> None:
    token_step("SAFRE", "55 MO2 0").may_not(PlaceToken("55"), "1883-6.5.1.1", "No route")
    token_step("SAFRE", "55 MO2 0", *REGGIO_MODENA).may(PlaceToken("55"))


# 6.5.2


@pytest.mark.clause("1883-6.5.2.1")
def test_a_space_is_kept_in_modena_for_fmmsf() -> None:
    table = token_step("FMV", *VIGNOLA_MODENA, *REGGIO_MODENA).start("SAFRE", at=85, cash=200)
    table.do(PlaceToken("55"))
    table.operate("SAFRE", "token").may_not(PlaceToken("55"), "1883-6.5.2.1")
    launched = token_step("SAFRE", *REGGIO_MODENA).start("FMMSF", at=85)
    launched.may(PlaceToken("55"))


@pytest.mark.clause("1883-6.5.2.1")
def test_a_single_space_is_kept_for_its_corporation() -> None:
    table = token_step("FMMSF", *VIGNOLA_MODENA)
    table.may_not(PlaceToken("62"), "1883-6.5.2.1")
    reggio = token_step("FMMSF", *REGGIO_MODENA)
    reggio.may_not(PlaceToken("31"), "1883-6.5.2.1", "SAFRE")
    reggio.phase("2").lay("31 RE2 0").may(PlaceToken("31"))  # three spaces: CCFR's, SAFRE's and one more


@pytest.mark.clause("1883-R30")
def test_a_closed_corporation_keeps_its_space() -> None:
    table = token_step("FSF", "37 57 1").start("SV", at=85)
    close(table.game, "SV")
    table.may_not(PlaceToken("37"), "1883-6.5.2.1")
    table.start("SV", at=85, homes=False).operate("FSF", "token").do(PlaceToken("37"))


@pytest.mark.clause("1883-R30")
def test_a_closed_sefta_keeps_its_spaces_in_modena_and_vignola() -> None:
    table = token_step("SAFRE", *REGGIO_MODENA, *VIGNOLA_MODENA).own_is(merged=True)
    table.start("FBV", at=85).tokens("FBV", "55")
    table.may_not(PlaceToken("55"), "1883-6.5.2.1", "SEFTA")
    table.may_not(PlaceToken("62"), "1883-6.5.2.1", "SEFTA")
    table.start("SEFTA", at=85, homes=False).operate("SAFRE", "token")
    table.may(PlaceToken("55"), PlaceToken("62"))


@pytest.mark.clause("1883-R30")
def test_no_second_space_is_kept_for_a_corporation_whose_token_stayed() -> None:
    """CCFR, frozen and then capitalised, waits for its launch; its tokens are still on the map."""
    table = token_step("FMMSF", *REGGIO_MODENA, "31 RE2 0").start("SAFRE", at=85)
    table.own_is(ccfr="capitalist").game.state.market = tuple(m for m in table.game.state.market if m[0] != "CCFR")
    assert table.game.tokens_at(StopId("31.0")) == ("SAFRE", "CCFR")
    table.operate("FMMSF", "token").may(PlaceToken("31"))


@pytest.mark.clause("1883-R30")
def test_a_home_token_stands_alongside_where_no_space_is_free() -> None:
    table = Table().start("SAFRE").start("FMV", at=85).tokens("SAFRE", "55").tokens("FMV", "55")
    table.stock_round("Ada").cash(Ada=200).do(Start("FMMSF", 65))
    assert table.game.tokens_at(StopId("55.0")) == ("SAFRE", "FMMSF", "FMV")
    assert table.game.layout.stop(StopId("55.0")).slots == 2
    assert "55.0" not in table.game.closed_to("FMMSF")
    assert "55.0" in table.game.closed_to("SV")


@pytest.mark.clause("1883-6.5.2.2")
def test_no_two_tokens_in_one_city() -> None:
    table = token_step("FMMSF", "55 MO2 0")
    assert table.game.vacant(StopId("55.0"), "FMMSF") == 2
    table.may_not(PlaceToken("55"), "1883-6.5.2.2")


@pytest.mark.clause("1883-R68")
def test_the_two_cities_of_sassuolo_take_a_token_each() -> None:
    """FMMSF comes to the eastern city; it may have one there besides one in the western."""
    table = token_step("FMMSF", "53 8 1").tokens("FMMSF", "43")
    assert table.game.state.stations["FMMSF"] == ("55.0", "43.0")
    table.may_not(PlaceToken("43", 0), "1883-6.5.2.2")
    table.do(PlaceToken("43", 1))
    table.operate("FMMSF", "token").may_not(PlaceToken("43", 1), "1883-6.5.2.2")


@pytest.mark.clause("1883-R68")
def test_the_two_cities_of_sassuolo_are_two_on_a_route_and_for_who_passes() -> None:
    """Brown Sassuolo - Serramazzoni - Maranello - Sassuolo: 50 + 10 + 10 + 50."""
    tiles = ("34 58 3", "43 SA3 0", "42 3 3", "51 3 1")
    table = token_step("SAFRE", *tiles, phase="5").tokens("SAFRE", "43").trains("SAFRE", "4").operate("SAFRE", "run")
    table.do(routes(("4", "43 42 51 43")))
    assert table.turn.revenue == 120
    one_slot = token_step("SAFRE", "34 58 3").start("SV", at=85)
    one_slot.tokens("SV", "43")
    assert one_slot.game.closed_to("SAFRE") >= {"43.0"}
    assert "43.1" not in one_slot.game.closed_to("SAFRE")


@pytest.mark.clause("1883-6.5.2.3")
def test_one_token_in_an_operating_round_besides_the_home() -> None:
    table = Table().phase("2").lay(*GUASTALLA_CITIES).start("SV", cash=300, operated=False).operate("SV", "token")
    table.do(PlaceToken("67"))
    assert table.step != "token"
    table.may_not(PlaceToken("54"), "1883-6.3.2")


@pytest.mark.clause("1883-6.5.2.4")
def test_a_full_city_ends_a_route() -> None:
    table = token_step("FMMSF", *MODENA_MIRANDOLA).start("SV", at=85).tokens("SV", "54").trains("FMMSF", "3")
    table.may_not(PlaceToken("67"), "1883-6.5.2.4")
    table.operate("FMMSF", "run")
    table.may_not(routes(("3", "55 54 56 67")), "1883-6.5.2.4")
    table.do(routes(("3", "55 54")))


@pytest.mark.clause("1883-6.5.2.5")
def test_the_cooperative_places_no_token_north_of_the_line() -> None:
    table = Table().phase("2").lay(*MODENA_MIRANDOLA, *REGGIO_MODENA).cash(CCFR=40).operate("CCFR", "token")
    table.may_not(PlaceToken("67"), "1883-6.5.2.5")
    table.may_not(PlaceToken("54"), "1883-6.5.2.5")
    table.do(PlaceToken("55"))
    assert table.money("CCFR") == (0,)
    table.own_is(ccfr="capitalist").start("CCFR", homes=False, cash=100).operate("CCFR", "token").may(PlaceToken("67"))


@pytest.mark.clause("1883-6.5.2.6")
def test_example_a_full_city_on_the_way() -> None:
    """FMMSF at Modena; Carpi on tile 57 holds a SAFRE token, Mirandola beyond it lies on tile 5."""
    table = token_step("FMMSF", "55 MO2 0", "54 57 0", "56 8 4", "67 5 1").start("SAFRE", at=85).tokens("SAFRE", "54")
    table.may_not(PlaceToken("54"), "1883-6.5.1.1", "no free")
    table.may_not(PlaceToken("67"), "1883-6.5.2.4")


@pytest.mark.clause("1883-6.5.2.7")
def test_example_a_free_space_on_the_way() -> None:
    """The same with tile 14, which has two spaces, in Carpi."""
    table = token_step("FMMSF", "55 MO2 0", "54 14 0", "56 8 4", "67 5 1").start("SAFRE", at=85).tokens("SAFRE", "54")
    table.may(PlaceToken("54"), PlaceToken("67"))


# 6.5.3


@pytest.mark.clause("1883-6.5.3.1")
def test_coaches_need_no_space_and_block_nobody() -> None:
    """Pavullo is full of SV's token; a coach goes there all the same, and FBV passes Bazzano with a coach."""
    table = Table().phase("2").lay("41 57 0", "42 4 0", "40 4 0").start("SV", at=85).tokens("SV", "41")
    table.start("SARSA", cash=300).own_is(coaches=("3", "12", "23", "32", "80"), coaching=True).operate(
        "SARSA", "coaches"
    )
    assert table.game.vacant(StopId("41.0"), "SARSA") == 0
    table.do(PlaceCoach("41"))
    assert "41" in table.own.coaches
    assert table.game.tokens_at(StopId("41.0")) == ("SV",)
    passing = Table().phase("2").lay("89 6 2", "72 57 2", "63 7 5", "62 57 0").start("FBV", at=85, cash=100)
    passing.own_is(coaches=("72",)).trains("FBV", "3").operate("FBV", "run").do(routes(("3", "89 81 72 63 62")))
    passing.operate("FBV", "token").may(PlaceToken("72"))


@pytest.mark.clause("1883-6.3.2")
def test_the_token_step_may_be_left() -> None:
    table = token_step("SV", *GUASTALLA_CITIES)
    table.do(Pass())
    assert table.step != "token"
