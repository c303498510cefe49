"""Section 6: what each phase brings, and what the first train of a new class does at once."""

from collections.abc import Sequence

import pytest

from ferrovia.engine.flow.actions import (
    BuyPrivate,
    BuyTrain,
    DiscardTrain,
    LayTile,
    Pass,
    RunTrains,
    Start,
)
from ferrovia.engine.flow.events import PhaseBegins, PrivateClosed
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.titles.t1849.events import Earthquake
from tests.t1849.table import Table

PRICES = {"4H": 100, "6H": 200, "8H": 350, "10H": 550, "12H": 800, "16H": 1100}
PHASES = list(PRICES)


def buys_the_first(table: Table, train: str, buyer: str) -> None:
    """A corporation opens a phase by its purchase, all earlier trains having been sold."""
    table.sold_out(*PHASES[: PHASES.index(train)]).operate(buyer, "trains").do(BuyTrain(train, "bank", PRICES[train]))


# Tiles, start values, operating rounds


@pytest.mark.clause("1849-6.0.1", "1849-R03")
@pytest.mark.parametrize(
    ("phase", "colours"),
    [("4", "Y"), ("6", "YG"), ("8", "YG"), ("10", "YGB"), ("12", "YGB"), ("16", "YGB")],
)
def test_colours_of_the_tiles_that_may_be_laid(phase: str, colours: str) -> None:
    printed = Table().phase(phase).start("RCS", cash=500).operate("RCS")
    green = Table().phase(phase).start("RCS", cash=500).lay("C5 651 5").operate("RCS")
    for table, tile, colour in (
        (printed, LayTile("D6", "9", 2), "Y"),
        (printed, LayTile("C5", "651", 5), "G"),
        (green, LayTile("C5", "652", 5), "B"),
    ):
        if colour in colours:
            table.may(tile)
        else:
            table.may_not(tile, "1849-6.0.1")


@pytest.mark.clause("1849-6.0.1", "1849-6.0.4")
def test_a_new_colour_is_there_for_the_next_corporation_of_the_round() -> None:
    table = Table().phase("8").start("IFT", at=144, cash=550).start("RCS", at=100, cash=500).lay("C5 651 5")
    table.operate("RCS").may_not(LayTile("C5", "652", 5), "1849-6.0.1")
    buys_the_first(table, "10H", "IFT")
    while table.game.decision.for_corporation != "RCS":
        table.do(Pass())
    table.do(LayTile("C5", "652", 5))


@pytest.mark.clause("1849-6.0.2", "1849-R03")
@pytest.mark.parametrize(
    ("phase", "values"),
    [
        ("4", (68, 100)),
        ("6", (68, 100, 144)),
        ("8", (68, 100, 144)),
        ("10", (68, 100, 144, 216)),
        ("12", (68, 100, 144, 216)),
        ("16", (68, 100, 144, 216)),
    ],
)
def test_start_values(phase: str, values: Sequence[int]) -> None:
    table = Table().privates().phase(phase).cash(Ada=1000).stock_round("Ada")
    for value in (68, 100, 144, 216):
        if value in values:
            table.may(Start("RCS", value))
        else:
            table.may_not(Start("RCS", value), "1849-9.4.2")


@pytest.mark.clause("1849-6.0.3", "1849-R03")
@pytest.mark.parametrize(("phase", "rounds"), [("4", 1), ("6", 2), ("8", 2), ("10", 3), ("12", 3), ("16", 3)])
def test_operating_rounds_of_a_set(phase: str, rounds: int) -> None:
    table = Table().phase(phase).start("RCS", at=144).stock_round(turn=4)
    seen = []
    for _ in range(rounds + 1):
        table.end_round()
        seen.append(str(table.game.state.round))
    assert seen == [f"OR 4.{number}" for number in range(1, rounds + 1)] + ["SR 5"]


# A phase begins


@pytest.mark.clause("1849-6.0.4")
def test_the_first_train_of_a_class_starts_its_phase_during_the_turn() -> None:
    table = Table().start("RCS", "Ada", cash=250).privates(SCE="Ada").sold_out("4H").operate("RCS", "trains")
    table.may_not(BuyPrivate("SCE", 20), "1849-10.2.1")
    table.do(BuyTrain("6H", "bank", 200))
    assert (table.game.state.phase, table.game.decision.for_corporation) == ("6", "RCS")
    table.do(BuyPrivate("SCE", 20))
    assert table.game.state.privates == {"SCE": "RCS"}


