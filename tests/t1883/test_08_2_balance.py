"""Section 8.2, the rule of 1:2: one share of SARSA for two railway shares when a stock round ends, and the way back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ferrovia.engine.flow.actions import Action, BuyShare, Pass, SellShares, Start, UsePrivate
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.stock import StockRound
from ferrovia.titles.t1883 import balance
from ferrovia.titles.t1883.actions import BuyConcession, BuySupport
from ferrovia.titles.t1883.stock import EmilianStock
from tests.t1883.table import Table

# What a player may hold


@pytest.mark.clause("1883-8.2.16", "1883-8.2.17")
@pytest.mark.parametrize(
    ("railways", "most"),
    [({"SV": 5}, 2), ({"FSF": 4, "FBV": 2}, 3), ({"FBV": 3}, 1), ({"SV": 4}, 2), ({"FBV": 1}, 0)],
)
def test_one_share_of_sarsa_for_two_railway_shares(railways: dict[str, int], most: int) -> None:
    """Bruno holds these railway shares, besides 10% of the co-operative, which count nothing."""
    for held in range(1, 5):
        table = Table().phase("2").start("SARSA", "Ada", at=65, stock={"Bruno": held})
        for name, count in railways.items():
            table.start(name, "Carla", at=85, stock={"Bruno": count})
        table.cash(Bruno=500).stock_round("Bruno", turn=3)
        if held <= most:
            table.may(Pass())
        else:
            table.may_not(Pass(), "1883-8.2.18")


@pytest.mark.clause("1883-8.2.16")
def test_shares_of_ccfr_count_once_it_is_capitalised() -> None:
    table = Table().phase("5").capitalised("Carla", stock={"Bruno": 2}).start("SARSA", "Ada", at=65, stock={"Bruno": 1})
    table.stock_round("Bruno", turn=5).may(Pass())


@pytest.mark.clause("1883-8.2.18")
def test_the_rule_binds_passing_and_nothing_else() -> None:
    """Bruno has 20% of a railway and buys the presidency of SARSA; he ends that turn, but may not pass in the next."""
    table = Table().phase("2").start("SV", "Bruno", at=85, stock={"Carla": 1}).cash(Bruno=600)
    table.stock_round("Bruno", turn=3).do(Start("SARSA", 65))
    table.may(Pass())
    table.do(Pass())
    table.pass_on(lambda: table.decider == "Bruno")
    table.may_not(Pass(), "1883-8.2.18")
    table.do(BuyShare("SV", "offer"))
    table.do(Pass())
    table.pass_on(lambda: table.decider == "Bruno")
    table.may_not(Pass(), "1883-8.2.18")  # 30% is not enough
    table.do(BuyShare("SV", "offer"))
    table.do(Pass())
    table.pass_on(lambda: table.decider == "Bruno")
    table.may(Pass())


@pytest.mark.clause("1883-R48")
def test_who_cannot_restore_the_balance_may_pass() -> None:
    """Bruno presides SARSA without an heir and cannot afford any railway share; he only could buy support."""
    table = Table().phase("2").privates().start("SARSA", "Bruno", at=65).start("SV", "Carla", at=85).cash(Bruno=70)
    table.stock_round("Bruno", turn=3).may(BuySupport(), Pass())
    table.cash(Bruno=85).stock_round("Bruno", turn=3).may_not(Pass(), "1883-8.2.18")
    table.may(BuyShare("SV", "offer"))


@pytest.mark.clause("1883-R48")
def test_a_sale_of_sarsa_or_the_launch_of_a_railway_is_a_way_out() -> None:
    table = Table().phase("2").privates().start("SARSA", "Carla", at=65, stock={"Bruno": 1}).cash(Bruno=0)
    table.stock_round("Bruno", turn=3).may_not(Pass(), "1883-8.2.18")
    table.do(SellShares("SARSA", (10,)))
    table.may(Pass())
    table = Table().phase("2").privates().start("SARSA", "Bruno", at=65).cash(Bruno=129).stock_round("Bruno", turn=3)
    table.may(Pass())
    table.cash(Bruno=130).stock_round("Bruno", turn=3).may_not(Pass(), "1883-8.2.18")


@pytest.mark.clause("1883-R48")
def test_shares_sold_in_the_same_round_are_no_way_out() -> None:
    table = Table().phase("2").privates().start("SARSA", "Bruno", at=65).start("SV", "Carla", at=85).cash(Bruno=100)
    table.stock_round("Bruno", turn=3, sold=(("Bruno", "SV"),)).may(Pass())


# No deal shuts the way back


def alone(cash: int, **launched: str) -> Table:
    """Ada's stock turn in the first phase; the others have no money."""
    table = Table().privates()
    for corporation, president in launched.items():
        table.start(corporation, president, at=65)
    table.support(Ada=0).cash(Ada=cash, Bruno=0, Carla=0, Dora=0)
    return table.stock_round("Ada", turn=3)


