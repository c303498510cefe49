"""Crossings: rules of 1883 that meet in the middle of one another, each of them played.

crossing                             clauses            what holds
-----------------------------------  -----------------  ----------------------------------------
in a stock round
  x closing by a sale                5.8                CNP sends a share of SV to the pool; no launch in this round
  x closing x 1:2                    8.2.18, R48        who loses railway shares by it gets a turn and must mend it
  x closing x bonus x bank           5.8, 5.6.1, 9.0    a token gone opens a way; a set of rounds, then the end
  x swap of CNP x presidency         3.2, 5.3.4         the turn goes on, and the new president acts for SV
in the event phase
  x closing by an accident           11.1, 5.8          it has no turn, its trains are in the pool
  x bankruptcies by the war          11.1, R35, 9.0     the next one pays too; with one player left the game is over
  x bankruptcy of the leader         11.1, 8.1.2        the next member leads CCFR in this very round
  x phase x capitalisation           11.2, 8.1.8        CCFR operates in that round as a corporation, with its president
in a forced purchase
  x closing                          6.8.6, 5.8         a train of the closed is in the pool, and the cheapest now
  x closing of the owner of CNP      6.8.6, 5.8         SV is paid for its share, and needs less
  x closing of the buyer             6.8.6, 5.8         nothing is to be bought any more
  x swap of CNP x presidency         3.2, 6.8.6         the new president has the duty
  x phase x rust of 2 and 2G         6.8.5, 4.0         the next corporation is forced too, and its president ruined
  x capitalisation x link x discard  8.1.8, 3.2, 6.8.4  all is settled, then the turn goes on
  x air raids                        12.3, 11.2         they are settled within the turn
  x bank                             9.0                the train is bought and the set played to its end
  x 1:2                              8.2.18, R48        it is mended in the next stock round, if it can be
  x bankruptcy x freezing            6.8.6, 8.1.6       without its last member CCFR is frozen and has no turn
in the penalties
  x bankruptcy x penalty             6.11, R35          a closed corporation owes nothing more, an inherited one does
  x closing x bonus                  6.11, 5.6.1, R21   the bonus is paid before the next penalty
in looting
  x bank                             8.1.5, 9.0         the looter is paid
  x autarchy                         8.1.5, 11.2, R45   half the run is looted
  x freezing x phase                 8.1.6, R72         no gift, and nobody is asked which trains go
in the merger
  x debt x bankruptcy x lead         8.3, 6.8.6         the next receiver is asked; the lead of CCFR passes on
  x bankruptcy x one player          8.3, 9.0           the game is over at once
  x no president                     8.3, 5.8           SEFTA closes, and is launched again as SEFTA
  x link x bonus                     8.3, 3.2, 5.6.1    the bonus is SEFTA's, and its president's to share
  x phase x link x bonus             12.1, R52          the same when a card takes the first 5
  x strike                           12.1, R80          played in test_12_variants
  x deadline                         8.3, 6.11, R49     SEFTA pays the penalty of either
  x 1:2 x certificate limit          8.3, 8.2.18, 5.4   both are mended in the next stock round
  x bank                             8.3, 9.0           the merger is settled and the set played to its end
elsewhere
  capitalisation x 1:2               8.1.8, 8.2.16      shares of CCFR count from then on
  closing x 8 trains                 5.8, 5.6.3         the concessions of the closed leave play

No debt arises in a stock round: cards, penalties and the merger, which make them, come in operating rounds.
"""

from __future__ import annotations

import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.actions import (
    Accept,
    Action,
    Answer,
    Bankrupt,
    BuyTrain,
    DiscardTrain,
    Dividend,
    Pass,
    SellShares,
    Start,
    UsePrivate,
)
from ferrovia.engine.flow.conservation import faults
from ferrovia.engine.flow.events import BankBroken, CorporationClosed, Event
from ferrovia.engine.flow.state import BANK
from ferrovia.titles.t1883 import balance
from ferrovia.titles.t1883.actions import BuyConcession, Merge
from ferrovia.titles.t1883.emilia import Concession
from ferrovia.titles.t1883.events import Accident, Bombed, ConcessionCompleted
from tests.t1883.table import Table