@pytest.mark.clause("1849-6.0.4")
def test_only_the_first_train_from_the_bank_starts_a_phase() -> None:
    table = Table().phase("6").trains("pool", "6H").start("RCS", cash=500).start("CTL", at=68).trains("CTL", "4H")
    table.operate("RCS", "trains")
    told = table.do(BuyTrain("6H", "pool", 200), BuyTrain("6H", "bank", 200), BuyTrain("4H", "CTL", 9))
    assert table.game.state.phase == "6"
    assert PhaseBegins not in map(type, told)


@pytest.mark.clause("1849-6.0.5")
def test_the_new_number_of_operating_rounds_waits_for_the_next_stock_round() -> None:
    table = Table().phase("8").start("RCS", at=144, cash=550).sold_out("8H")
    table.operate("RCS", "trains", number=1, of=2, turn=4).do(BuyTrain("10H", "bank", 550))
    assert table.game.state.phase == "10"
    seen = [str(table.game.state.round)]
    for _ in range(6):
        table.end_round()
        seen.append(str(table.game.state.round))
    assert seen == ["OR 4.1", "OR 4.2", "SR 5", "OR 5.1", "OR 5.2", "OR 5.3", "SR 6"]


# Trains that go


@pytest.mark.clause("1849-6.0.6")
def test_the_first_8h_removes_every_4h_and_the_first_10h_every_6h() -> None:
    table = Table().phase("6").start("RCS", at=144, cash=1000).start("ATA", at=100, cash=70)
    table.trains("ATA", "4H", "4H", "6H").trains("pool", "4H", "6H")
    buys_the_first(table, "8H", "RCS")
    assert table.game.trains("ATA") == ("6H",)
    assert table.game.trains("pool") == ("6H",)
    assert table.game.trains("RCS") == ("8H",)
    buys_the_first(table, "10H", "RCS")
    assert (table.game.trains("ATA"), table.game.trains("pool")) == ((), ())
    assert table.game.trains("RCS") == ("8H", "10H")
    assert table.money("RCS", "ATA") == (1000 - 350 - 550, 70)


@pytest.mark.clause("1849-6.0.6", "1849-6.0.7")
def test_the_first_16h_removes_every_8h_and_no_larger_train() -> None:
    table = Table().phase("12").start("RCS", at=144, cash=1100).start("ATA", at=100).start("CTL", at=68)
    table.trains("pool", "8H").trains("ATA", "8H", "10H").trains("CTL", "12H", "10H")
    buys_the_first(table, "16H", "RCS")
    assert table.game.trains("pool") == ()
    assert table.game.trains("ATA") == ("10H",)
    assert table.game.trains("CTL") == ("12H", "10H")


@pytest.mark.clause("1849-6.0.7")
def test_phases_6_and_12_remove_no_train() -> None:
    table = Table().start("RCS", at=144, cash=200).start("ATA", at=100).trains("ATA", "4H", "4H")
    buys_the_first(table, "6H", "RCS")
    assert table.game.trains("ATA") == ("4H", "4H")
    table = Table().phase("10").start("RCS", at=144, cash=800).start("ATA", at=100).trains("ATA", "8H", "10H")
    table.trains("pool", "8H")
    buys_the_first(table, "12H", "RCS")
    assert table.game.trains("ATA") == ("8H", "10H")
    assert table.game.trains("pool") == ("8H",)


# The train limit


