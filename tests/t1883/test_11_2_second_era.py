"""Section 11.2: the event cards of the second era, one by one."""

from collections.abc import Sequence

import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.actions import Answer, BuyTrain, LayTile, Pass
from ferrovia.titles.t1883.events import Bombed
from tests.t1883.table import Table, routes

PLAY, SUFFER = Answer("support"), Answer("suffer")


def run_of_130() -> Table:
    """SAFRE earns 70 from Reggio to Bologna, 40 from Montecchio to Parma, and 20 downhill from Ciano to Montecchio."""
    table = Table().phase("2").lay("31 RE2 0", "6 6 3", "15 7 1", "7 8 0").start("SAFRE", "Bruno", at=(3, 10))
    return table.tokens("SAFRE", "6").trains("SAFRE", "3", "2", "2G")


ALL_THREE = routes(("3", "31 BOL"), ("2", "6 7 PAR"), ("2G", "5 15 6"))


# 13: Air Raids


def bombs(*hexes: int) -> list[int]:
    """What two dice show to name hexes: a 10 is a nought; the bombs that are left fall on hex 9."""
    numbers = [*hexes, *[9] * (10 - len(hexes))]
    return [digit or 10 for number in numbers for digit in divmod(number % 100, 10)]


def raid(table: Table, *hexes: int) -> Table:
    return table.dice(*bombs(*hexes)).draws("air_raids")


def shown(table: Table, hex_id: str) -> str:
    return table.game.layout.face(hex_id).colour


@pytest.mark.clause("1883-11.2.1")
def test_ten_rolls_are_made_in_turn_from_the_priority() -> None:
    table = Table()
    table.game.state.priority = "Bruno"
    raid(table)
    names = ["Bruno", "Carla", "Dora", "Ada", "Bruno", "Carla", "Dora", "Ada", "Bruno", "Carla"]
    assert table.told_of(Bombed) == [Bombed(name, "9") for name in names]
    assert table.own.raids_done


@pytest.mark.clause("1883-R55", "1883-11.2.1")
def test_two_dice_name_every_hex_from_1_to_100() -> None:
    dice: dict[tuple[int, int], str] = {}
    for tens in range(1, 11):
        table = Table().dice(*(face for units in range(1, 11) for face in (tens, units))).draws("air_raids")
        hexes = [event.hex for event in table.told_of(Bombed)]
        dice |= {(tens, units): hex_id for units, hex_id in zip(range(1, 11), hexes, strict=True)}
    assert set(dice.values()) == {str(number) for number in range(1, 101)}
    assert (dice[7, 2], dice[10, 5], dice[7, 10], dice[10, 10]) == ("72", "5", "70", "100")
    assert set(dice.values()) <= set(table.game.title.box.board.hexes)


@pytest.mark.clause("1883-11.2.2")
def test_a_yellow_tile_is_removed_and_goes_back_to_the_supply() -> None:
    table = Table().lay("72 57 0")
    left = table.game.state.supply["57"]
    raid(table, 72)
    assert shown(table, "72") == "blank"
    assert table.game.state.supply["57"] == left + 1


@pytest.mark.clause("1883-11.2.2")
def test_a_brown_hex_bombed_three_times_loses_its_tile_and_each_roller_chooses() -> None:
    table = Table().lay("72 63 0")
    raid(table, 72, 72, 72)
    assert (table.decider, table.step) == ("Ada", "air raid")
    table.may_not(Pass(), "1883-11.2.2")
    table.may_not(LayTile("72", "57", 0), "1883-R55")  # brown falls to green, not to yellow
    table.may_not(LayTile("71", "15", 0), "1883-R55")
    table.do(LayTile("72", "15", 1))
    assert (table.decider, shown(table, "72")) == ("Bruno", "green")
    table.may_not(LayTile("72", "57", 2), "1883-R55")  # tile 15 turned once has no track on the side 5 of tile 57
    table.do(LayTile("72", "57", 1))
    assert shown(table, "72") == "blank"  # Carla's bomb took the yellow tile


@pytest.mark.clause("1883-11.2.2", "1883-R55")
def test_hexes_without_a_laid_tile_are_unhurt() -> None:
    table = Table()
    before = {hex_id: table.game.layout.face(hex_id) for hex_id in table.game.title.box.board.hexes}
    raid(table, 31, 55, 81, 10, 72, 5, 43, 47, 78, 100)  # printed yellow, grey, inaccessible and empty ones
    assert {hex_id: table.game.layout.face(hex_id) for hex_id in before} == before


