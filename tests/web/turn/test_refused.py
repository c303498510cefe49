"""What is refused says why and leads to the rule: by every door, in both languages, with and without JavaScript."""

from __future__ import annotations

import html
import re

import msgspec
import pytest
from django.test import Client

from ferrovia.engine.flow.actions import Action, BuyShare, Dividend
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.shares import purchase_refusal
from ferrovia.formats.rulebook import rulebook
from ferrovia.table.models import PrivateData, Remark, Table
from ferrovia.table.order_runner import carry_out
from ferrovia.table.orders import Order, Orders, keep_orders, orders_of
from ferrovia.table.tables import TABLES
from tests.web.past.people import client_of, decider, person_of, seated
from tests.web.people.visitors import guest, lobby
from tests.web.positions import until

pytestmark = pytest.mark.django_db
TITLES = [("1849", 60), ("1883", 110), ("18FB", 150)]
_TROUBLE = re.compile(r'<p class="trouble" role="alert">(.*?)</p>', re.DOTALL)
_CITED = re.compile(r'<cite><a href="(/rules/[^"]+)">([^<]+)</a></cite>')


def sent(action: Action) -> str:
    return msgspec.json.encode(action).decode()


def told(page: str) -> tuple[str, str, str]:
    """What the only trouble on a page says, and the clause it leads to with its address."""
    [found] = _TROUBLE.findall(page)
    cited = _CITED.search(found)
    assert cited, found
    return html.unescape(found[: cited.start()]).strip(), cited[2], cited[1]


def _at_track(name: str, moves: int) -> tuple[Table, Client]:
    table = seated(until(name, "track", after=moves))
    return table, client_of(table, decider(table))


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("htmx", [True, False])
@pytest.mark.parametrize("where", ["", "/try"])
@pytest.mark.parametrize(("name", "moves"), TITLES)
def test_an_illegal_move_says_why_and_leads_to_the_rule(
    name: str, moves: int, where: str, htmx: bool, language: str
) -> None:
    table, client = _at_track(name, moves)
    headers = {"accept-language": language, **({"HX-Request": "true"} if htmx else {})}
    form = {"action": sent(Dividend("pay")), "after": str(table.number)}
    answer = client.post(f"/t/{table.key}{where}/act", form, headers=headers)
    assert answer.status_code == 409
    text, clause, address = told(answer.content.decode())
    refusal = TABLES.now(table).game.why_not(Dividend("pay"), by=decider(table))
    assert refusal is not None
    assert (text, clause) == (TABLES.sitting(table).title.voice(language)(refusal), refusal.rule)
    rule = client.get(address, headers=headers)
    assert rule.status_code == 200
    assert clause in {each.id for each in rulebook(name, language).entries}
    assert clause.partition("-")[2] in rule.content.decode()
    table.refresh_from_db()
    assert table.number == len(TABLES.now(table).record.actions)
    assert not PrivateData.objects.filter(table=table).exists()


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("page", ["", "/try", "/text"])
def test_an_illegal_move_that_is_typed_says_why_and_leads_to_the_rule(page: str, language: str) -> None:
    table, client = _at_track("1849", 40)
    query = {"n": str(table.number), "words": "Pay the shareholders"}
    answer = client.get(f"/t/{table.key}{page}", query, headers={"accept-language": language}).content.decode()
    refusal = TABLES.now(table).game.why_not(Dividend("pay"), by=decider(table))
    assert refusal is not None
    assert told(answer)[:2] == (TABLES.sitting(table).title.voice(language)(refusal), refusal.rule)


def test_on_the_page_without_a_picture_a_refused_form_leads_to_the_rule() -> None:
    table, client = _at_track("1849", 60)
    form = {"action": sent(Dividend("pay")), "after": str(table.number), "back": "text"}
    answer = client.post(f"/t/{table.key}/act", form)
    assert answer.status_code == 409
    assert 'class="atlas"' in answer.content.decode()
    assert told(answer.content.decode())[1].startswith("1849-")


def test_what_no_rule_forbids_has_no_clause() -> None:
    table, _ = _at_track("1849", 60)
    page = Client().post(f"/t/{table.key}/act", {"action": sent(Dividend("pay"))}).content.decode()
    [found] = _TROUBLE.findall(page)
    assert "You have no seat at this table." in found
    assert "<cite>" not in found


# What a form follows


@pytest.mark.parametrize("htmx", [True, False])
@pytest.mark.parametrize("after", [None, "", "x", "-1", "1.0", "1e2", "９９９９９９９", "9" * 7, " 66"])
@pytest.mark.parametrize("where", ["/act", "/try/act", "/undo"])
def test_a_form_that_follows_no_number_is_refused_and_nothing_is_played(
    where: str, after: str | None, htmx: bool
) -> None:
    table, client = _at_track("1849", 60)
    action = sent(TABLES.now(table).game.decision.choices[0])
    before = table.number
    headers = {"HX-Request": "true"} if htmx else {}
    form = {"action": action} if after is None else {"action": action, "after": after}
    answer = client.post(f"/t/{table.key}{where}", form, headers=headers)
    assert answer.status_code == 400
    [found] = _TROUBLE.findall(answer.content.decode())
    assert found.strip() == "This form does not say after how many moves it was made: nothing was played."
    table.refresh_from_db()
    assert table.number == before
    assert not PrivateData.objects.filter(table=table).exists()