@pytest.mark.clause("1849-6.0.8", "1849-R03")
@pytest.mark.parametrize(
    ("phase", "owned", "next_train"),
    [
        ("4", ("4H", "4H", "4H"), "4H"),
        ("6", ("4H", "4H", "6H"), "6H"),
        ("8", ("6H", "8H"), "8H"),
        ("10", ("8H",), "10H"),
        ("12", ("12H",), "16H"),
        ("16", ("16H",), "16H"),
    ],
)
def test_one_train_more_than_the_limit_is_refused(phase: str, owned: tuple[str, ...], next_train: str) -> None:
    if phase == "12":
        table = Table().phase("12").sold_out("10H", "12H")
    else:
        table = Table().phase(phase)
    table.start("RCS", cash=5000).trains("RCS", *owned).operate("RCS", "trains")
    limit = {"4": 4, "6": 4, "8": 3}.get(phase, 2)
    table.do(BuyTrain(next_train, "bank", PRICES[next_train]))
    assert len(table.game.trains("RCS")) == limit
    table.operate("RCS", "trains")
    on_sale = table.game.title.trains.on_sale(table.game)[0]
    table.may_not(BuyTrain(on_sale, "bank", PRICES[on_sale]), "1849-6.0.8")


@pytest.mark.clause("1849-6.0.8")
def test_the_limit_holds_for_trains_of_pool_and_other_corporations_too() -> None:
    table = Table().phase("8").start("RCS", "Ada", cash=900).start("CTL", "Ada", at=68)
    table.trains("RCS", "6H", "8H").trains("CTL", "8H").trains("pool", "6H").operate("RCS", "trains")
    table.may(BuyTrain("8H", "CTL", 5))
    table.do(BuyTrain("6H", "pool", 200))
    table.trains("pool", "6H").operate("RCS", "trains")
    table.may_not(BuyTrain("8H", "CTL", 5), "1849-6.0.8")
    table.may_not(BuyTrain("6H", "pool", 200), "1849-6.0.8")


def ctl_with_three_8h() -> Table:
    table = Table().phase("8").start("ATA", "Ada", at=144, cash=900).start("CTL", "Bruno", at=100, cash=30)
    return table.trains("CTL", "8H", "8H", "8H")


@pytest.mark.clause("1849-6.0.9")
def test_a_corporation_over_the_new_limit_gives_up_trains_at_once() -> None:
    table = ctl_with_three_8h()
    buys_the_first(table, "10H", "ATA")
    assert (table.decider, table.step, table.game.decision.for_corporation) == ("Bruno", "discard", "CTL")
    table.may_not(DiscardTrain("8H"), "1849-6.0.9", by="Ada")
    table.may_not(DiscardTrain("10H"), "1849-6.0.9")
    table.do(DiscardTrain("8H"))
    assert (table.game.trains("CTL"), table.game.trains("pool")) == (("8H", "8H"), ("8H",))
    assert table.money("CTL") == (30,)
    assert (table.decider, table.game.decision.for_corporation) == ("Ada", "ATA")


@pytest.mark.clause("1849-6.0.9")
@pytest.mark.parametrize("given", ["6H", "8H"])
def test_the_president_chooses_which_train_goes(given: str) -> None:
    table = Table().phase("6").start("RCS", cash=350).trains("RCS", "6H", "6H", "6H")
    buys_the_first(table, "8H", "RCS")
    assert table.step == "discard"
    table.do(DiscardTrain(given))
    assert table.game.trains("pool") == (given,)
    assert sorted(table.game.trains("RCS")) == sorted({"6H": ["6H", "6H", "8H"], "8H": ["6H", "6H", "6H"]}[given])


@pytest.mark.clause("1849-R24")
def test_eliminated_trains_go_before_the_limit_is_applied() -> None:
    table = Table().phase("6").start("RCS", at=144, cash=350).start("CTL", at=100).trains("CTL", "4H", "4H", "6H", "6H")
    buys_the_first(table, "8H", "RCS")
    assert (table.game.trains("CTL"), table.game.trains("pool")) == (("6H", "6H"), ())
    assert table.step != "discard"


@pytest.mark.clause("1849-R24")
def test_a_train_given_up_can_be_bought_at_once_within_the_limit() -> None:
    table = ctl_with_three_8h()
    buys_the_first(table, "10H", "ATA")
    table.do(DiscardTrain("8H"), BuyTrain("8H", "pool", 350))
    assert table.game.trains("ATA") == ("10H", "8H")
    assert table.money("ATA") == (0,)