ROUTE = "37 57 1"  # Guastalla - Suzzara, for SV
ABOVE_CLOSED = (6, 0)
LOOT = Dividend("loot")
TO_AULLA = ("5 CI2 0", "25 8 2", "15 8 5", "4 9 0", "3 57 0", "2 58 1")  # concession 3, from Reggio to Aulla
NOBODY = {"Ada": 0, "Bruno": 0, "Carla": 0, "Dora": 0}


def told(table: Table, *events: Event) -> bool:
    """Whether these events were told by the last action, in this order."""
    found = iter(table.game.events)
    return all(event in found for event in events)


def interject(table: Table, action: Action) -> None:
    table.may(action)
    table.game.apply(action)
    assert faults(table.game) == []


# In a stock round


@pytest.mark.clause("1883-5.8.1", "1883-5.8.4", "1883-5.8.5")
def test_stock_round_x_closing() -> None:
    table = Table().start("SV", "Bruno", at=85, cash=0).privates(CNP="FBV")
    table.start("FBV", "Carla", at=ABOVE_CLOSED, stock={"Ada": 2}, cash=70).trains("FBV", "2")
    table.cash(Carla=500).stock_round("Ada", turn=3).do(SellShares("FBV", (10,)))
    assert not table.game.is_started("FBV")
    assert table.holding("FBV", "Ada") == []
    assert (table.pool("SV"), table.money("SV"), table.game.trains(POOL)) == (10, (85,), ("2",))
    table.pass_on(lambda: table.decider == "Carla")
    table.may_not(Start("FBV", 65), "1883-5.3.3.1")
    table.pass_on(lambda: str(table.game.state.round) == "SR 4")
    table.pass_on(lambda: table.decider == "Carla")
    table.do(Start("FBV", 65))


@pytest.mark.clause("1883-8.2.18", "1883-R48", "1883-5.8.1")
def test_stock_round_x_closing_x_balance() -> None:
    """Bruno has passed when Ada's sale closes FBV, his only railway: he has a turn again and must sell SARSA."""
    table = Table().privates().start("SARSA", "Dora", at=65, stock={"Bruno": 1}).start("SV", "Dora", stock={"Dora": 2})
    table.start("FBV", "Carla", at=ABOVE_CLOSED, stock={"Ada": 2, "Bruno": 2}).cash(Bruno=0)
    table.stock_round("Bruno", turn=3).do(Pass())
    table.pass_on(lambda: table.decider == "Ada")
    table.do(SellShares("FBV", (10, 10)))
    table.pass_on(lambda: table.decider == "Bruno")
    table.may_not(Pass(), "1883-8.2.18")
    table.do(SellShares("SARSA", (10,)))
    assert balance.missing(table.game, "Bruno") == 0


def shut_by_fbv(phase: str = "2", at: Cell = ABOVE_CLOSED) -> Table:
    """Ada's FMMSF owns concession 3, and track joins its token in Sassuolo to Reggio and on to Aulla; only the token of
    Carla's FBV in Castelnovo is in the way."""
    table = Table().phase(phase).trains("CCFR").lay(*TO_AULLA, "34 58 3").privates().own_is(support=NOBODY, deck=())
    table.start("FMMSF", "Ada", at=(3, 8), cash=0).game.place_token("FMMSF", StopId("43.0"))
    table.start("FBV", "Carla", at=at, stock={"Bruno": 1}, homes=False).tokens("FBV", "3")
    table.own_is(concessions={"3": Concession("FMMSF", 1)})
    table.title.track.changed(table.game)
    assert "3" in table.own.concessions
    return table


@pytest.mark.clause("1883-5.8.2", "1883-5.6.1.6", "1883-9.0.1")
def test_stock_round_x_closing_x_bonus_x_bank() -> None:
    table = shut_by_fbv().cash(bank=150).stock_round("Bruno", turn=3)
    table.do(SellShares("FBV", (10,)))  # FBV closes, and its token goes
    assert told(table, CorporationClosed("FBV"), ConcessionCompleted("FMMSF", "3", 200), BankBroken())
    assert table.money("FMMSF") == (200,)
    rounds = table.pass_on(lambda: table.game.over)
    assert (rounds[-1], table.game.state.ended_by) == ("OR 3.2", "1883-9.0.1")


