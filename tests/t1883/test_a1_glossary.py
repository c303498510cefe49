"""Appendix 1: what the glossary adds to the rules."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import BuyPrivate, BuyTrain
from ferrovia.formats.view import view_for
from ferrovia.titles.t1883.actions import PlaceAnchor
from tests.t1883.table import Table, routes


@pytest.mark.clause("1883-A1.1")
def test_anchors_go_on_ports_two_on_one_only_of_two_corporations() -> None:
    table = Table().privates().phase("2").start("FSF", "Ada").start("SV", "Bruno").start("FBV", "Carla")
    table.own_is(anchors={"FSF": 2, "SV": 1, "FBV": 1}).operate("FSF")
    placeable = {choice.hex for choice in table.game.decision.choices if isinstance(choice, PlaceAnchor)}
    assert placeable == {"37", "58", "94"}
    table.may_not(PlaceAnchor("67"), "1883-A1.1")
    table.do(PlaceAnchor("37"))
    table.may_not(PlaceAnchor("37"), "1883-A1.1", "already")
    table.operate("SV").do(PlaceAnchor("37"))
    table.operate("FBV").may_not(PlaceAnchor("37"), "1883-A1.1", "Two corporations")
    table.do(PlaceAnchor("94"))
    assert table.own.ports == (("37", "FSF"), ("37", "SV"), ("94", "FBV"))


@pytest.mark.clause("1883-A1.2")
def test_only_a_box_with_a_hill_or_mountain_is_an_end_for_a_2g() -> None:
    """Montecchio (6) lies in the plain between the hills of Parma (CPA) and, over Sant'Ilario, Parma itself."""
    table = Table().privates().start("FBV", "Ada").lay("6 6 1", "7 8 0").tokens("FBV", "6").trains("FBV", "2", "2G")
    table.operate("FBV", "run").may(routes(("2G", "CPA 6")))
    table.may_not(routes(("2G", "PAR 7 6")), "1883-A1.2")
    table.may_not(routes(("2G", "6 7 PAR")), "1883-A1.2")
    table.may(routes(("2", "PAR 7 6")))  # an ordinary train may


@pytest.mark.clause("1883-A1.3")
def test_an_event_on_railways_spares_the_coaches_and_the_cooperative() -> None:
    table = Table().privates().phase("3").start("FSF", "Ada", stock={"Bruno": 4})
    table.start("SARSA", "Bruno", at=65)
    table.own_is(deck=("railroad_strike",), first_round_over=True, support=dict.fromkeys(table.players, 0))
    table.stock_round("Ada").end_round()
    assert table.own.effects == {"FSF": "half"}


@pytest.mark.clause("1883-A1.3")
def test_what_only_railways_may_do() -> None:
    """All but SARSA and the co-operative buy private companies."""
    table = Table().phase("2").privates(TCB="Ada").cash(CCFR=100)
    for corporation in ("FSF", "SV", "FBV", "SAFRE", "FMMSF", "FMV", "SEFTA", "SARSA"):
        table.start(corporation, "Bruno", homes=False, cash=100).operate(corporation)
        if corporation == "SARSA":
            table.may_not(BuyPrivate("TCB", 20), "1883-8.2.19")
        else:
            table.may(BuyPrivate("TCB", 20))
    table.operate("CCFR").may_not(BuyPrivate("TCB", 20), "1883-R39")
    table.own_is(ccfr="capitalist").start("CCFR", "Bruno", homes=False, cash=100).operate("CCFR")
    table.may(BuyPrivate("TCB", 20))


@pytest.mark.clause("1883-A1.3")
def test_once_capitalised_the_cooperative_is_a_railway_too() -> None:
    railways = ["FSF", "SV", "FBV", "SAFRE", "FMMSF", "FMV", "SEFTA"]
    table = Table().privates().phase("4").own_is(support=dict.fromkeys(Table().players, 0)).trains("CCFR", "3")
    table.sold_out("4").start("FBV", "Ada", cash=420).operate("FBV", "trains").do(BuyTrain("5", "bank", 420))
    for corporation in railways:
        if not table.game.is_started(corporation):
            table.start(corporation, "Bruno", homes=False)
    table.start("SARSA", "Bruno").own_is(deck=("railroad_strike",), first_round_over=True)
    table.stock_round("Ada").end_round()
    assert set(table.own.effects) == {*railways, "CCFR"}


@pytest.mark.clause("1883-A1.4")
def test_everybody_sees_everybodys_cash_apart_from_the_treasuries() -> None:
    table = Table().privates().start("SV", "Ada", cash=123).cash(Ada=11, Bruno=22, Carla=33, Dora=44).stock_round()
    for viewer in (*table.players, None):
        view = view_for(table.game, viewer)
        cash = {player: shown["cash"] for player, shown in view["players"].items()}
        assert cash == {"Ada": 11, "Bruno": 22, "Carla": 33, "Dora": 44}
        assert view["corporations"]["SV"]["cash"] == 123