@pytest.mark.clause("1849-R24")
def test_the_operating_corporation_gives_up_first_then_the_others_in_market_order() -> None:
    table = Table().phase("8").sold_out("8H").start("CTL", "Bruno", at=100).start("SFA", "Carla", at=144)
    table.start("ATA", "Ada", at=68, cash=550).operate("ATA", "trains")
    # More 8H than the box holds: with its three, never are two corporations over the limit at once.
    owned = {"CTL": ("8H",) * 3, "SFA": ("8H",) * 4, "ATA": ("8H",) * 2}
    table.game.state.trains = {**table.game.state.trains, **owned}
    table.game.apply(BuyTrain("10H", "bank", 550))
    asked = []
    while table.step == "discard":
        asked.append(table.game.decision.for_corporation)
        table.game.apply(DiscardTrain("8H"))
    assert asked == ["ATA", "SFA", "SFA", "CTL"]
    assert table.game.decision.for_corporation == "ATA"


# Values, privates


def earns(table: Table, corporation: str) -> int:
    """What its best runs earn."""
    table.operate(corporation, "run")
    run = next(choice for choice in table.game.decision.choices if isinstance(choice, RunTrains))
    table.do(run)
    turn = table.game.find(OperatingTurn)
    assert turn is not None
    return turn.revenue


LEVELS = [("4", "4H", 0), ("6", "6H", 0), ("8", "8H", 1), ("10", "10H", 1), ("12", "12H", 2), ("16", "16H", 2)]


@pytest.mark.clause("1849-6.0.10")
@pytest.mark.parametrize(("phase", "train", "level"), LEVELS)
def test_grey_cities_are_worth_more_in_later_phases(phase: str, train: str, level: int) -> None:
    table = Table().phase(phase).start("CTL").trains("CTL", train)
    assert earns(table, "CTL") == (40, 60, 80)[level]  # Marsala and Trapani
    if phase != "4":  # a 4H does not get from the port of Milazzo by way of Messina (50) to Calabria
        table = Table().phase(phase).start("AFG", home="B14").trains("AFG", train).lay("B14 655 0")
        assert earns(table, "AFG") == 20 + 10 + 50 + (10, 30, 90)[level]


@pytest.mark.clause("1849-6.0.10")
@pytest.mark.parametrize(("phase", "train", "level"), LEVELS)
def test_a_printed_city_that_is_not_grey_keeps_its_one_value(phase: str, train: str, level: int) -> None:
    table = Table().phase(phase).start("RCS").trains("RCS", train).lay("D6 9 2", "E7 58 0")
    assert earns(table, "RCS") == 10 + 50 + 10  # port, Palermo before its first tile, Termini Imerese
    table.lay("C5 651 5")
    assert earns(table, "RCS") == 10 + 90 + 10


@pytest.mark.clause("1849-6.0.10")
def test_the_next_run_of_the_round_already_counts_the_new_values() -> None:
    table = Table().phase("10").start("RCS", at=144, cash=800).start("CTL", at=100).trains("CTL", "10H")
    assert earns(table, "CTL") == 60
    buys_the_first(table, "12H", "RCS")
    assert earns(table, "CTL") == 80


@pytest.mark.clause("1849-6.0.11", "1849-7.1.3")
def test_the_first_12h_closes_all_private_companies() -> None:
    table = Table().phase("10").start("CTL", at=144, cash=800).start("RCS", at=100, cash=200).lay("D6 7 1")
    table.privates(SCE="Ada", SIGI="RCS", CNM="CTL", SMS="Bruno", RSA="Carla")
    before = table.money("Ada", "Bruno", "Carla", "RCS")
    buys_the_first(table, "12H", "CTL")
    assert table.game.state.privates == {}
    assert table.money("Ada", "Bruno", "Carla", "RCS") == before
    table.operate("RCS").do(LayTile("E5", "4", 1))
    assert table.money("RCS") == (40,)  # a mountain at its full 160


@pytest.mark.clause("1849-R24")
def test_in_phase_12_privates_close_before_the_earthquake() -> None:
    table = Table().phase("10").start("CTL", at=144, cash=800).privates(SCE="Ada").sold_out("8H", "10H")
    told = table.operate("CTL", "trains").do(BuyTrain("12H", "bank", 800))
    assert told.index(PrivateClosed(private="SCE")) < told.index(Earthquake())
