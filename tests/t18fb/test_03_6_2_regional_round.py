"""Section 3.6.2: the Regional Companies Round."""

import pytest

from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.actions import Bid, BuyPrivate, BuyShare, LayTile, Pass
from ferrovia.engine.flow.state import BANK
from ferrovia.titles.t18fb import TITLE, components, regionals
from ferrovia.titles.t18fb.actions import PutUp
from ferrovia.titles.t18fb.bankruptcy import close
from ferrovia.titles.t18fb.events import RegionalSold
from tests.t18fb.table import Table, line

SEVEN = ("FA", "FAS", "FdC", "FAL", "FG", "SEPSA", "SFSM")


def all_pass(table: Table, *lots: str) -> Table:
    for lot in lots:
        table.do(PutUp(lot))
        while table.step == "bidding":
            table.do(Pass())
    return table


@pytest.mark.clause("18FB-3.6.2.1")
def test_the_seven_regionals_their_homes_values_and_order() -> None:
    table = Table()
    data = [
        (name, TITLE.box.corporations[name].homes[0], regionals.nominal_value(name), number)
        for number, name in enumerate(components.regionals(), start=1)
    ]
    assert data == [
        ("FA", "F31", 100, 1),
        ("FAS", "J41", 110, 2),
        ("FdC", "A2", 120, 3),
        ("FAL", "M14", 120, 4),
        ("FG", "L27", 130, 5),
        ("SEPSA", "NC10", 160, 6),
        ("SFSM", "NC8", 160, 7),
    ]
    assert sum(value for _, _, value, _ in data) == 900
    names = {name: TITLE.box.corporations[name].name for name in SEVEN}
    assert names["FA"] == "Ferrovia Alifana"
    assert names["FdC"] == "Ferrovia delle Calabrie" == TITLE.box.corporations["FC"].name  # R02: two companies
    assert names["SEPSA"] == "Società per le Ferrovie Napoletane"
    cities = {name: TITLE.box.board.hexes[home].name for name, home, _, _ in data}
    assert list(cities.values()) == [
        "Capua", "L'Aquila", "Reggio Calabria", "Taranto", "Foggia", "Napoli Nord", "Napoli Sud"
    ]  # fmt: skip
    table.regional_round()
    assert list(table.game.decision.choices) == [PutUp(name) for name in SEVEN]


@pytest.mark.clause("18FB-3.6.2.2")
def test_regionals_are_auctioned_like_political_cards() -> None:
    table = Table(3).phase("PH5").regional_round("Bruno")
    assert (table.decider, table.step) == ("Bruno", "lot")
    table.may_not(Pass(), "18FB-3.6.2.2")
    table.do(PutUp("FG"))
    table.may_not(Bid("FG", 125), "18FB-3.6.2.2", "at least 130")
    table.do(Bid("FG", 130))
    assert table.decider == "Carla"
    table.may_not(Bid("FG", 137), "18FB-3.6.2.2", "multiple of 5")
    table.may_not(Bid("FG", 130), "18FB-3.6.2.2")
    table.do(Bid("FG", 140), Pass())
    assert table.decider == "Bruno"  # Ada has passed
    table.do(Bid("FG", 145), Bid("FG", 150))
    assert table.decider == "Bruno"
    table.may_not(Bid("FG", 155), "18FB-3.2.2", by="Ada")  # no return
    carla = table.game.cash("Carla")
    table.do(Pass())
    assert table.game.holders("FG") == ("Carla",)
    assert table.game.cash("Carla") == carla - 150  # she pays at once
    assert (table.decider, table.step) == ("Carla", "lot")  # the player after the one who put it up
    table.may_not(PutUp("FG"), "18FB-3.6.2.2")
    table.cash(Carla=158).do(PutUp("SFSM"))
    assert table.decider == "Ada"  # Carla cannot pay the nominal value, so she has passed


@pytest.mark.clause("18FB-3.6.2.2")
def test_nobody_bids_more_than_he_has() -> None:
    table = Table(3).phase("PH5").regional_round().cash(Ada=168)
    table.do(PutUp("SFSM"))
    table.may(Bid("SFSM", 165))
    table.may_not(Bid("SFSM", 170), "18FB-3.6.2.2", "cannot bid")


@pytest.mark.clause("18FB-3.6.2.2")
def test_the_round_is_over_when_all_seven_were_put_up_once() -> None:
    table = Table(3).phase("PH5").regional_round("Bruno")
    starters = []
    for lot in SEVEN:
        starters.append(table.decider)
        all_pass(table, lot)
    assert starters == ["Bruno", "Carla", "Ada", "Bruno", "Carla", "Ada", "Bruno"]  # sold or not (R06)
    assert table.game.state.round.kind != "regional"


@pytest.mark.clause("18FB-3.6.2.3", "18FB-3.6.2.4", "18FB-R53")
def test_what_nobody_wants_lies_in_the_pool_and_is_bought_in_a_stock_round() -> None:
    table = Table(3).phase("PH5").start("FB", "Carla", stock={"pool": 1}, cash=600).trains("FB", "PH5")
    all_pass(table.regional_round(), *SEVEN)
    assert table.game.holders("FAS") == (POOL,)
    table.stock_round("Ada", turn=5)
    table.may(BuyShare("FB", "pool"))
    table.may(BuyPrivate("FAS", 110))
    table.may_not(BuyPrivate("FAS", 105), "18FB-3.6.2.3")
    table.may_not(BuyPrivate("FAS", 1001), "18FB-3.6.2.3", "cannot pay")
    bank = table.game.cash(BANK)
    table.do(BuyPrivate("FAS", 150))
    assert table.game.holders("FAS") == ("Ada",)
    assert table.money("Ada", "FAS", BANK) == (850, 150, bank)
    assert table.decider == "Bruno"  # it was Ada's action: no share of FB besides
    table.may_not(BuyPrivate("FAS", 150), "18FB-3.6.2.3", "not in the bank pool")