def turn(table: Table, *actions: Action) -> None:
    """A whole stock turn, after which the others pass; one in which nothing more can be done is over by itself."""
    player = table.decider
    table.do(*actions)
    top = table.game.top
    if isinstance(top, StockRound) and top.acted:
        table.do(Pass())
    table.pass_on(lambda: table.decider == player or table.game.state.round.kind != "stock")


@pytest.mark.clause("1883-8.2.18", "1883-R48")
def test_sarsa_is_launched_only_with_money_left_for_the_railway_shares_it_asks_for() -> None:
    """Ada has 20% of FSF: with SARSA's 20% she needs two railway shares more, at 65 each."""
    alone(130 + 129, FSF="Ada").may_not(Start("SARSA", 65), "1883-8.2.18", "could not get back")
    table = alone(130 + 130, FSF="Ada")
    table.may_not(Start("SARSA", 85), "1883-8.2.18")
    turn(table, Start("SARSA", 65))
    assert table.decider == "Ada"  # the others can do nothing
    table.may_not(Pass(), "1883-8.2.18")


@pytest.mark.clause("1883-8.2.18", "1883-R48")
def test_no_money_is_spent_that_the_way_back_needs() -> None:
    """Ada must still buy two railway shares at 65, and has 130 and a little more."""
    table = alone(130 + 134, FSF="Ada", SV="Bruno")
    turn(table, Start("SARSA", 65))
    table.may_not(BuySupport(), "1883-8.2.18")
    table.may(BuyShare("SARSA", "offer"))  # it can be sold again for as much
    table.start("FBV", "Bruno", at=65, par=85).stock_round("Ada", turn=3)
    table.may_not(BuyShare("FBV", "offer"), "1883-8.2.18")  # a railway share, but too dear a one
    turn(table, BuyShare("SV", "offer"))
    table.may_not(BuySupport(), "1883-8.2.18")
    turn(table, BuyShare("FSF", "offer"))
    assert balance.missing(table.game, "Ada") == 0
    table.may(Pass())


@pytest.mark.clause("1883-8.2.18", "1883-R48")
def test_railway_shares_are_sold_only_while_others_can_take_their_place() -> None:
    """Ada has FSF 40% and SARSA 20%. Two shares of FSF bring 130, just enough to launch another railway."""
    table = alone(0).start("FSF", "Ada", at=65, stock={"Ada": 2}).start("SARSA", "Ada", at=65).cash(Ada=0)
    table.stock_round("Ada", turn=3)
    table.may_not(SellShares("FSF", (10,)), "1883-8.2.18")
    table.do(SellShares("FSF", (10, 10)))
    table.may_not(BuySupport(), "1883-8.2.18")
    table.do(Start("SV", 65))
    assert balance.missing(table.game, "Ada") == 0