@pytest.mark.clause("1883-R55")
def test_printed_yellow_reappears_when_its_green_tile_goes() -> None:
    table = Table().lay("55 MO2 0")
    raid(table, 55)
    assert "55" not in table.game.layout.tiles
    assert shown(table, "55") == "yellow"
    assert table.game.state.supply["MO2"] == 1


@pytest.mark.clause("1883-R55", "1883-11.2.2")
def test_a_brown_tile_of_a_named_city_falls_back_to_the_green_one_of_that_city() -> None:
    table = Table().lay("55 MO3 0")
    raid(table, 55)
    assert set(table.game.decision.choices) == {LayTile("55", "MO2", 0), LayTile("55", "MO2", 1)}
    table.may_not(LayTile("55", "14", 0), "1883-R55")
    table.do(LayTile("55", "MO2", 1))


@pytest.mark.clause("1883-R55")
def test_without_a_fitting_tile_in_the_supply_nothing_changes() -> None:
    table = Table().lay("72 15 1")
    yellow = {tile.id for tile in table.game.title.box.board.tiles.values() if tile.face.colour == "yellow"}
    table.game.state.supply = {tile: 0 if tile in yellow else count for tile, count in table.game.state.supply.items()}
    before = table.game.state.supply
    raid(table, 72)
    assert table.step != "air raid"  # there is nothing to choose from
    assert table.game.layout.tiles["72"] == ("15", 1)
    assert table.game.state.supply == before


@pytest.mark.clause("1883-R55")
@pytest.mark.parametrize("left", ["6", "57"])
def test_only_tiles_in_the_supply_are_fallen_back_to(left: str) -> None:
    """Tile 15 turned once can have been tile 6 or tile 57; only one of them is left."""
    table = Table().lay("72 15 1")
    yellow = {tile.id for tile in table.game.title.box.board.tiles.values() if tile.face.colour == "yellow"}
    supply = table.game.state.supply
    table.game.state.supply = {tile: int(tile == left) if tile in yellow else supply[tile] for tile in supply}
    raid(table, 72)
    choices = table.game.decision.choices
    assert {choice.tile for choice in choices if isinstance(choice, LayTile)} == {left}
    assert table.step == "air raid"


@pytest.mark.clause("1883-R55")
def test_what_a_tile_falls_back_to_is_something_it_could_have_upgraded() -> None:
    table = Table().lay("60 23 0")  # green track 0-3 and 0-4
    raid(table, 60)
    falls = {LayTile("60", "9", 0), LayTile("60", "9", 3), LayTile("60", "8", 4)}
    assert set(table.game.decision.choices) == falls


@pytest.mark.clause("1883-11.2.3")
def test_tokens_in_a_bombed_city_stay_and_work() -> None:
    table = Table().phase("3").lay("72 15 0", "71 8 5", "62 6 3").start("SV", "Bruno", homes=False)
    table.start("FBV", "Carla", at=85, homes=False).tokens("SV", "72").tokens("FBV", "72")
    table.trains("SV", "3").trains("FBV", "3")
    assert table.game.layout.stop(StopId("72.0")).slots == 2
    raid(table, 72)
    falls = [choice for choice in table.game.decision.choices if isinstance(choice, LayTile)]
    table.do(next(fall for fall in falls if fall.tile == "57"))
    assert table.game.layout.stop(StopId("72.0")).slots == 1
    assert table.game.tokens_at(StopId("72.0")) == ("SV", "FBV")
    for corporation in ("SV", "FBV"):
        assert "72.0" not in table.game.closed_to(corporation)
    assert "72.0" in table.game.closed_to("CCFR")


@pytest.mark.clause("1883-11.2.3")
def test_two_corporations_run_from_a_city_with_one_space() -> None:
    table = Table().phase("3").own_is(raids_done=True).lay("72 57 0", "71 9 0", "70 4 0")
    table.start("SV", "Bruno", homes=False).start("FBV", "Carla", at=85, homes=False)
    table.tokens("SV", "72").tokens("FBV", "72").trains("SV", "3").trains("FBV", "3bis")
    for corporation, train in (("SV", "3"), ("FBV", "3bis")):
        table.operate(corporation, "run").may(routes((train, "72 71 70")))


# 14: Autarchy