# Orders


def _told_plainly(page: str) -> str:
    [found] = _TROUBLE.findall(page)
    return html.unescape(found).strip()


@pytest.mark.parametrize("htmx", [True, False])
def test_an_order_that_cannot_be_given_says_why_and_keeps_nothing(htmx: bool) -> None:
    table = seated(until("1849", "stock", after=45))
    player = decider(table)
    other = next(seat.player for seat in table.seats.all() if seat.player != player)
    client, headers = client_of(table, player), {"HX-Request": "true"} if htmx else {}

    def given(order: str, price: str = "") -> str:
        form = {"order": order, "price": price}
        answer = client.post(f"/t/{table.key}/orders", form, headers=headers)
        assert answer.status_code == 409
        assert not orders_of(table, person_of(table, player)).standing
        return _told_plainly(answer.content.decode())

    def order(kind: str, by: str = player, name: str = "") -> str:
        return msgspec.json.encode({"id": "", "kind": kind, "player": by, "number": 0, "corporation": name}).decode()

    assert given("{") == "This is no order: nothing was kept."
    assert given("[" * 5000) == "This is no order: nothing was kept."
    assert given(order("pass", other)) == "This seat is not yours."
    assert given(order("accept"), "x") == "An order of this kind needs a price of 1 to 100000."
    assert given(order("run", name="XXX")) == "Such an order cannot be given now: nothing was kept."


def _barred(game: Game) -> str:
    """A corporation of which whoever must choose may buy nothing, whatever they have."""
    player = game.top.decider(game)
    for name in game.state.certificates:
        sources = [source for source in game.title.stock.sources if game.is_started(name)]
        if sources and all(purchase_refusal(game, player, name, each) for each in sources):
            return name
    return ""


def test_an_order_to_buy_what_may_not_be_bought_leads_to_the_rule() -> None:
    table = seated(until("1849", "stock", after=45, where=lambda game: bool(_barred(game))))
    player, name = decider(table), _barred(TABLES.now(table).game)
    order = Order(id="", kind="buy", player=player, number=0, corporation=name)
    answer = client_of(table, player).post(f"/t/{table.key}/orders", {"order": msgspec.json.encode(order).decode()})
    assert answer.status_code == 409
    assert told(answer.content.decode())[1].startswith("1849-")


def test_too_many_orders_are_refused() -> None:
    from ferrovia.table.orders import MOST

    table = seated(until("1849", "stock", after=45))
    player = decider(table)
    person = person_of(table, player)
    many = [Order(id=str(number), kind="accept", player=player, number=0, price=number) for number in range(MOST)]
    keep_orders(table, person, Orders(many))
    order = Order(id="", kind="pass", player=player, number=0)
    answer = client_of(table, player).post(f"/t/{table.key}/orders", {"order": msgspec.json.encode(order).decode()})
    assert answer.status_code == 409
    assert f"You have {MOST} standing orders" in _told_plainly(answer.content.decode())
    assert len(orders_of(table, person).standing) == MOST


def test_an_order_that_the_rules_end_says_which() -> None:
    table = seated(until("1849", "stock", after=45))
    player, game = decider(table), TABLES.now(table).game
    started = [name for name in game.state.certificates if game.is_started(name)]
    refused = [(name, game.why_not(BuyShare(name, "pool"), by=player)) for name in started]
    name, refusal = next((name, refusal) for name, refusal in refused if refusal is not None)
    person = person_of(table, player)
    order = Order(id="1", kind="buy", player=player, number=table.number, corporation=name, source="pool", price=999)
    keep_orders(table, person, Orders([order]))
    carry_out(TABLES, table.pk)
    [note] = orders_of(table, person).notes
    assert note.clause == refusal.rule
    page = client_of(table, player).get(f"/t/{table.key}").content.decode()
    noted = re.search(r'<p class="note">(.*?)</p>', page, re.DOTALL)
    assert noted
    assert _CITED.search(noted[1])


# In the lobby


@pytest.mark.parametrize("language", ["en", "it"])
def test_an_option_that_cannot_be_chosen_leads_to_the_rule(language: str) -> None:
    ada, client = guest("Ada")
    table = lobby(ada, options=[])
    form = {"do": "option", "option": "five_corporations"}
    answer = client.post(f"/t/{table.key}/lobby", form, headers={"accept-language": language})
    assert answer.status_code == 409
    text, clause, address = told(answer.content.decode())
    assert clause == "1849-1.1.2"
    assert text
    assert client.get(address).status_code == 200
    table.refresh_from_db()
    assert table.options == []


@pytest.mark.parametrize("act", ["remark", "notes"])
@pytest.mark.parametrize("htmx", [True, False])
def test_talk_and_notes_in_the_lobby_break_nothing(act: str, htmx: bool) -> None:
    ada, client = guest("Ada")
    table = lobby(ada)
    headers = {"HX-Request": "true"} if htmx else {}
    answer = client.post(f"/t/{table.key}/{act}", {"text": "Ciao"}, headers=headers)
    assert answer.status_code == 302
    assert client.get(answer["Location"]).status_code == 200
    assert Remark.objects.filter(table=table).count() == (act == "remark")
