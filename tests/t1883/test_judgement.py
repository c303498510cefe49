"""What a player of 1883 knows beyond its rules."""

from collections.abc import Sequence

from ferrovia.engine.board.laying import options
from ferrovia.engine.flow.actions import BuyTrain, Dividend
from ferrovia.titles.surveying import Work
from ferrovia.titles.t1883 import TITLE, components
from ferrovia.titles.t1883.actions import BuyConcession, Merge
from ferrovia.titles.t1883.emilia import Concession, keep
from ferrovia.titles.t1883.judgement import JUDGEMENT
from tests.t1883.table import Table
from tests.walks import new_game


def lay(table: Table, works: Sequence[Work]) -> None:
    """A tile that carries a line over a hex."""
    (hex_id,) = {work.hex for work in works}
    found = options(table.game.layout, hex_id)
    option = next(option for option in found if all(work.is_done_by(option.face) for work in works))
    table.game.place_tile(hex_id, option.tile, option.rotation)


def test_a_concession_is_bought_only_where_it_can_be_built_in_time() -> None:
    table = Table().start("FMV", cash=500)
    due = components.concession_table("1")["due"]

    def is_wanted() -> bool:
        verdict = JUDGEMENT.worth(table.game, "Ada", "", BuyConcession("1", "FMV"))
        assert verdict is not None
        return verdict.money > 0

    keep(table.game, concessions={"1": Concession("FMV")})
    (plan,) = JUDGEMENT.lines(table.game, "FMV")
    keep(table.game, concessions={"1": Concession()})
    assert plan.line.tiles > due
    assert not is_wanted()
    hexes = list(dict.fromkeys(work.hex for work in plan.line.work))
    for hex_id in hexes[1:]:
        lay(table, [work for work in plan.line.work if work.hex == hex_id])
    assert is_wanted()


def test_the_bonus_of_a_concession_is_the_prize_of_its_line() -> None:
    table = Table().start("FMV", cash=500)
    keep(table.game, concessions={"1": Concession("FMV", 1)})
    (plan,) = JUDGEMENT.lines(table.game, "FMV")
    assert plan.prize >= components.concession_table("1")["bonus"][0]
    assert "due in 1 round." in str(plan.why)


def test_a_concession_promises_its_bonus_the_more_the_less_is_missing_and_costs_where_time_is_too_short() -> None:
    table = Table().start("FMV", cash=500)
    assert JUDGEMENT.prospect(table.game, "FMV") == 0
    keep(table.game, concessions={"1": Concession("FMV", 1)})
    facts = components.concession_table("1")
    assert JUDGEMENT.prospect(table.game, "FMV") == -2 * facts["cost"]
    (plan,) = JUDGEMENT.lines(table.game, "FMV")
    keep(table.game, concessions={"1": Concession("FMV", 0)})
    found = []
    for hex_id in list(dict.fromkeys(work.hex for work in plan.line.work))[1:]:
        lay(table, [work for work in plan.line.work if work.hex == hex_id])
        found.append(JUDGEMENT.prospect(table.game, "FMV"))
    assert found == sorted(found)
    assert 0 < found[-1] < facts["bonus"][0]
    keep(table.game, concessions={"1": Concession("FMV", facts["due"])})  # however little is missing, it is too late
    assert JUDGEMENT.prospect(table.game, "FMV") == -2 * facts["cost"]


def test_support_that_will_be_needed_counts_and_no_more() -> None:
    game = Table().game
    worths = []
    for held in range(6):
        keep(game, support={"Ada": held})
        worths.append(JUDGEMENT.claims(game, "Ada"))
    assert worths[0] == 0
    assert worths[0] < worths[1] < worths[3] == worths[5]


def test_a_gravity_train_without_a_slope_is_not_wanted() -> None:
    table = Table().start("SV", cash=500).trains("SV", "2")
    verdict = JUDGEMENT.worth(table.game, "Ada", "SV", BuyTrain("2G", "bank", 50))
    assert verdict is not None
    assert verdict.money < 0


def test_who_could_not_pay_for_the_presidency_of_sefta_does_not_merge() -> None:
    """8.3.12: nobody has two shares of SEFTA then, and the proposer must buy another."""
    table = Table().phase("4").start("FMMSF", "Ada", at=65).start("FMV", "Bruno", at=65)
    table.trains("FMMSF", "4").trains("FMV", "4").cash(Ada=100)

    def is_wanted() -> bool:
        verdict = JUDGEMENT.worth(table.game, "Ada", "FMMSF", Merge())
        assert verdict is not None
        return verdict.money > 0

    assert not is_wanted()
    table.cash(Ada=130)
    assert is_wanted()
    table.start("FMV", "Bruno", at=65, stock={"Bruno": 2}).cash(Ada=0)
    assert is_wanted()


def test_the_cooperative_is_looted_for_a_run_well_above_its_price() -> None:
    table = Table().phase("3").operate("CCFR", "dividend")

    def is_wanted(revenue: int) -> bool:
        verdict = JUDGEMENT.worth(table.turn_is(revenue=revenue).game, "Ada", "CCFR", Dividend("loot"))
        assert verdict is not None
        return verdict.money > 0

    price = table.game.price("CCFR")
    assert not is_wanted(price)
    assert is_wanted(2 * price)


def test_a_private_company_that_comes_with_a_share_is_worth_more_while_it_is_sold() -> None:
    """3.2: TMM costs 80 and pays 15, and its first owner gets a share of FMV."""
    game = new_game(TITLE, 1, 3)
    assert game.state.round.kind == "auction"
    player, later = game.players[0], Table().privates(TMM="Ada", FRV="Ada").stock_round("Ada").game
    assert JUDGEMENT.private_worth(game, player, "TMM") == JUDGEMENT.private_worth(later, "Ada", "TMM") + 85
    assert JUDGEMENT.private_worth(game, player, "FRV") == JUDGEMENT.private_worth(later, "Ada", "FRV")