@pytest.mark.clause("1883-R48")
def test_dear_stock_sold_for_cheap_is_a_way_back() -> None:
    """Two shares of FBV at 150 pay for four of SV at 65."""
    table = alone(130).start("SV", "Bruno", at=65).start("FBV", "Bruno", at=(3, 13), par=100, stock={"Ada": 2})
    table.cash(Ada=130).stock_round("Ada", turn=3)
    turn(table, Start("SARSA", 65))
    table.may_not(Pass(), "1883-8.2.18")
    table.do(SellShares("FBV", (10, 10)))
    for _ in range(4):
        turn(table, BuyShare("SV", "offer"))
    assert balance.missing(table.game, "Ada") == 0


@pytest.mark.clause("1883-R48")
def test_the_certificate_limit_can_bar_the_way_back() -> None:
    """Four players have 16 certificates at most. Ada has room for SARSA's and one more, or for that alone; in a later
    round than the first she could sell a share of SV, to launch a railway with the certificate it leaves free."""
    for others, turn_number, is_refused in ((10, 1, False), (11, 1, True), (11, 2, False)):
        table = Table().start("SV", "Bruno", at=65, stock={"Ada": 3}).cash(Ada=1000)
        table.privates(**{f"private {number}": "Ada" for number in range(others)})
        table.stock_round("Ada", turn=turn_number)
        assert table.game.certificate_count("Ada") == 4 + others
        if is_refused:
            table.may_not(Start("SARSA", 65), "1883-8.2.18")
        else:
            table.may(Start("SARSA", 65))


@pytest.mark.clause("1883-R48", "1883-5.3.6.1")
@pytest.mark.parametrize(("fsf", "sv", "is_refused"), [(4, 0, True), (2, 2, False)])
def test_nobody_counts_on_more_than_60_percent_for_the_way_back(fsf: int, sv: int, is_refused: bool) -> None:
    """Ada has six railway shares and three of SARSA, for which the pool is full: with a fourth she needs two shares
    more, and has money for two of FSF out of the pool, but not for a launch or for SV."""
    table = alone(0).start("FSF", "Ada", at=(6, 2), par=65, stock={"Ada": fsf, "pool": 2})
    table.start("SV", "Bruno", at=100, stock={"Ada": sv}).start("SARSA", "Ada", at=65, stock={"Ada": 1, "pool": 5})
    table.cash(Ada=65 + 2 * table.price("FSF")).stock_round("Ada", turn=3)
    assert (table.price("FSF"), balance.missing(table.game, "Ada")) == (45, 0)
    if is_refused:
        table.may_not(BuyShare("SARSA", "offer"), "1883-8.2.18")
    else:
        table.may(BuyShare("SARSA", "offer"))


@pytest.mark.clause("1883-R48", "1883-5.3.4.2")
def test_who_sells_a_presidency_keeps_a_certificate() -> None:
    """Ada has 16 certificates, the most. Of FBV's 20% she can sell one share to Bruno's presidency, but the other is a
    certificate again: no launch fits in, and her two shares of SARSA, for which the pool is full, stay without."""
    table = Table().privates(**{f"private {number}": "Ada" for number in range(12)}).cash(Ada=200)
    table.start("FBV", "Ada", at=65, stock={"Bruno": 2}).start("SARSA", "Carla", at=65, stock={"Ada": 2, "pool": 5})
    table.stock_round("Ada", turn=3)
    assert table.game.certificate_count("Ada") == 16
    assert (balance.missing(table.game, "Ada"), balance.fewest_missing(table.game, "Ada")) == (2, 2)
    table.may(Pass())


@pytest.mark.clause("1883-R48", "1883-8.2.18")
def test_shares_of_sarsa_that_must_bring_enough_together_are_sold_together() -> None:
    """Ada has four, of which the pool takes two: for 65 each they pay for a launch, one after the other they do not."""
    table = alone(0).start("FBV", "Bruno", at=65, stock={"Ada": 2, "Bruno": 4, "Carla": 2})
    table.start("SARSA", "Carla", at=65, stock={"Ada": 4, "pool": 3}).stock_round("Ada", turn=3)
    table.may_not(SellShares("SARSA", (10,)), "1883-8.2.18")
    turn(table, SellShares("SARSA", (10, 10)), Start("SV", 65))
    assert balance.missing(table.game, "Ada") == 0


