"""What the sensible bot sees at a glance: money for trains, and what a tile promises."""

from ferrovia.bots.surveyor import promise
from ferrovia.engine.flow.actions import LayTile
from ferrovia.titles.purse import Purse
from tests.t1849.table import Table


def test_a_train_that_falls_within_two_phases_does_not_count_as_one() -> None:
    table = Table().start("RCS", cash=150).trains("RCS", "4H")
    purse = Purse(table.game, "Ada", "RCS")
    assert purse.is_doomed("4H")  # gone with the first 8H
    assert not purse.is_doomed("6H")
    assert purse.needs_train
    assert purse.next_price == 100
    assert purse.affords_train
    assert purse.can_spare(50)
    assert not purse.can_spare(51)
    assert not purse.has_needy
    table.cash(RCS=60)
    assert Purse(table.game, "Ada", "RCS").has_needy
    assert not Purse(table.game, "Bruno", "").has_needy


def test_with_a_lasting_train_all_money_can_be_spared() -> None:
    table = Table().phase("12").start("RCS", cash=100).trains("RCS", "10H")
    purse = Purse(table.game, "Ada", "RCS")
    assert not purse.needs_train
    assert purse.can_spare(100)
    assert not purse.can_spare(101)


def test_a_player_without_a_corporation_has_their_own_cash() -> None:
    table = Table().cash(Ada=77)
    purse = Purse(table.game, "Ada", "")
    assert purse.cash == purse.own_cash == 77
    assert not purse.needs_train


def test_track_that_joins_two_places_promises_most() -> None:
    """From Palermo by B4 to Partinico on D4, which lies open."""
    table = Table().start("RCS", cash=200).operate("RCS", "track")
    lays = [choice for choice in table.game.decision.choices if isinstance(choice, LayTile)]
    assert lays
    looks = {lay: promise(table.game, "RCS", lay) for lay in lays}
    assert all(look >= 1 for look in looks.values())
    assert looks[LayTile("B4", "7", 5)] == max(looks[lay] for lay in lays if lay.hex == "B4")


def test_dear_ground_promises_less() -> None:
    table = Table().start("CTL", cash=200).operate("CTL", "track")
    dear = [
        choice
        for choice in table.game.decision.choices
        if isinstance(choice, LayTile) and table.game.title.box.board.hexes[choice.hex].cost
    ]
    assert dear
    before = {lay: promise(table.game, "CTL", lay) for lay in dear}
    table.cash(CTL=2000)
    assert all(promise(table.game, "CTL", lay) >= look for lay, look in before.items())
    assert any(promise(table.game, "CTL", lay) > look for lay, look in before.items())
