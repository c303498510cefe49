"""The usual answers of the engine's facets, seen on the title that overrides hardly any of them."""

from __future__ import annotations

from typing import Any

import pytest

from ferrovia.engine.board.ids import StopId
from ferrovia.engine.finance.certificates import OFFER, POOL
from ferrovia.engine.flow.actions import (
    Bankrupt,
    BuyShare,
    BuyTrain,
    Dividend,
    LayTile,
    Pass,
    PlaceToken,
    SellShares,
    Start,
)
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.events import Floated
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import BANK
from ferrovia.formats.sentences import sentence
from tests.plain.title import TITLE
from tests.table import PLAYERS, AnyTable


class Table(AnyTable):
    """A game of the plain title in a position made by hand."""

    title = TITLE

    def __init__(self, players: int = 3) -> None:
        self.players = PLAYERS[:players]
        self.game = Game(TITLE, Settings("Plain", self.players, "a seed", (), {"seats": self.players}))
        self.privates()

    def start(self, corporation: str, *holders: str, par: int = 100, cash: int = 0, operated: bool = True) -> Table:
        """A corporation that was started at a par; the holders of its certificates, the president first."""
        game = self.game
        game.put_on_market(corporation, TITLE.box.market.start_cell(par))
        game.set_par(corporation, par)
        game.place_stock(corporation, (*holders, *[OFFER] * (4 - len(holders))))
        game.place_token(corporation, StopId(f"{game.corporation(corporation).homes[0]}.0"))
        if len(holders) > 1:
            game.note_floated(corporation)
        if operated:
            game.note_operated(corporation)
        self.cash(**{corporation: cash})
        return self


# Par and float


def test_a_corporation_is_started_at_a_par_and_the_bank_is_paid() -> None:
    table = Table().stock_round("Ada")
    before = table.money("Ada", BANK)
    table.do(Start("NR", 82))
    assert table.money("Ada", BANK, "NR") == (before[0] - 164, before[1] + 164, 0)
    assert table.holding("NR", "Ada") == [40]
    assert table.holding("NR", OFFER) == [20, 20, 20]
    assert table.game.state.stations["NR"] == ("C0.0",)
    assert table.price("NR") == table.game.state.pars["NR"] == 82


@pytest.mark.parametrize(
    ("action", "saying"),
    [
        (Start("NR", 100), "cannot be started"),
        (Start("ER", 76), "cannot be started at"),
        (Start("ER", 100), "costs 200"),
    ],
)
def test_why_a_corporation_is_not_started(action: Start, saying: str) -> None:
    table = Table().start("NR", "Ada").cash(Bruno=199).stock_round("Bruno")
    table.may_not(action, "Plain-4", saying)


def test_half_of_its_stock_floats_it_with_all_of_its_capital() -> None:
    table = Table().start("NR", "Ada", operated=False).stock_round("Bruno")
    assert not table.game.title.corporations.has_floated(table.game, "NR")
    assert list(table.game.title.operating.order(table.game)) == []
    told = table.do(BuyShare("NR", "offer"))
    assert Floated("NR", 500) in told
    assert table.money("NR") == (500,)
    assert list(table.game.title.operating.order(table.game)) == ["NR"]
    table.do(BuyShare("NR", "offer"))
    assert table.money("NR") == (500,)  # once


def test_offered_stock_costs_its_par_and_pool_stock_its_price() -> None:
    table = Table().start("NR", "Ada", "Ada", POOL).stock_round("Bruno")
    table.game.put_on_market("NR", (0, 9))
    before = table.money("Bruno")[0]
    table.do(BuyShare("NR", "offer"))
    assert table.money("Bruno")[0] == before - 100
    before = table.money("Carla")[0]
    table.do(BuyShare("NR", "pool"))
    assert table.money("Carla")[0] == before - 142


def test_stock_that_is_not_sold_or_in_the_pool_earns_nothing() -> None:
    table = Table().start("NR", "Ada", "Bruno", POOL).operate("NR", "dividend").turn_is(revenue=100)
    say = table.game.title.voice("en")
    assert say(sentence(table.game, Dividend("pay"))) == "Pay $100 to the shareholders, $20 a share"
    before = table.money("Ada", "Bruno", BANK)
    table.do(Dividend("pay"))
    assert table.money("Ada", "Bruno", BANK) == (before[0] + 40, before[1] + 20, before[2] - 60)


def test_prices_rise_only_where_players_hold_everything() -> None:
    table = Table().start("NR", "Ada", "Ada", "Bruno", "Carla", par=82).start("ER", "Ada", "Bruno", "Carla", par=70)
    answer = table.game.title.calendar.price_answer
    assert answer(table.game, "NR") is not None
    assert answer(table.game, "ER") is None


# Stock


def test_sales_are_made_in_shares_of_their_own_size() -> None:
    table = Table().start("NR", "Ada", "Ada", "Bruno", "Carla").stock_round("Ada")
    table.may_not(SellShares("NR", (10,)), "Plain-3")
    table.may_not(SellShares("NR", (20, 20)), "Plain-3", "must keep 40%")
    before = table.money("Ada")[0]
    table.do(SellShares("NR", (20,)))
    assert table.money("Ada")[0] == before + 100
    assert table.price("NR") == 90  # one row for the one share


def test_a_president_who_sells_hands_over_two_single_shares() -> None:
    table = Table().start("NR", "Ada", "Bruno", "Bruno").stock_round("Ada")
    table.do(SellShares("NR", (20,)))
    assert (table.holding("NR", "Bruno"), table.holding("NR", "Ada")) == ([40], [20])
    assert table.game.president("NR") == "Bruno"