@pytest.mark.clause("18FB-R53", "18FB-3.6.2.4")
def test_the_full_price_of_the_auction_becomes_its_treasury() -> None:
    table = Table(3).phase("PH5").regional_round()
    bank = table.game.cash(BANK)
    table.do(PutUp("FAS"), Bid("FAS", 150), Pass(), Pass())
    assert table.money("Ada", "FAS", BANK) == (850, 150, bank)


@pytest.mark.clause("18FB-3.6.2.5")
def test_the_priority_card_does_not_move() -> None:
    table = Table(3).phase("PH5").regional_round("Bruno")
    table.do(PutUp("FG"), Bid("FG", 130), Pass(), Pass())
    all_pass(table, *(lot for lot in SEVEN if lot != "FG"))
    assert table.game.state.priority == "Bruno"


@pytest.mark.clause("18FB-3.6.2.6")
def test_each_of_the_seven_places_its_token_at_home_sold_or_not() -> None:
    table = Table(3).phase("PH5").regional_round()
    assert table.game.state.stations["FAS"] == ()
    table.do(PutUp("FG"), Bid("FG", 130), Pass(), Pass())
    assert table.game.state.stations["FG"] == ()  # not before the end of the round
    all_pass(table, *(lot for lot in SEVEN if lot != "FG"))
    homes = {name: table.game.state.stations[name] for name in SEVEN}
    assert homes == {
        "FA": ("F31.0",),
        "FAS": ("J41.0",),
        "FdC": ("A2.0",),
        "FAL": ("M14.0",),
        "FG": ("L27.0",),
        "SEPSA": ("NC10.2",),
        "SFSM": ("NC8.1",),
    }
    assert table.own.waiting == ()


def taranto_full() -> Table:
    """Green Taranto: SFTF in its home slot, FB and LdA in the two open ones; the slots kept for others stand empty."""
    table = Table(3).phase("PH5").start("SFTF", "Ada", at=130, cash=500).trains("SFTF", "PH5")
    return table.rails("L15 M14").lay("M14 X5 1").tokens("FB", "M14").tokens("LdA", "M14")


@pytest.mark.clause("18FB-3.6.2.7")
def test_without_an_empty_slot_a_token_waits_and_takes_the_next_one_before_anybody_else() -> None:
    table = all_pass(taranto_full().regional_round(), *SEVEN)
    assert list(table.own.waiting) == ["FAL"]
    assert list(table.game.state.stations["FAL"]) == []
    table.operate("SFTF")
    brown = next(
        choice for choice in table.game.decision.choices if isinstance(choice, LayTile) and choice.tile == "X24"
    )
    assert brown.hex == "M14"
    table.do(brown)
    assert table.game.state.stations["FAL"] == ("M14.0",)
    assert table.own.waiting == ()
    # NN's attempt on that slot is refused.
    table.start("NN", "Bruno", at=60, cash=500).trains("NN", "PH5").tokens("NN", "L19").rails("L19 L17 L15 M14")
    table.operate("NN", "token")
    table.may_not(line("L19 L17 L15 M14"), "18FB-2.5.4.4")


@pytest.mark.clause("18FB-3.6.2.7")
def test_a_slot_that_a_company_leaves_is_taken_too() -> None:
    table = all_pass(taranto_full().regional_round(), *SEVEN)
    close(table.game, "FB")
    assert table.game.state.stations["FAL"] == ("M14.0",)


@pytest.mark.clause("18FB-3.6.2.4", "18FB-R53")
def test_what_is_told_of_its_treasury_is_all_that_lies_in_it() -> None:
    """FAS came back to the pool from a bankrupt player, with 70."""
    table = Table().phase("PH5").regionals(FAS="Ada", cash=70)
    table.game.hand_over("FAS", 0, "pool")
    table.stock_round("Carla").do(BuyPrivate("FAS", 110))
    assert table.game.events == [RegionalSold(name="FAS", player="Carla", price=110, cash=180)]
    assert table.money("FAS") == (180,)


@pytest.mark.clause("18FB-3.6.2.8")
@pytest.mark.parametrize(("number", "following"), [(1, "OR 4.2"), (2, "SR 5")])
def test_what_was_due_follows(number: int, following: str) -> None:
    table = Table(3).phase("PH5").start("FB", "Carla", cash=600, stock={"pool": 1}).trains("FB", "PH5")
    table.regional_round(number=number)
    assert table.game.state.round.kind == "regional"
    table.do(PutUp("FG"), Bid("FG", 130), Pass(), Pass())
    all_pass(table, *(lot for lot in SEVEN if lot != "FG"))
    assert str(table.game.state.round) == following
    if number == 1:
        assert table.turn.corporation == "FG"  # regionals operate in it
        assert table.decider == "Ada"


@pytest.mark.clause("18FB-3.6.2.8")
def test_there_is_only_one_regional_round() -> None:
    table = Table(3).phase("PH5").start("FB", "Carla", cash=600, stock={"pool": 1}).trains("FB", "PH5")
    all_pass(table.regional_round(), *SEVEN)
    rounds = table.pass_on(lambda: str(table.game.state.round) == "SR 6")
    assert rounds == ["OR 4.2", "SR 5", "OR 5.1", "OR 5.2", "SR 6"]
