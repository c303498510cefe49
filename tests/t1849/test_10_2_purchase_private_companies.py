"""1849, 10.2: corporations buy private companies of players, with their consent."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import Accept, BuyPrivate, Decline, Dividend, Pass
from tests.t1849.table import Table, routes


def palermo(phase: str = "6", cash: int = 120) -> Table:
    """RCS of Ada with a train and a route; Ada owns SIGI, Bruno SCE, Carla RSA."""
    table = Table().phase(phase).privates(SCE="Bruno", SIGI="Ada", RSA="Carla").lay("B4 7 5", "D4 3 2")
    return table.start("RCS", cash=cash).trains("RCS", "8H").operate("RCS")


@pytest.mark.clause("1849-10.2.1")
def test_bought_before_the_tile_and_after_the_run_from_the_president_and_from_another() -> None:
    table = palermo()
    ada, bruno = table.money("Ada", "Bruno")
    table.may_not(BuyPrivate("SIGI", 91), "1849-7.1.13", saying="1 to 90")
    table.may_not(BuyPrivate("SIGI", 0), "1849-7.1.13")
    table.do(BuyPrivate("SIGI", 90))  # one person decides for both sides
    assert table.game.state.privates["SIGI"] == "RCS"
    assert table.money("RCS", "Ada") == (30, ada + 90)
    table.do(Pass(), routes(("8H", "D4 B4 C5 A5")), Dividend("withhold"))
    assert table.money("RCS") == (30 + 70,)
    table.do(BuyPrivate("SCE", 30))
    assert (table.decider, table.step) == ("Bruno", "offer")
    table.do(Accept())
    assert table.game.state.privates["SCE"] == "RCS"
    assert table.money("RCS", "Bruno") == (70, bruno + 30)


@pytest.mark.clause("1849-10.2.1")
@pytest.mark.parametrize("step", ["track", "token", "run", "dividend", "trains", "finance", "private"])
def test_any_moment_of_the_turn_will_do(step: str) -> None:
    line_to_trapani = ("C5 651 5", "D4 682 1", "E3 714 0", "F2 78 2")
    table = palermo(cash=500).lay(*line_to_trapani).operate("RCS", step).turn_is(revenue=70)
    table.may(BuyPrivate("SIGI", 1), BuyPrivate("SCE", 40))
    table.do(BuyPrivate("SIGI", 90))
    assert table.game.state.privates["SIGI"] == "RCS"
    assert table.step == step  # and the turn goes on where it was


@pytest.mark.clause("1849-10.2.1")
@pytest.mark.parametrize(("phase", "open_to_sale"), [("4", False), ("6", True), ("8", True), ("10", True)])
def test_only_in_phases_6_8_and_10(phase: str, open_to_sale: bool) -> None:
    table = palermo(phase)
    if open_to_sale:
        table.may(BuyPrivate("SIGI", 45))
    else:
        table.may_not(BuyPrivate("SIGI", 45), "1849-10.2.1")


@pytest.mark.clause("1849-10.2.1")
def test_from_phase_12_nothing_is_left_to_buy() -> None:
    table = palermo().phase("12").operate("RCS")
    table.may_not(BuyPrivate("SIGI", 45), "1849-10.2.1")


@pytest.mark.clause("1849-10.2.1")
def test_not_rsa_not_from_a_corporation_and_not_on_credit() -> None:
    table = palermo(cash=89)
    table.may_not(BuyPrivate("RSA", 89), "1849-7.1.14")
    table.may_not(BuyPrivate("CNM", 20), "1849-10.2.1", saying="not a private company")
    table.may_not(BuyPrivate("SIGI", 90), "1849-10.0.4")
    table.start("CTL", at=68).privates(SIGI="CTL").may_not(BuyPrivate("SIGI", 45), "1849-7.1.15")


@pytest.mark.clause("1849-10.2.1")
def test_the_last_step_of_a_turn_waits_only_while_something_is_for_sale() -> None:
    table = palermo(cash=1).operate("RCS", "finance")
    table.do(Pass())
    assert table.step == "private"
    table = palermo(cash=0).operate("RCS", "finance")
    table.do(Pass())
    assert table.step != "private"


@pytest.mark.clause("1849-10.2.2")
def test_without_the_owners_consent_nothing_happens() -> None:
    table = palermo()
    money = table.money("RCS", "Bruno")
    table.do(BuyPrivate("SCE", 40))
    table.may_not(Accept(), "1849-R36", by="Ada")
    table.may_not(Pass(), "1849-10.0.3")  # Bruno must answer
    table.do(Decline())
    assert table.game.state.privates["SCE"] == "Bruno"
    assert table.money("RCS", "Bruno") == money
    assert (table.decider, table.step, table.game.decision.for_corporation) == ("Ada", "track", "RCS")
    table.do(Pass())
    assert table.step == "run"


@pytest.mark.clause("1849-10.2.2")
def test_only_the_corporation_on_turn_buys() -> None:
    """Dora's CTL has money and her own SMS is for sale, but it is RCS's turn."""
    table = palermo().start("CTL", "Dora", at=68, cash=300).privates(SMS="Dora", SIGI="Ada")
    table.may_not(BuyPrivate("SMS", 110), "1849-3.0.3", by="Dora")
    table.operate("CTL")
    table.do(BuyPrivate("SMS", 110))
    assert table.game.state.privates["SMS"] == "CTL"


@pytest.mark.clause("1849-10.2.2")
def test_no_private_company_is_sold_in_a_stock_round() -> None:
    table = palermo().stock_round("Ada")
    table.may_not(BuyPrivate("SIGI", 45), "1849-9.0.1")