@pytest.mark.clause("1883-3.2.4", "1883-5.3.4.1", "1883-5.6.2")
def test_stock_round_x_swap_x_presidency() -> None:
    """In the middle of Bruno's turn Ada swaps CNP for the share that makes her president of SV."""
    table = Table().start("SV", "Bruno", stock={"Ada": 2}, cash=100).privates(CNP="Ada").stock_round("Bruno", turn=3)
    table.may(BuyConcession("7", "SV"))
    interject(table, UsePrivate("CNP"))
    assert (table.game.president("SV"), table.decider) == ("Ada", "Bruno")
    table.may_not(BuyConcession("7", "SV"), "1883-5.6.2")
    table.pass_on(lambda: table.decider == "Ada")
    table.do(BuyConcession("7", "SV"))


# In the event phase


@pytest.mark.clause("1883-11.1.7", "1883-5.8.1")
def test_event_x_closing() -> None:
    table = Table().start("SV", "Ada", at=ABOVE_CLOSED, cash=50).trains("SV", "2").own_is(operated_last=("SV",))
    table.draws("railroad_accident")
    assert told(table, Accident("SV"), CorporationClosed("SV"))
    assert table.game.trains(POOL) == ("2",)
    seen = set()
    while table.game.state.round.kind == "operating":
        seen.add(table.game.decision.for_corporation)
        table.do(Pass() if Pass() in table.game.decision.choices else table.game.decision.choices[0])
    assert seen == {"CCFR"}


@pytest.mark.clause("1883-11.1.1", "1883-R35", "1883-9.0.6")
def test_event_x_bankruptcies() -> None:
    """Nobody but Carla can pay for the war: Ada and Bruno are ruined one after the other, and the game is over."""
    table = Table(3).privates().cash(Ada=9, Bruno=0).draws("first_world_war")
    assert table.decider == "Ada"
    table.do(Bankrupt())
    assert (table.decider, table.game.over) == ("Bruno", False)
    table.do(Bankrupt())
    assert table.game.state.ended_by == "1883-9.0.6"
    assert table.game.title.calendar.worth(table.game, "Ada") == 0


@pytest.mark.clause("1883-11.1.1", "1883-8.1.2.3", "1883-R34")
def test_event_x_bankruptcy_of_the_leader() -> None:
    table = Table(4).privates().cash(Ada=0).draws("first_world_war", "kings_visit", of=2)
    table.do(Bankrupt())
    assert (table.decider, table.game.decision.for_corporation) == ("Bruno", "CCFR")
    table.pass_on(lambda: table.game.state.round.number == 2)
    assert table.game.president("CCFR") == "Carla"


@pytest.mark.clause("1883-11.2.7", "1883-8.1.8.1", "1883-8.1.8.4")
def test_event_x_phase_x_capitalisation() -> None:
    """The German occupation takes the first 5 before anybody operates."""
    table = Table(3).privates().phase("4").sold_out("4").trains("CCFR", "4").start("SV", "Ada", at=(3, 12))
    table.start("FBV", "Bruno", at=65).draws("german_occupation")
    assert (table.own.ccfr, table.game.president("CCFR"), table.game.trains("CCFR")) == ("capitalist", "Carla", ("5",))
    table.comes_to("CCFR", "track")
    assert table.decider == "Carla"
    table.turn_is(at=3, revenue=40).may(Dividend("withhold"))
    table.may_not(Dividend("loot"), "1883-6.7.1")


# In a forced purchase


def in_need(phase: str, treasury: int = 0, cash: int = 0, at: int | Cell = 100, options: tuple[str, ...] = ()) -> Table:
    """Ada's SV has a route, no train and little money."""
    table = Table(options=options).phase(phase).lay(ROUTE).privates().trains("CCFR").own_is(deck=())
    if phase >= "5":
        table.capitalised("Dora", at=(3, 0)).trains("CCFR", "5")
    return table.start("SV", "Ada", at=at, cash=treasury).cash(Ada=cash)


@pytest.mark.clause("1883-6.8.6.1", "1883-6.8.6.3", "1883-5.8.2")
def test_forced_purchase_x_closing() -> None:
    """A 4 costs 300. With Ada's share FBV closes; its 3 is in the pool, and is the cheapest train now."""
    table = in_need("4", cash=100).start("FBV", "Bruno", at=ABOVE_CLOSED, stock={"Ada": 1}).trains("FBV", "3")
    table.start("FSF", "Bruno", at=65, stock={"Ada": 3}).operate("SV", "trains")
    table.do(SellShares("FBV", (10,)))
    assert table.game.trains(POOL) == ("3",)
    table.may_not(BuyTrain("4", BANK, 300), "1883-6.8.6.3")
    table.may_not(SellShares("FSF", (10, 10)), "1883-R33")  # 50 are missing now
    table.do(SellShares("FSF", (10,)), BuyTrain("3", POOL, 180))
    assert table.money("Ada", "SV") == (100 + 30 + 65 - 180, 0)