@pytest.mark.clause("1883-11.2.4", "1883-R45", "1883-8.1.7.1")
def test_autarchy_asks_all_corporations_the_co_operative_and_sarsa_too() -> None:
    table = Table().phase("3").start("SV", "Bruno", at=(3, 10)).start("SARSA", "Carla", at=(3, 4))
    table.support(Ada=1, Bruno=1, Carla=1).draws("autarchy")
    asked = []
    while table.step == "event":
        asked.append((table.game.decision.for_corporation, table.decider))
        table.do(PLAY if table.decider == "Ada" else SUFFER)
    assert asked == [("SV", "Bruno"), ("CCFR", "Ada"), ("SARSA", "Carla")]
    assert table.own.effects == {"SV": "half", "SARSA": "half"}
    assert table.own.support["Ada"] == 0


@pytest.mark.clause("1883-11.2.4", "1883-R45")
def test_an_unpaid_run_of_90_of_the_co_operative_is_40() -> None:
    """Reggio with Bologna's box in phase 3: 30 + 50, and a town 10."""
    table = Table().phase("3").lay("34 4 0").trains("CCFR", "4").support(Ada=0).draws("autarchy")
    table.comes_to("CCFR", "run").do(routes(("4", "34 31 BOL")))
    assert table.turn.revenue == 40


@pytest.mark.clause("1883-11.2.4")
def test_autarchy_touches_capitalised_ccfr_but_not_a_frozen_one() -> None:
    table = Table(2).phase("5").capitalised("Ada").support(Ada=0).draws("autarchy")
    assert table.own.effects == {"CCFR": "half"}
    table = Table(2).phase("3").own_is(ccfr="frozen", ccfr_leader="").start("SV", "Ada").support(Ada=0)
    table.draws("autarchy")
    assert table.own.effects == {"SV": "half"}


@pytest.mark.clause("1883-11.2.5")
def test_autarchy_cuts_130_to_60() -> None:
    table = run_of_130().support(Bruno=0).draws("autarchy").dice(1).comes_to("SAFRE", "run")
    table.do(ALL_THREE)
    assert table.turn.revenue == 60


# 15, 19, 20: cards won and lost


@pytest.mark.clause("1883-11.2.6")
def test_the_empire_gives_everybody_a_card_up_to_nine() -> None:
    table = Table(3).support(Ada=0, Bruno=4, Carla=9).draws("empire_declared")
    assert table.own.support == {"Ada": 1, "Bruno": 5, "Carla": 9}


@pytest.mark.clause("1883-11.2.10")
def test_the_fall_of_the_regime_takes_a_card_from_who_has_one() -> None:
    table = Table(3).support(Ada=0, Bruno=1, Carla=5).draws("fall_of_regime")
    assert table.own.support == {"Ada": 0, "Bruno": 0, "Carla": 4}


@pytest.mark.clause("1883-11.2.11")
def test_the_march_on_rome_takes_a_card_from_who_has_one() -> None:
    table = Table(3).support(Ada=2, Bruno=0, Carla=9).draws("march_on_rome")
    assert table.own.support == {"Ada": 1, "Bruno": 0, "Carla": 8}


# 16: German Occupation


@pytest.mark.clause("1883-11.2.7", "1883-R60")
def test_the_occupation_takes_the_first_5_with_all_that_a_purchase_brings() -> None:
    table = Table().phase("4").sold_out("4").privates(FCV="Dora").start("SV", "Bruno", at=(3, 10), cash=100)
    table.trains("SV", "3", "4").trains("CCFR", "3", "4").draws("german_occupation")
    assert table.game.state.phase == "5"
    assert "brown" in table.game.phase.tiles
    assert table.game.trains("SV") == ("4",)
    assert table.game.state.privates == {}
    assert table.own.ccfr == "capitalist"
    assert (table.game.trains("CCFR"), table.game.trains("pool")) == (("5",), ("4",))
    assert table.game.trains("bank").count("5") == 2
    assert table.game.state.trains["out"].count("5") == 1
    assert table.money("SV") == (100,)  # nobody pays and nobody gets the train


@pytest.mark.clause("1883-R60", "1883-11.2.7")
def test_when_the_last_of_a_class_is_taken_the_next_class_is_on_offer() -> None:
    table = Table().phase("3").start("SV", "Bruno", at=(3, 10), cash=1000)
    assert table.game.trains("bank").count("3bis") == 1
    table.draws("german_occupation")
    assert (table.game.state.phase, table.game.title.trains.on_sale(table.game)[0]) == ("3", "4")
    table.comes_to("SV", "trains").may(BuyTrain("4", "bank", 300))