@pytest.mark.clause("1883-R48", "1883-5.6.5")
def test_a_concession_shuts_no_way_back() -> None:
    """It is paid by the corporation."""
    table = alone(130 + 130, FSF="Ada").cash(FSF=100).stock_round("Ada", turn=3)
    turn(table, Start("SARSA", 65))
    turn(table, BuyConcession("4", "FSF"))
    table.may_not(Pass(), "1883-8.2.18")


@pytest.mark.clause("1883-R48")
def test_in_the_first_stock_round_no_sale_is_a_way_back() -> None:
    """Bruno has 30% of SARSA, of which he could sell one share in any later round."""
    for turn, refused in ((1, True), (2, False)):
        table = alone(0).start("SV", "Bruno", at=65, stock={"Bruno": 2}).start("SARSA", "Bruno", at=65)
        table.cash(Bruno=65).stock_round("Bruno", turn=turn)
        if refused:
            table.may_not(BuyShare("SARSA", "offer"), "1883-8.2.18")
        else:
            table.do(BuyShare("SARSA", "offer"))
            table.may(SellShares("SARSA", (10,)))


@pytest.mark.clause("1883-R48")
def test_who_was_put_out_of_balance_by_others_mends_what_can_be_mended() -> None:
    """Bruno has 40% of SARSA and no railway share; the pool has room for one share of SARSA, and money for one share
    of SV there is, but not for two."""
    table = alone(0).start("SV", "Carla", at=65).start("SARSA", "Bruno", at=65, stock={"Bruno": 2, "pool": 4})
    table.cash(Bruno=40).support(Bruno=0).stock_round("Bruno", turn=3)
    assert (balance.missing(table.game, "Bruno"), balance.fewest_missing(table.game, "Bruno")) == (8, 5)
    table.may_not(Pass(), "1883-8.2.18")
    table.may(BuySupport())  # 35 and 65 still buy the one share of SV
    table.cash(Bruno=0).stock_round("Bruno", turn=3).may_not(Pass(), "1883-8.2.18")
    table.do(SellShares("SARSA", (10,)))
    table.may_not(BuySupport(), "1883-8.2.18")
    table.do(BuyShare("SV", "offer"))
    assert balance.missing(table.game, "Bruno") == 5
    table.pass_on(lambda: table.game.state.round.kind == "operating")


@pytest.mark.clause("1883-R48")
def test_who_is_shut_off_by_others_may_pass() -> None:
    """Bruno counted on selling a share of SARSA; Carla fills the pool with hers before his turn comes back. So the
    round ends out of balance; in the next he must mend it."""
    table = alone(0).start("SV", "Bruno", at=65, stock={"Bruno": 1, "Carla": 6})
    table.start("SARSA", "Carla", at=65, stock={"Bruno": 1, "Carla": 1, "pool": 4}).cash(Bruno=65)
    table.stock_round("Bruno", turn=3)
    table.do(BuyShare("SARSA", "offer"), Pass(), SellShares("SARSA", (10,)), Pass())
    table.pass_on(lambda: table.game.state.round.kind == "operating")
    assert balance.missing(table.game, "Bruno") == 1
    table.cash(Bruno=64).stock_round("Bruno", turn=4).may(Pass())
    table.cash(Bruno=65).stock_round("Bruno", turn=4).may_not(Pass(), "1883-8.2.18")


@pytest.mark.clause("1883-R48", "1883-3.2.4")
def test_the_swap_of_cnp_counts_once_it_is_made() -> None:
    """Ada lacks one railway share for SARSA and owns CNP."""
    table = alone(130).start("SV", "Ada", at=65, stock={"Ada": 1}).privates(CNP="Ada").cash(Ada=130)
    table.stock_round("Ada", turn=3).may_not(Start("SARSA", 65), "1883-8.2.18")
    table.game.apply(UsePrivate("CNP"))
    table.do(Start("SARSA", 65))