@pytest.mark.clause("1883-6.8.6.1", "1883-5.8.4")
def test_forced_purchase_x_closing_of_the_owner_of_cnp() -> None:
    """A 3 costs 180 and Ada has 60. With her share of FBV, the owner of CNP, closes: SV gets 100 for a share of its
    own, and only 80 is missing, which she has by now."""
    table = in_need("2", cash=60).start("FBV", "Bruno", at=ABOVE_CLOSED, stock={"Ada": 1}).privates(CNP="FBV")
    table.start("FSF", "Bruno", at=65, stock={"Ada": 2}).operate("SV", "trains").do(SellShares("FBV", (10,)))
    assert table.money("SV", "Ada") == (100, 90)
    table.may_not(SellShares("FSF", (10,)), "1883-R33", "Enough")
    table.do(BuyTrain("3", BANK, 180))
    assert table.money("SV", "Ada") == (0, 10)


@pytest.mark.clause("1883-6.8.6.2", "1883-5.8.1", "1883-R34")
def test_forced_purchase_x_closing_of_the_buyer() -> None:
    table = in_need("2", cash=100, at=ABOVE_CLOSED).start("SV", "Ada", at=ABOVE_CLOSED, stock={"Ada": 1})
    table.start("FSF", "Bruno", at=65, stock={"Ada": 2}).operate("SV", "trains")
    table.do(SellShares("SV", (10,)))
    assert not table.game.is_started("SV")
    assert (table.money("Ada"), "Ada" in table.game.players) == ((130,), True)
    assert table.game.decision.for_corporation != "SV"


@pytest.mark.clause("1883-3.2.4", "1883-5.3.4.1", "1883-6.8.6.1")
def test_forced_purchase_x_swap_x_presidency() -> None:
    """Ada has begun to sell for SV when Bruno swaps CNP and becomes its president: the duty is his now."""
    table = in_need("2").start("SV", "Ada", at=100, stock={"Bruno": 2}).privates(CNP="Bruno").cash(Ada=0, Bruno=500)
    table.start("FBV", "Carla", at=65, stock={"Ada": 3}).operate("SV", "trains").do(SellShares("FBV", (10,)))
    interject(table, UsePrivate("CNP"))
    assert (table.game.president("SV"), table.decider) == ("Bruno", "Bruno")
    assert table.money("SV") == (100,)  # the bank has paid for the share
    table.do(BuyTrain("3", BANK, 180))
    assert table.money("Ada", "Bruno", "SV") == (65, 500 - 80, 0)


@pytest.mark.clause("1883-4.0.13", "1883-6.8.5.3", "1883-6.8.6.4")
def test_forced_purchase_x_phase_x_rust() -> None:
    """With all her money Ada buys the first 4 for SV. It rusts the 2 and the 2G of her FBV, which is forced too."""
    table = in_need("3", cash=300).sold_out("3bis").lay("89 57 1", "80 57 1").start("FBV", "Ada", at=65)
    table.trains("FBV", "2", "2G").operate("SV", "trains").do(BuyTrain("4", BANK, 300))
    assert table.game.trains("FBV") == ()
    table.comes_to("FBV", "trains")
    assert table.game.decision.choices == (Bankrupt(),)
    table.do(Bankrupt())
    assert not table.game.is_started("FBV")
    assert not table.game.is_started("SV")  # nobody else has 20% of it
    assert set(table.game.trains(POOL)) == {"4"}