@pytest.mark.clause("1883-R60")
def test_with_no_train_left_the_occupation_does_nothing_and_it_leaves_2g_trains_alone() -> None:
    table = Table().phase("3").sold_out("3bis", "4", "5", "6", "7", "8")
    gravity = table.game.trains("bank").count("2G")
    assert gravity > 0
    table.draws("german_occupation")
    assert (table.game.trains("bank").count("2G"), table.game.state.phase) == (gravity, "3")


# 17: Gold to Homeland


@pytest.mark.clause("1883-11.2.8")
def test_gold_to_homeland_takes_a_tenth_of_the_cash_or_three_cards() -> None:
    table = Table(4).cash(Ada=234, Bruno=240, Carla=500, Dora=0).support(Ada=2, Bruno=3, Carla=5, Dora=0)
    table.draws("gold_to_homeland")
    assert table.money("Ada") == (210,)  # two cards do not help: she was not asked
    assert table.decider == "Bruno"
    table.do(PLAY)
    assert table.decider == "Carla"
    table.do(SUFFER)
    assert table.money("Ada", "Bruno", "Carla", "Dora") == (210, 240, 450, 0)
    assert table.own.support == {"Ada": 2, "Bruno": 0, "Carla": 5, "Dora": 0}


# 18: Second World War


@pytest.mark.clause("1883-11.2.9")
def test_the_second_world_war_puts_500_of_the_bank_aside() -> None:
    table = Table().cash(bank=3000).draws("second_world_war")
    assert (table.money("bank"), table.own.set_aside) == ((2500,), 500)
    assert not table.game.state.bank_broken


@pytest.mark.clause("1883-R57", "1883-11.2.9")
def test_the_war_can_exhaust_the_bank_and_the_tax_shield_does_not_undo_it() -> None:
    table = Table().start("SV", "Bruno").cash(bank=500).draws("second_world_war", "tax_shield", of=2)
    assert table.game.state.bank_broken == "operating"
    assert table.money("bank") == (0,)
    table.pass_on(lambda: table.game.state.round.number == 2)
    assert (table.money("bank"), table.own.set_aside) == ((500,), 0)
    assert table.game.state.bank_broken == "operating"
    table.pass_on(lambda: table.game.over)
    assert table.game.state.ended_by == "1883-9.0.2"


# 21: Verona Porta Nuova


@pytest.mark.clause("1883-11.2.12")
def test_verona_is_worth_twenty_more_for_a_round() -> None:
    table = Table().phase("3").start("FSF", "Bruno", at=(3, 10)).trains("FSF", "3")
    table.draws("verona_porta_nuova", "fall_of_regime", of=2).comes_to("FSF", "run").do(routes(("3", "78 VER")))
    assert table.turn.revenue == 20 + 60
    table.pass_on(lambda: table.game.state.round.number == 2)
    table.comes_to("FSF", "run").do(routes(("3", "78 VER")))
    assert table.turn.revenue == 20 + 40


# 22: Trains on Time


@pytest.mark.clause("1883-11.2.14", "1883-11.2.13")
def test_trains_on_time_raise_130_to_200() -> None:
    table = run_of_130().draws("trains_on_time").dice(1).comes_to("SAFRE", "run")
    table.do(ALL_THREE)
    assert table.turn.revenue == 200


@pytest.mark.clause("1883-11.2.13", "1883-R45", "1883-8.1.7.1")
def test_the_co_operative_is_on_time_but_sarsa_gains_nothing() -> None:
    """CCFR's 60: Reggio and Bologna in phase 2."""
    table = Table().phase("2").trains("CCFR", "3").start("SARSA", "Carla", at=(3, 4))
    table.own_is(coaching=True, coaches=("3", "80", "12", "13", "2", "22", "23", "24"))  # 20 + 4 towns
    table.draws("trains_on_time").comes_to("CCFR", "run").do(routes(("3", "31 BOL")))
    assert table.turn.revenue == 90
    table.comes_to("SARSA", "dividend")
    assert table.turn.revenue == 60


@pytest.mark.clause("1883-11.2.13")
def test_trains_on_time_raise_the_run_of_capitalised_ccfr_too() -> None:
    table = Table().phase("5").capitalised("Ada").trains("CCFR", "5").draws("trains_on_time")
    table.comes_to("CCFR", "run").do(routes(("5", "31 BOL")))
    assert table.turn.revenue == 80 + 40


# 23: War Effort


