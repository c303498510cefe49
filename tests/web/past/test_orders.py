"""Standing orders: carried out as their player's moves, and cancelled by what they were not meant for."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ferrovia.bots.bot import chosen
from ferrovia.bots.play import bots_for
from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.actions import (
    Accept,
    Action,
    Bid,
    BuyShare,
    BuyTrain,
    Decline,
    Dividend,
    Pass,
    RunTrains,
    SellShares,
)
from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.game import Game
from ferrovia.table.models import Mover, MoveRow, Table
from ferrovia.table.moves import play, take_back
from ferrovia.table.order_runner import carry_out
from ferrovia.table.orders import Order, Orders, keep_orders, orders_of, possible
from ferrovia.table.tables import TABLES
from tests.web.past.people import client_of, decider, person_of, seated
from tests.web.positions import until


def give(table: Table, player: str, kind: str, corporation: str = "", price: int | None = None) -> Order:
    """Give an order through the page."""
    game = TABLES.now(table).game
    order = next(each for each in possible(game, player) if each.kind == kind and corporation in ("", each.corporation))
    fields: dict[str, Any] = {"order": msgspec.json.encode(order).decode()}
    if price is not None:
        fields["price"] = str(price)
    assert client_of(table, player).post(f"/t/{table.key}/orders", fields).status_code == 302
    return orders_of(table, person_of(table, player)).standing[-1]


def act(table: Table, action: Action) -> None:
    play(TABLES, table, msgspec.json.encode(action), decider(table), None)


def bot_move(table: Table) -> None:
    game = TABLES.now(table).game
    act(table, chosen(game, bots_for(["sensible"] * len(game.settings.players), game.settings)))


def moves_of(table: Table, number: int) -> list[tuple[str, Action]]:
    table.refresh_from_db()
    record = TABLES.now(table).record
    return [(record.past_of(at).by, record.actions[at - 1]) for at in range(number + 1, len(record.actions) + 1)]


def order_to_pass(table: Table, player: str, until: str, corporation: str = "") -> None:
    game = TABLES.now(table).game
    order = next(
        each
        for each in possible(game, player)
        if (each.kind, each.until) == ("pass", until) and corporation in ("", each.corporation)
    )
    fields = {"order": msgspec.json.encode(order).decode()}
    assert client_of(table, player).post(f"/t/{table.key}/orders", fields).status_code == 302


@pytest.mark.django_db
def test_passing_goes_on_although_others_deal_in_what_concerns_nobody_else() -> None:
    table = seated(until("1849", "stock", after=45))
    first = decider(table)
    other = next(seat.player for seat in table.seats.all() if seat.player != first)
    order_to_pass(table, other, "round")
    assert not carry_out(TABLES, table.pk)  # not their turn yet
    start, game = table.number, TABLES.now(table).game
    deal = next(choice for choice in game.decision.choices if isinstance(choice, BuyShare))
    act(table, deal)
    for _ in range(6):
        if decider(table) == other:
            break
        act(table, Pass())
    assert carry_out(TABLES, table.pk)
    assert moves_of(table, start)[-1] == (other, Pass())
    assert MoveRow.objects.get(table=table, number=table.number).mover == Mover.ORDER
    assert orders_of(table, person_of(table, other)).standing


def sold_something_of(table: Table) -> tuple[str, str, SellShares]:
    """A sale that whoever chooses could make, and somebody else who holds stock of that corporation or does not."""
    game = TABLES.now(table).game
    for choice in game.decision.choices:
        if isinstance(choice, SellShares):
            held = [name for name in game.players if name != decider(table) and game.percent(choice.corporation, name)]
            free = [name for name in game.players if name != decider(table) and name not in held]
            if held and free:
                return held[0], free[0], choice
    raise LookupError


@pytest.mark.django_db
def test_a_sale_of_what_one_holds_ends_it_and_another_sale_does_not() -> None:
    def is_telling(game: Game) -> bool:
        me = game.top.decider(game)
        sales = {choice.corporation for choice in game.decision.choices if isinstance(choice, SellShares)}
        others = [name for name in game.players if name != me]
        return any(0 < sum(game.percent(each, name) > 0 for name in others) < len(others) for each in sales)

    table = seated(until("1849", "stock", after=45, where=is_telling))
    holder, stranger, sale = sold_something_of(table)
    for player in (holder, stranger):
        order_to_pass(table, player, "concern")
    act(table, sale)
    carry_out(TABLES, table.pk)
    over = orders_of(table, person_of(table, holder))
    assert not over.standing
    assert "of which you hold some" in over.notes[0].why.text
    assert orders_of(table, person_of(table, stranger)).standing


@pytest.mark.django_db
def test_a_named_share_in_the_pool_ends_it() -> None:
    table = seated(
        until(
            "1849",
            "stock",
            after=45,
            where=lambda game: any(
                isinstance(choice, SellShares) and not game.percent(choice.corporation, POOL)
                for choice in game.decision.choices
            ),
        )
    )
    game = TABLES.now(table).game
    sale = next(
        choice
        for choice in game.decision.choices
        if isinstance(choice, SellShares) and not game.percent(choice.corporation, POOL)
    )
    other = next(name for name in game.players if name != decider(table))
    order_to_pass(table, other, "pool", sale.corporation)
    assert orders_of(table, person_of(table, other)).standing[0].corporation == sale.corporation
    act(table, sale)
    carry_out(TABLES, table.pk)
    assert not orders_of(table, person_of(table, other)).standing


@pytest.mark.django_db
def test_a_presidency_that_comes_into_danger_ends_it() -> None:
    def rivals(game: Game) -> list[tuple[str, BuyShare]]:
        """Purchases by which whoever chooses comes as far as a president."""
        me, found = game.top.decider(game), []
        for choice in game.decision.choices:
            if isinstance(choice, BuyShare) and game.is_started(choice.corporation):
                name, leader = choice.corporation, game.president(choice.corporation)
                own, theirs = game.percent(name, me), game.percent(name, leader)
                if leader != me and own + game.share(name) == theirs:
                    found.append((leader, choice))
        return found

    table = seated(until("1849", "stock", after=20, where=lambda game: bool(rivals(game))))
    leader, purchase = rivals(TABLES.now(table).game)[0]
    order_to_pass(table, leader, "concern")
    act(table, purchase)
    carry_out(TABLES, table.pk)
    over = orders_of(table, person_of(table, leader))
    assert not over.standing
    assert "one share short of the presidency" in over.notes[0].why.text


@pytest.mark.django_db
def test_one_order_to_pass_takes_the_place_of_another_and_the_badge_counts_orders() -> None:
    table = seated(until("1849", "stock", after=45))
    player = next(seat.player for seat in table.seats.all() if seat.player != decider(table))
    order_to_pass(table, player, "concern")
    order_to_pass(table, player, "round")
    give(table, player, "accept", price=50)
    html = client_of(table, player).get(f"/t/{table.key}").content.decode()
    assert '<b class="count">2</b>' in html
    assert [each.until for each in orders_of(table, person_of(table, player)).standing] == ["round", "change"]


@pytest.mark.django_db
def test_only_who_may_gives_an_order_and_only_its_owner_sees_it() -> None:
    table = seated(until("1849", "stock", after=45))
    game = TABLES.now(table).game
    order = next(each for each in possible(game, "Bruno") if each.kind == "pass")
    ada = client_of(table, "Ada")
    ada.post(f"/t/{table.key}/orders", {"order": msgspec.json.encode(order).decode()})
    assert not orders_of(table, person_of(table, "Ada")).standing
    ada.post(f"/t/{table.key}/orders", {"order": "nonsense"})
    given = give(table, "Bruno", "pass")
    assert given.id.encode() in client_of(table, "Bruno").get(f"/t/{table.key}").content
    assert given.id.encode() not in ada.get(f"/t/{table.key}").content
    ada.post(f"/t/{table.key}/orders", {"cancel": given.id})
    assert orders_of(table, person_of(table, "Bruno")).standing
    client_of(table, "Bruno").post(f"/t/{table.key}/orders", {"cancel": given.id})
    assert not orders_of(table, person_of(table, "Bruno")).standing


@pytest.mark.django_db
def test_the_best_run_is_taken_and_paid() -> None:
    table = seated(until("1849", "run", after=60))
    player = decider(table)
    game = TABLES.now(table).game
    corporation = game.top.corporation_of(game)
    give(table, player, "run", corporation)
    start = table.number
    while carry_out(TABLES, table.pk):
        pass
    kinds = [type(action) for by, action in moves_of(table, start) if by == player]
    assert kinds[0] is RunTrains
    paid = [action for _, action in moves_of(table, start) if isinstance(action, Dividend)]
    assert paid in ([], [Dividend("pay")])
    game = TABLES.now(table).game
    assert paid or not any(isinstance(choice, Dividend) for choice in game.decision.choices)


@pytest.mark.django_db
def test_a_run_that_brings_less_than_the_last_one_is_left_to_the_player(monkeypatch: pytest.MonkeyPatch) -> None:
    table = seated(until("1849", "run", after=60))
    player = decider(table)
    game = TABLES.now(table).game
    give(table, player, "run", game.top.corporation_of(game))
    monkeypatch.setattr("ferrovia.table.orders._revenue", lambda game, running: -1)
    assert not carry_out(TABLES, table.pk)
    orders = orders_of(table, person_of(table, player))
    assert not orders.standing
    assert "brings only" in orders.notes[0].why.text


@pytest.mark.django_db
@pytest.mark.parametrize(("kind", "answer"), [("accept", Accept), ("decline", Decline)])
def test_offers_are_answered_by_their_price(kind: str, answer: type[Action]) -> None:
    table = seated(until("1849", "trains", after=100))
    offers: list[Range] = []
    for _ in range(120):
        game = TABLES.now(table).game
        offers = [
            span
            for span in game.decision.ranges
            if isinstance(span.action, BuyTrain) and span.action.source in game.state.certificates
            if game.president(span.action.source) != game.decision.player
        ]
        if offers:
            break
        bot_move(table)
        table.refresh_from_db()
    assert offers, "No train was ever for sale between two presidents."
    span = offers[0]
    assert isinstance(span.action, BuyTrain)
    seller = game.president(span.action.source)
    price = (span.low + span.high) // 2 + 1
    give(table, seller, kind, price=price)
    low, high = span.at(span.low), span.at(span.high)
    act(table, low if kind == "accept" else high)
    assert decider(table) == seller
    assert not carry_out(TABLES, table.pk)  # too low to be accepted, too high to be declined unseen
    take_back(TABLES, table.pk, game.decision.player)
    give(table, seller, kind, price=price)
    act(table, high if kind == "accept" else low)
    start = table.number
    assert carry_out(TABLES, table.pk)
    made = moves_of(table, start)
    assert (made[-1][0], type(made[-1][1])) == (seller, answer)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["1883", "18FB", "1849"])
def test_a_share_is_bought_each_turn_until_it_is_dearer(name: str) -> None:
    table = seated(until(name, "stock", after=5))
    for _ in range(200):
        player = decider(table)
        game = TABLES.now(table).game
        found = [each for each in possible(game, player) if each.kind == "buy"]
        buys = [each for each in found if game.why_not(_buying(each), by=player) is None]
        if buys:
            break
        bot_move(table)
    else:
        raise AssertionError("Nothing was ever for sale.")
    table.refresh_from_db()
    given = give(table, player, "buy", buys[0].corporation)
    start = table.number
    assert carry_out(TABLES, table.pk)
    assert moves_of(table, start)[0] == (player, _buying(buys[0]))
    while carry_out(TABLES, table.pk):
        pass
    person = person_of(table, player)
    assert decider(table) != player or TABLES.now(table).game.state.round.kind != "stock"
    keep_orders(table, person, Orders([msgspec.structs.replace(given, price=given.price - 1, acted=0)]))
    for _ in range(60):
        carry_out(TABLES, table.pk)
        if not orders_of(table, person).standing:
            break
        bot_move(table)
    assert [note.order.id for note in orders_of(table, person).notes] == [given.id]


def _buying(order: Order) -> Action:
    return BuyShare(order.corporation, order.source)  # type: ignore[arg-type]


@pytest.mark.django_db
def test_what_an_order_did_can_be_taken_back_and_is_not_done_again() -> None:
    table = seated(until("1849", "stock", after=45))
    player = decider(table)
    give(table, player, "pass")
    assert carry_out(TABLES, table.pk)
    table.refresh_from_db()
    take_back(TABLES, table.pk, player)
    assert not carry_out(TABLES, table.pk)
    orders = orders_of(table, person_of(table, player))
    assert not orders.standing
    assert decider(table) == player


@pytest.mark.django_db
def test_orders_are_carried_out_after_the_move_of_another() -> None:
    table = seated(until("1849", "stock", after=45))
    other = next(seat.player for seat in table.seats.all() if seat.player != decider(table))
    give(table, other, "pass")
    while decider(table) != other:
        act(table, Pass())
    table.refresh_from_db()
    start = table.number
    assert carry_out(TABLES, table.pk)
    assert moves_of(table, start) == [(other, Pass())]


def bid_up(table: Table, rival_leaves: int) -> list[tuple[str, Action]]:
    """Two bid against each other: one by order, the other by hand up to a price. What was played."""
    start = table.number
    for _ in range(60):
        if carry_out(TABLES, table.pk):
            continue
        table.refresh_from_db()
        game = TABLES.now(table).game
        spans = [span for span in game.decision.ranges if isinstance(span.action, Bid)]
        if game.top.step(game) not in ("contest", "bidding"):
            break
        act(table, spans[0].at(spans[0].low) if spans and spans[0].low <= rival_leaves else Pass())
    return moves_of(table, start)


@pytest.mark.django_db
def test_bidding_goes_on_up_to_a_price() -> None:
    table = seated(until("18FB", "bidding", after=3))
    player, lot = decider(table), TABLES.now(table).game.decision.ranges[0].action.private  # type: ignore[attr-defined]
    low = TABLES.now(table).game.decision.ranges[0].low
    order = give(table, player, "bid", lot, price=low + 40)
    assert order.price == low + 40
    moves = bid_up(table, low + 30)
    mine = [action for by, action in moves if by == player and isinstance(action, Bid)]
    assert mine
    assert all(bid.price <= low + 40 for bid in mine)
    assert TABLES.now(table).game.state.privates.get(lot) == player
    orders = orders_of(table, person_of(table, player))
    carry_out(TABLES, table.pk)
    assert not orders_of(table, person_of(table, player)).standing or not orders.standing


@pytest.mark.django_db
def test_bidding_halts_where_the_next_bid_is_dearer() -> None:
    table = seated(until("18FB", "bidding", after=3))
    player, span = decider(table), TABLES.now(table).game.decision.ranges[0]
    give(table, player, "bid", span.action.private, price=span.low)  # type: ignore[attr-defined]
    assert carry_out(TABLES, table.pk)  # the first bid is within it
    table.refresh_from_db()
    rival = TABLES.now(table).game.decision.ranges[0]
    act(table, rival.at(rival.low))
    while decider(table) != player:
        act(table, Pass())
    assert not carry_out(TABLES, table.pk)
    orders = orders_of(table, person_of(table, player))
    assert not orders.standing
    assert "more than" in str(orders.notes[-1].why.message)


@pytest.mark.django_db
def test_a_round_is_told_in_the_language_of_who_reads() -> None:
    table = seated(until("1849", "stock", after=45))
    player = decider(table)
    order = give(table, player, "pass")
    assert order.round == TABLES.now(table).game.state.round
    client = client_of(table, player)
    client.post("/taste", {"language": "it", "next": "/"})
    page = client.get(f"/t/{table.key}").content.decode()
    game = TABLES.now(table).game
    italian = game.title.voice("it")(game.state.round)
    assert str(game.state.round) not in page.partition('id="orders"')[2].partition("</section>")[0]
    assert italian in page.partition('id="orders"')[2].partition("</section>")[0]