@pytest.mark.clause("1883-8.1.8.4", "1883-3.2.3", "1883-6.8.4.1", "1883-6.8.6.1")
def test_forced_purchase_x_capitalisation_x_link_x_discard() -> None:
    """Ada pays for the first 5: the privates close, the link of FRV is laid, CCFR becomes capitalist, and FBV has a
    train too many. Of Ada and Bruno, with a presidency each, neither gets CCFR: Carla has none."""
    table = in_need("4", treasury=200, cash=220).sold_out("4").members("Ada", "Bruno", "Carla").privates(FRV="Dora")
    table.trains("CCFR", "4").start("FBV", "Bruno", at=65).trains("FBV", "4", "3bis", "3bis").operate("SV", "trains")
    table.do(BuyTrain("5", BANK, 420))
    assert (table.step, table.decider) == ("discard", "Bruno")
    assert table.game.layout.tiles["34"] == ("58", 3)
    assert table.game.state.privates == {}
    assert (table.game.president("CCFR"), table.game.trains("CCFR"), table.money("CCFR")) == ("Carla", ("5",), (100,))
    table.do(DiscardTrain("3bis"))
    assert (table.money("Ada"), table.game.trains("SV")) == ((0,), ("5",))
    assert table.game.decision.for_corporation in ("SV", "CCFR")


@pytest.mark.clause("1883-12.3.1", "1883-6.8.6.1")
def test_forced_purchase_x_air_raids() -> None:
    """The first 6 brings the raids at once: one takes the very tile that made SV buy."""
    table = in_need("5", treasury=0, cash=600, options=("bombs_away",)).sold_out("5").operate("SV", "trains")
    table.dice(3, 7, *[10, 9] * 9).do(BuyTrain("6", BANK, 500))
    assert len(table.told_of(Bombed)) == 10
    assert "37" not in table.game.layout.tiles
    assert table.game.trains("SV") == ("6",)
    assert not table.game.title.trains.must_own(table.game, "SV")


@pytest.mark.clause("1883-9.0.2", "1883-6.8.6.2")
def test_forced_purchase_x_bank() -> None:
    table = in_need("2", treasury=60).start("FBV", "Bruno", at=65, stock={"Ada": 2}).cash(bank=100)
    table.operate("SV", "trains", number=1, of=2).do(SellShares("FBV", (10, 10)))
    assert table.game.state.bank_broken == "operating"
    table.do(BuyTrain("3", BANK, 180))
    rounds = table.pass_on(lambda: table.game.over)
    assert (rounds[-1], table.game.state.ended_by) == ("OR 2.2", "1883-9.0.2")


@pytest.mark.clause("1883-8.2.18", "1883-R48", "1883-6.8.6.2")
def test_forced_purchase_x_balance() -> None:
    """For SV's train Ada sells two of the four railway shares that her two of SARSA need."""
    table = in_need("2", treasury=60).start("FBV", "Bruno", at=65, stock={"Ada": 2})
    table.start("SARSA", "Dora", at=(3, 0), stock={"Ada": 2, "pool": 5}).operate("SV", "trains")
    assert balance.missing(table.game, "Ada") == 0
    table.do(SellShares("FBV", (10, 10)), BuyTrain("3", BANK, 180))
    assert balance.missing(table.game, "Ada") == 2
    table.pass_on(lambda: table.game.state.round.kind == "stock")
    table.cash(Ada=0).pass_on(lambda: table.decider == "Ada")
    table.may(Pass())  # without money, and with the pool full of SARSA, there is no way back
    table.cash(Ada=200).may_not(Pass(), "1883-8.2.18")


@pytest.mark.clause("1883-6.8.6.4", "1883-8.1.6.1", "1883-R34")
def test_forced_purchase_x_bankruptcy_x_freezing() -> None:
    """Ada, the last member of CCFR, is ruined before its turn."""
    table = in_need("4").members("Ada").cash(CCFR=300).trains("CCFR", "4").operate("SV", "trains")
    table.game.put_on_market("CCFR", (3, 3))
    table.operate("SV", "trains").do(Bankrupt())
    assert (table.own.ccfr, table.own.ccfr_leader) == ("frozen", "")
    assert table.game.state.round.kind == "stock"  # CCFR has no turn
    assert (table.game.trains("CCFR"), table.money("CCFR"), table.price("CCFR")) == (("4",), (300,), 65)


# In the penalties


def failing(**owners: str) -> dict[str, Concession]:
    return {number.removeprefix("c"): Concession(owner, 9) for number, owner in owners.items()}