@pytest.mark.clause("1883-R48", "1883-5.8.1")
def test_a_sale_that_closes_the_railway_takes_all_its_shares() -> None:
    """FBV stands at 30, above CLOSED: with one share sold the other three are gone, and 30 buy nothing."""
    table = alone(0).start("FBV", "Bruno", at=(6, 0), stock={"Ada": 4}).start("SARSA", "Carla", at=65, stock={"Ada": 1})
    table.stock_round("Ada", turn=3)
    table.may(SellShares("FBV", (10,)))  # a share of SARSA can be sold
    table.start("SARSA", "Carla", at=65, stock={"Ada": 1, "pool": 5}).stock_round("Ada", turn=3)
    table.may_not(SellShares("FBV", (10,)), "1883-8.2.18")
    table.start("FBV", "Bruno", at=(5, 1), stock={"Ada": 4}).stock_round("Ada", turn=3)
    table.may(SellShares("FBV", (10, 10)))


# The way back, tried out


def deals(game: Game) -> Iterator[Action]:
    """What a player could do for the balance in a stock turn."""
    for choice in game.decision.choices:
        if isinstance(choice, SellShares) or (isinstance(choice, BuyShare) and choice.corporation != "SARSA"):
            yield choice
    top = game.top
    if isinstance(top, StockRound) and top.acted:
        yield Pass()


def fewest_by_trial(game: Game, player: str) -> int:
    """The fewest railway shares a player can come to lack, found by playing every line of deals of theirs."""
    seen, fewest, positions = set(), balance.missing(game, player), [game]
    for here in positions:
        for action in deals(here):
            then = here.fork()
            then.apply(action)
            while then.state.round.kind == "stock" and then.decision.player != player:
                then.apply(Pass())
            fewest = min(fewest, balance.missing(then, player))
            if then.state.round.kind != "stock":
                continue
            top = then.top
            assert isinstance(top, StockRound)
            key = (str(then.state.certificates), then.cash(player), frozenset(top.sold), top.bought, top.sold_first)
            if key not in seen:
                seen.add(key)
                positions.append(then)
        assert len(positions) < 2000
    return fewest


def uneasy(chance: Chance) -> Table:
    """Ada has too much of SARSA, for which the pool has room for a share at most; the other railways are not sold."""
    table = Table(3).privates().support(Ada=9)
    out = dict.fromkeys(("FSF", "SAFRE", "FMMSF", "FMV"), ("out",) * 9)
    table.game.state.certificates = {**table.game.state.certificates, **out}
    table.start("SV", "Bruno", at=(6, chance.below(7)), par=65, stock={"Ada": chance.below(2), "pool": 4, "Carla": 2})
    table.start("FBV", "Ada", at=(3, 4 + chance.below(10)), par=110, stock={"Carla": 3, "pool": 2 + chance.below(4)})
    table.start("SARSA", "Ada", at=(3, 3), stock={"Ada": chance.below(2), "pool": 4 + chance.below(2)})
    table.own_is(concessions={}).cash(Ada=chance.below(80), Bruno=0, Carla=0)
    return table.stock_round("Ada", turn=3)


@pytest.mark.clause("1883-R48")
def test_the_way_back_is_what_trying_every_line_of_deals_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for number in range(8):
        table = uneasy(Chance(f"way back {number}"))
        fewest = balance.fewest_missing(table.game, "Ada")
        with monkeypatch.context() as freely:
            freely.setattr(EmilianStock, "deal_refusal", lambda *_: None)
            freely.setattr(EmilianStock, "pass_refusal", lambda *_: None)
            assert fewest_by_trial(table.game, "Ada") == fewest
        found.append(fewest)
    assert 0 in found
    assert len(set(found)) > 2