@pytest.mark.clause("1883-11.2.15", "1883-R37", "1883-6.8.5.1")
def test_the_war_effort_takes_a_2g_with_its_partner() -> None:
    table = Table().phase("3").start("SV", "Bruno").trains("SV", "3", "3", "2G", "2G").trains("CCFR")
    left = table.game.trains("bank").count("2G")
    table.support(Bruno=0).draws("war_effort")
    assert sorted(table.game.trains("SV")) == ["2G", "3"]
    assert table.game.trains("bank").count("2G") == left + 1


@pytest.mark.clause("1883-11.2.15")
def test_the_war_effort_takes_a_train_out_of_play_for_half_its_price() -> None:
    table = Table().phase("3").start("SV", "Bruno", at=(3, 10), cash=10).trains("SV", "3", "2").support(Bruno=0)
    gone = table.game.state.trains["out"].count("3")
    table.draws("war_effort")
    assert (table.game.trains("SV"), table.money("SV")) == (("2",), (100,))
    assert table.game.trains("pool") == ()
    assert table.game.state.trains["out"].count("3") == gone + 1


@pytest.mark.clause("1883-11.2.15", "1883-11.2.16")
def test_without_a_railway_with_two_trains_the_war_effort_has_no_effect() -> None:
    table = (
        Table().phase("3").start("SV", "Bruno", cash=10).trains("SV", "2", "2G", "2G").start("SARSA", "Carla", at=65)
    )
    table.support(Bruno=5).trains("CCFR", "2", "2").draws("war_effort")
    assert (table.game.trains("SV"), table.money("SV")) == (("2", "2G", "2G"), (10,))
    assert table.game.trains("CCFR") == ("2", "2")  # the co-operative is not touched
    assert table.step == "track"


@pytest.mark.clause("1883-11.2.16")
@pytest.mark.parametrize(
    ("sv", "fbv", "prices", "victims"),
    [
        (("3", "3bis"), ("2", "2", "2"), ((3, 10), (3, 8)), ["FBV"]),
        (("3", "4"), ("3", "3bis"), ((3, 8), (3, 10)), ["SV"]),
        (("3", "4"), ("3", "4"), ((3, 10), (3, 8)), ["SV"]),
        (("3", "4"), ("3", "4"), ((3, 8), (3, 10)), ["FBV"]),
        (("3", "4"), ("3", "4"), ((3, 8), (3, 8)), ["SV", "FBV"]),
        (("3", "3", "2G", "2G"), ("2", "2", "2"), ((3, 8), (3, 8)), ["FBV"]),
    ],
)
def test_the_victim_has_most_trains_then_the_dearest_then_the_highest_price(
    sv: Sequence[str], fbv: Sequence[str], prices: Sequence[tuple[int, int]], victims: list[str]
) -> None:
    table = Table().phase("3").start("SV", "Bruno", at=prices[0]).start("FBV", "Carla", at=prices[1])
    table.trains("CCFR").trains("SV", *sv).trains("FBV", *fbv).support(Bruno=0, Carla=0).draws("war_effort")
    before = {"SV": len(sv), "FBV": len(fbv)}
    assert [name for name in before if len(table.game.trains(name)) < before[name]] == victims


@pytest.mark.clause("1883-11.2.16")
def test_capitalised_ccfr_can_be_the_victim() -> None:
    table = Table().phase("5").capitalised("Ada").trains("CCFR", "4", "5").support(Ada=0).draws("war_effort")
    assert (table.game.trains("CCFR"), table.money("CCFR")) == (("4",), (210,))


@pytest.mark.clause("1883-11.2.17")
def test_a_card_of_support_lets_the_victim_choose_but_never_a_2g() -> None:
    table = Table().phase("3").start("SV", "Bruno").trains("SV", "3", "4", "2G").support(Bruno=1).draws("war_effort")
    assert (table.decider, table.game.decision.for_corporation) == ("Bruno", "SV")
    table.may(Answer("4"), Answer("3"))
    table.may_not(Answer("2G"), "1883-11.2.17")
    table.may_not(Answer("2"), "1883-11.2.17")
    table.do(Answer("3"))
    assert (table.money("SV"), table.own.support["Bruno"]) == ((90,), 0)
    assert "4" in table.game.trains("SV")


@pytest.mark.clause("1883-11.2.17")
def test_who_gives_up_the_dearest_train_keeps_his_card() -> None:
    table = Table().phase("3").start("SV", "Bruno").trains("SV", "3", "4").support(Bruno=1).draws("war_effort")
    table.do(Answer("4"))
    assert (table.game.trains("SV"), table.money("SV"), table.own.support["Bruno"]) == (("3",), (150,), 1)