@pytest.mark.clause("1883-6.11.2", "1883-6.11.3", "1883-R35", "1883-6.8.6.6")
@pytest.mark.parametrize(("stock", "paid"), [({"Bruno": 2, "pool": 5}, True), ({"Bruno": 1}, False)])
def test_penalty_x_bankruptcy_x_penalty(stock: dict[str, int], paid: bool) -> None:
    """Ada presides FBV at 90 and SV at 80, and both fail. The penalty of FBV ruins her: SV pays its own if there is
    an heir, and owes nothing if it closes."""
    table = Table().privates().trains("CCFR").own_is(deck=(), concessions=failing(c2="FBV", c4="SV"))
    table.start("FBV", "Ada", at=(3, 8)).start("SV", "Ada", at=(3, 6), stock=stock, cash=10).cash(Ada=0, Bruno=50)
    table.operate("SV").operating_rounds_over()
    table.do(Bankrupt())
    assert not table.game.is_started("FBV")
    assert table.game.is_started("SV") == paid
    assert table.money("Bruno") == (50 - 20 if paid else 50,)  # 30, of which SV has 10
    assert table.own.concessions["4"] == Concession()
    assert table.game.state.round.kind == "stock"


@pytest.mark.clause("1883-6.11.2", "1883-5.6.1.6", "1883-5.6.1.8", "1883-R21")
def test_penalty_x_closing_x_bonus() -> None:
    """Carla is ruined by the penalty of FBV, whose token was in the way of FMMSF. Ada shares the bonus out before SV
    pays, which comes after FBV."""
    table = shut_by_fbv(at=(3, 12)).support(Ada=1).cash(Carla=0).start("SV", "Bruno", at=(3, 6), cash=100)
    table.own_is(concessions={**table.own.concessions, **failing(c2="FBV", c4="SV")})
    table.operate("SV").operating_rounds_over()
    assert (table.step, table.decider) == ("debt", "Carla")
    table.do(Bankrupt())
    assert (table.step, table.decider, table.money("SV")) == ("bonus", "Ada", (100,))
    ada = table.game.cash("Ada")
    table.do(Answer("shareholders"))
    assert table.money("Ada", "FMMSF", "SV") == (ada + 40, 160, 70)
    assert table.game.state.round.kind == "stock"


# Looting


@pytest.mark.clause("1883-8.1.5.3", "1883-8.1.5.4", "1883-9.0.2")
def test_looting_x_bank() -> None:
    table = Table().cash(Ada=0).cash(bank=100).operate("CCFR", "dividend").turn_is(revenue=120)
    table.do(LOOT)
    assert table.money("Ada", BANK) == (120 + 45, 100 - 165)
    assert table.game.state.bank_broken == "operating"


@pytest.mark.clause("1883-8.1.5.3", "1883-11.2.5", "1883-R45")
def test_looting_x_autarchy() -> None:
    """CCFR runs from Reggio to Bologna with its 3; half of it is looted."""
    table = Table().privates().phase("3").trains("CCFR", "3").support(**NOBODY).cash(Ada=0)
    table.draws("autarchy").comes_to("CCFR", "run")
    whole = table.game.title.runs.best(table.game, "CCFR").revenue
    table.do(table.game.decision.choices[0])
    half = whole // 2 // 10 * 10
    assert 0 < table.turn.revenue == half < whole
    table.do(LOOT)
    assert table.money("Ada") == (half + 45,)


@pytest.mark.clause("1883-8.1.6.1", "1883-8.1.6.2", "1883-R72")
def test_looting_x_freezing_x_phase() -> None:
    """The last member loots; then SV buys the first 4. CCFR gets none, and gives up what is above the new limit."""
    table = Table().privates().phase("3").sold_out("3bis").members("Ada").trains("CCFR", "3", "3", "3", "3bis")
    table.start("SV", "Bruno", at=(3, 6), cash=300).operate("CCFR", "dividend").turn_is(revenue=50).do(LOOT)
    assert (table.own.ccfr, table.decider) == ("frozen", "Bruno")
    table.comes_to("SV", "trains").do(BuyTrain("4", BANK, 300))
    assert table.game.trains("CCFR") == ("3", "3", "3bis")
    assert table.game.trains(POOL) == ("3",)
    assert table.step != "discard"


# In the merger


def merging(
    presidents: tuple[str, str] = ("Ada", "Bruno"), players: int = 4, extra: tuple[str, ...] = (), **stock: int
) -> Table:
    """FMMSF, at 70, may merge with FMV, at 65; CCFR, at 50, has yet to operate."""
    table = Table(players).privates().phase("4").trains("CCFR", "4").lay("53 8 3", "63 8 0", *extra)
    table.game.put_on_market("CCFR", (3, 0))
    table.start("FMMSF", presidents[0], at=(3, 4), stock=stock).start("FMV", presidents[1], at=(3, 3))
    return table.own_is(operated_before=("FMMSF", "FMV", "CCFR"), deck=()).operate("FMMSF", "merge")


