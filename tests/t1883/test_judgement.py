"""What a player of 1883 knows beyond its rules."""

from ferrovia.engine.flow.actions import BuyTrain
from ferrovia.titles.surveying import Work
from ferrovia.titles.t1883 import components
from ferrovia.titles.t1883.actions import BuyConcession
from ferrovia.titles.t1883.emilia import Concession, keep
from ferrovia.titles.t1883.judgement import JUDGEMENT
from tests.t1883.table import Table


def lay(table: Table, work: Work) -> None:
    """Any tile that carries a line over a hex."""
    tiles = table.game.title.box.board.tiles
    tile, rotation = next(
        (name, turn) for name, tile in tiles.items() for turn in range(6) if work.is_done_by(tile.faces[turn])
    )
    table.game.place_tile(work.hex, tile, rotation)


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
    for work in plan.line.work[1:]:
        lay(table, work)
    assert is_wanted()


def test_the_bonus_of_a_concession_is_the_prize_of_its_line() -> None:
    table = Table().start("SV", cash=500)
    keep(table.game, concessions={"1": Concession("SV", 1)})
    (plan,) = JUDGEMENT.lines(table.game, "SV")
    assert plan.prize >= components.concession_table("1")["bonus"][0]
    assert "due in 1 round." in str(plan.why)


def test_a_gravity_train_without_a_slope_is_not_wanted() -> None:
    table = Table().start("SV", cash=500).trains("SV", "2")
    verdict = JUDGEMENT.worth(table.game, "Ada", "SV", BuyTrain("2G", "bank", 50))
    assert verdict is not None
    assert verdict.money < 0