def test_the_pool_and_a_player_hold_no_more_than_the_limits() -> None:
    table = Table().start("NR", "Ada", POOL, POOL, "Bruno").stock_round("Bruno")
    table.may_not(SellShares("NR", (20,)), "Plain-3", "60%")
    table = Table().start("NR", "Ada", "Ada", "Bruno").stock_round("Ada")
    table.may_not(BuyShare("NR", "offer"), "Plain-3", "80%")


def test_the_certificate_limit_is_that_of_the_set_up_table() -> None:
    assert [Table(players).game.title.stock.certificate_limit(Table(players).game) for players in (2, 3, 4)] == [
        11, 8, 6,
    ]  # fmt: skip


# Track and tokens


def test_terrain_is_paid_once() -> None:
    table = Table().start("NR", "Ada", "Bruno", cash=100).lay("C0 57 0").operate("NR", "track")
    table.do(LayTile("C2", "9", 0))
    assert table.money("NR") == (20,)
    table.game.state.phase = "3"
    table.operate("NR", "track")
    table.do(LayTile("C2", "23", 3))
    assert table.money("NR") == (20,)


def test_tokens_cost_what_the_charter_prints_and_homes_are_kept() -> None:
    table = Table().start("NR", "Ada", "Bruno", cash=150).lay("C0 57 0", "C2 9 0", "C6 9 0", "C8 57 0")
    table.operate("NR", "token")
    table.may_not(PlaceToken("C8"), "Plain-7", "reserved for SR")
    table.do(PlaceToken("C4"))
    assert table.money("NR") == (110,)
    assert table.game.title.tokens.cost(table.game, "NR") == 100


# Trains


def test_one_class_of_train_is_sold_at_a_time() -> None:
    table = Table().start("NR", "Ada", "Bruno", cash=900).operate("NR", "trains")
    table.may_not(BuyTrain("3", BANK, 160), "Plain-9", "No 3 can be bought")
    table.sold_out("2").do(BuyTrain("3", BANK, 160))
    assert table.game.state.phase == "3"


def test_old_trains_go_when_a_new_phase_begins() -> None:
    table = Table().start("NR", "Ada", "Bruno", cash=300).trains("NR", "2", "3").sold_out("2", "3")
    table.operate("NR", "trains").do(BuyTrain("4", BANK, 280))
    assert table.game.trains("NR") == ("3", "4")


def _stranded(players: int = 3) -> Table:
    """NR has a route, no train and no money, and Ada has nothing to sell."""
    table = Table(players).lay("C0 57 0", "C2 9 0")
    return table.sold_out("2", "3").cash(Ada=30)


def test_who_has_a_route_must_own_a_train() -> None:
    table = _stranded().start("NR", "Ada", "Bruno", cash=280).operate("NR", "trains")
    table.may_not(Pass(), "Plain-9", "must buy one")
    other = Table().sold_out("2", "3").start("NR", "Ada", "Bruno", cash=280).operate("NR", "trains")
    other.may(Pass())


def test_the_president_helps_and_sells_for_the_train() -> None:
    table = (
        _stranded().start("NR", "Ada", "Bruno", cash=180).start("ER", "Bruno", "Ada", "Carla").operate("NR", "trains")
    )
    table.may_not(Bankrupt(), "Plain-9", "still raise money")
    table.do(SellShares("ER", (20,)), BuyTrain("4", BANK, 280))
    assert table.money("Ada", "NR") == (30, 0)


def test_a_bankrupt_president_is_out_and_an_heir_goes_on() -> None:
    table = _stranded().start("NR", "Ada", "Bruno", "Bruno", cash=100).operate("NR", "trains")
    table.cash(Bruno=400).do(Bankrupt())
    assert table.game.state.gone == ("Ada",)
    assert (table.game.president("NR"), table.decider, table.step) == ("Bruno", "Bruno", "trains")
    assert table.pool("NR") == 40
    table.do(BuyTrain("4", BANK, 280))
    assert table.money("Bruno") == (250,)  # Ada's 30 stayed with the corporation


def test_without_an_heir_the_corporation_closes_and_may_be_started_again() -> None:
    table = _stranded().start("NR", "Ada", "Bruno", cash=100).trains("NR").operate("NR", "trains")
    table.do(Bankrupt())
    state = table.game.state
    assert not table.game.is_started("NR")
    assert (state.pars, state.floated, state.stations["NR"], state.tokens["NR"]) == ({}, {}, (), 3)
    assert set(table.game.holders("NR")) == {OFFER}
    table.stock_round("Bruno").may(Start("NR", 70))


def test_the_game_ends_when_one_player_is_left() -> None:
    table = _stranded(2).start("NR", "Ada", "Bruno", cash=100).operate("NR", "trains")
    table.do(Bankrupt())
    assert table.game.state.ended_by == "Plain-10"
    assert table.game.title.calendar.worth(table.game, "Ada") == 0


# Citations


@pytest.mark.parametrize(
    ("citations", "clause"),
    [({}, "buy.pool_empty"), ({"buy": "P-3"}, "P-3"), ({"buy": "P-3", "buy.pool_empty": "P-4"}, "P-4")],
)
def test_a_word_is_cited_by_itself_or_with_its_group(
    citations: dict[str, str], clause: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(TITLE), "citations", citations)
    game: Any = Table().start("NR", "Ada", "Bruno").stock_round("Ada").game
    refusal = game.why_not(BuyShare("NR", "pool"))
    assert refusal is not None
    assert refusal.rule == clause