def merge(table: Table) -> Table:
    table.do(Merge())
    if table.step == "merger":
        table.do(Accept())
    return table


@pytest.mark.clause("1883-8.3.12", "1883-6.8.6.4", "1883-8.1.2.3")
def test_merger_x_debt_x_bankruptcy_x_lead() -> None:
    """One share of SEFTA each: Ada, who leads CCFR, cannot pay for the second, so Bruno is asked; he sells for it."""
    table = merging().start("SV", "Carla", at=100, stock={"Bruno": 2}).cash(Ada=0, Bruno=0).operate("FMMSF", "merge")
    merge(table)
    assert (table.step, table.decider) == ("debt", "Ada")
    table.do(Bankrupt())
    assert (table.step, table.decider) == ("debt", "Bruno")
    table.may_not(SellShares("SEFTA", (10,)), "1883-8.3.12")
    table.do(SellShares("SV", (10, 10)))
    assert table.game.president("SEFTA") == "Bruno"
    assert (table.money("Bruno", "SEFTA"), table.pool("SEFTA")) == ((200 - 135, 135), 10)
    table.comes_to("CCFR")
    assert table.decider == "Bruno"


@pytest.mark.clause("1883-8.3.12", "1883-9.0.6")
def test_merger_x_bankruptcy_x_one_player() -> None:
    table = merging(players=2).cash(Ada=0)
    merge(table).do(Bankrupt())
    assert table.game.state.ended_by == "1883-9.0.6"
    assert table.game.players == ("Bruno",)


@pytest.mark.clause("1883-8.3.12", "1883-8.3.16", "1883-5.8.5")
def test_merger_x_no_president() -> None:
    table = merging().cash(Ada=0, Bruno=0, Carla=400)
    merge(table).do(Bankrupt(), Bankrupt())
    assert not table.game.is_started("SEFTA")
    assert table.own.waiting == ("SEFTA",)
    table.pass_on(lambda: table.game.state.round.kind == "stock" and table.decider == "Carla")
    table.may_not(Start("FMV", 65), "1883-5.3.3.1")
    table.do(Start("SEFTA", 65))
    assert sorted(table.game.state.stations["SEFTA"]) == ["55.0", "62.0"]


@pytest.mark.clause("1883-8.3.15", "1883-3.2.3", "1883-5.6.1.6", "1883-8.3.4")
@pytest.mark.parametrize(("answer", "sefta"), [("treasury", 250), ("shareholders", 200)])
def test_merger_x_link_x_bonus(answer: str, sefta: int) -> None:
    """With the merger FRV closes, and its link joins concession 3 for FMMSF: what is FMMSF's is SEFTA's, the bonus too.
    Ada has 20% of SEFTA."""
    table = merging(("Ada", "Ada"), extra=TO_AULLA).privates(FRV="Dora").support(**NOBODY).support(Ada=1)
    table.game.place_token("FMMSF", StopId("43.0"))
    table.own_is(concessions={"3": Concession("FMMSF", 1)}).operate("FMMSF", "merge")
    ada = table.game.cash("Ada")
    merge(table)
    assert table.game.layout.tiles["34"] == ("58", 3)
    assert (table.step, table.decider, table.game.decision.for_corporation) == ("bonus", "Ada", "SEFTA")
    table.do(Answer(answer))
    assert table.money("FMMSF", "SEFTA", "Ada") == (0, sefta, ada + 250 - sefta)


@pytest.mark.clause("1883-12.1.1", "1883-R52", "1883-5.6.1.6")
def test_merger_x_phase_x_link_x_bonus() -> None:
    """The German occupation takes the first 5: the privates close, the link is laid, and the merger is forced, all
    before Ada is asked about the bonus that FMMSF has earned."""
    table = Table(options=("mandatory_merging",)).privates(FRV="Dora").phase("4").sold_out("4").trains("CCFR", "4")
    table.lay(*TO_AULLA).support(**NOBODY).support(Ada=1)
    table.start("FMMSF", "Ada", at=(3, 4), stock={"Ada": 2}).start("FMV", "Bruno", at=(3, 3))
    table.game.place_token("FMMSF", StopId("43.0"))
    table.own_is(concessions={"3": Concession("FMMSF", 1)}).draws("german_occupation")
    assert table.own.merged
    assert (table.step, table.decider, table.game.decision.for_corporation) == ("bonus", "Ada", "SEFTA")
    table.do(Answer("treasury"))
    assert table.money("FMMSF", "SEFTA") == (0, 250)


@pytest.mark.clause("1883-8.3.4", "1883-6.11.1", "1883-R49")
def test_merger_x_deadline() -> None:
    """Concession 2 of FMV is due in this round: SEFTA pays 40."""
    table = merging().cash(FMMSF=100, FMV=30).own_is(concessions=failing(c2="FMV", c5="FMMSF")).support(**NOBODY)
    table.own_is(concessions={**table.own.concessions, "5": Concession("FMMSF", 1)}).operate("FMMSF", "merge")
    merge(table)
    table.pass_on(lambda: table.game.state.round.kind == "stock")
    assert table.money("SEFTA") == (130 + 135 - 40,)  # Ada paid 135 for the presidency
    assert (table.own.concessions["2"], table.own.concessions["5"]) == (Concession(), Concession("SEFTA", 1))


@pytest.mark.clause("1883-8.3.6", "1883-8.2.18", "1883-R48", "1883-5.4.6")
def test_merger_x_balance_x_certificate_limit() -> None:
    """Ada's four shares of FMMSF become two of SEFTA, too few for her two of SARSA. Carla has 16 certificates, which
    are two above the limit with SEFTA in play."""
    table = merging(Ada=2).start("SARSA", "Dora", at=(3, 0), stock={"Ada": 2}).cash(Ada=0)
    for name in ("SV", "FBV", "SAFRE"):
        table.start(name, "Dora", at=(3, 0), stock={"Carla": 5})
    table.operate("FMMSF", "merge")
    assert (balance.missing(table.game, "Ada"), table.game.certificate_count("Carla")) == (0, 16)
    merge(table)
    table.pass_on(lambda: table.game.state.round.kind == "stock" and table.decider == "Ada")
    table.may_not(Pass(), "1883-8.2.18")
    table.do(SellShares("SARSA", (10,)))
    table.pass_on(lambda: table.decider == "Carla")
    table.may_not(Pass(), "1883-5.4.6")
    table.do(SellShares("SV", (10, 10)))
    table.may(Pass())


@pytest.mark.clause("1883-8.3.7", "1883-9.0.2", "1883-8.3.13")
def test_merger_x_bank() -> None:
    """Carla gives up her odd share; for that the bank has not enough."""
    table = merging(Carla=1).cash(bank=50).operate("FMMSF", "merge")
    merge(table).do(Answer("give_up"))
    assert table.game.state.bank_broken == "operating"
    assert sorted(table.game.state.stations["SEFTA"]) == ["55.0", "62.0"]
    table.pass_on(lambda: table.game.over)
    assert table.game.state.ended_by == "1883-9.0.2"


# Capitalisation and closing


@pytest.mark.clause("1883-8.1.8.3", "1883-8.2.16")
def test_capitalisation_x_balance() -> None:
    """Bruno's one share of SARSA needs two of railways: CCFR's 20% are railway shares from the first 5 on."""
    table = Table().privates().phase("4").sold_out("4").trains("CCFR", "4").members("Bruno").own_is(ccfr_leader="Bruno")
    table.start("SARSA", "Dora", at=(3, 0), stock={"Bruno": 1}).start("SV", "Ada", at=(3, 12), cash=420)
    assert balance.missing(table.game, "Bruno") == 2
    table.operate("SV", "trains").do(BuyTrain("5", BANK, 420))
    assert table.game.president("CCFR") == "Bruno"
    assert balance.missing(table.game, "Bruno") == 0


@pytest.mark.clause("1883-5.8.2", "1883-5.6.3.1")
@pytest.mark.parametrize(("phase", "left"), [("7", {"6": Concession()}), ("8", {})])
def test_closing_x_the_8_trains(phase: str, left: dict[str, Concession]) -> None:
    table = Table().privates().phase(phase).capitalised("Dora", at=(3, 0)).start("SV", "Ada", at=ABOVE_CLOSED)
    table.own_is(concessions={"6": Concession("SV", 1)}, deck=()).operate("SV", "dividend").turn_is(revenue=50)
    table.do(Dividend("withhold"))
    assert not table.game.is_started("SV")
    assert table.own.concessions == left
