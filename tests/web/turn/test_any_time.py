"""What may be done and asked at any moment: cards out of turn, best runs of anybody."""

from __future__ import annotations

import msgspec
import pytest
from django.test import Client

from ferrovia.engine.flow.actions import BuyTrain, Decline, UsePrivate
from ferrovia.engine.flow.decision import Range
from ferrovia.table.cookies import GUEST, guest_cookie
from ferrovia.table.models import Person, Table
from ferrovia.table.page.best_runs import asked_for
from ferrovia.table.page.routes import runners
from ferrovia.table.page.tray import tray
from ferrovia.table.tables import TABLES
from ferrovia.titles.t18fb.actions import BuildLine
from ferrovia.titles.t1883.emilia import Concession
from tests.t18fb.test_02_7_political_cards import TO_ROME, at_rome
from tests.t18fb.test_03_5_11_bankruptcy import sisters
from tests.t1883.table import Table as Desk1883
from tests.web.positions import laid_out, played, scene_of
from tests.web.turn.crawling import crawled, forms, offers, rendered, scene_at

pytestmark = pytest.mark.django_db


def seated(client: Client, table: Table, player: str) -> None:
    """The client is the one who sits there."""
    person = Person.objects.create(name=player)
    table.seats.filter(player=player).update(person=person)
    client.cookies[GUEST] = guest_cookie(person)


@pytest.fixture
def table() -> Table:
    """A game in which somebody owns a card while another decides."""
    return laid_out(played("18FB", 4, 17, "2"))


@pytest.mark.django_db
def test_a_card_is_offered_in_anothers_turn(table: Table, client: Client) -> None:
    game = TABLES.now(table).game
    owner = next(one.player for one in game.decision.interjections if one.player != game.decision.player)
    seated(client, table, owner)
    card = next(one.choice for one in game.decision.interjections if one.player == owner)
    assert isinstance(card, Range)
    key = card.action.private  # type: ignore[attr-defined]
    page = client.get(f"/t/{table.key}", {"n": len(game.actions), "card": key, "o": "0"}).content.decode()
    action, span = next(form for form in forms(game, page) if card.allows(form[0]))
    assert span == (card.low, card.high)
    sent = {"action": msgspec.json.encode(action).decode(), "price": "1", "after": str(len(game.actions))}
    answer = client.post(f"/t/{table.key}/act", sent)
    assert answer.status_code == 302
    now = TABLES.now(Table.objects.get(pk=table.pk)).game
    assert now.actions[-1] == card.at(1)


@pytest.mark.django_db
def test_everybody_at_one_screen_has_their_cards(table: Table, client: Client) -> None:
    game = TABLES.now(table).game
    for player in game.players:
        seated(client, table, player)
    person = Person.objects.latest("pk")
    table.seats.update(person=person)
    other = next(one for one in game.decision.interjections if one.player != game.decision.player)
    assert isinstance(other.choice, Range)
    key = other.choice.action.private  # type: ignore[attr-defined]
    page = client.get(f"/t/{table.key}").content.decode()
    assert f"card={key}&amp;of={other.player}" in page
    picked = {"n": len(game.actions), "card": key, "of": other.player, "o": "0"}
    page = client.get(f"/t/{table.key}", picked).content.decode()
    assert f'name="by" value="{other.player}"' in page
    action, _ = next(form for form in forms(game, page) if other.choice.allows(form[0]))
    sent = {"action": msgspec.json.encode(action).decode(), "price": "1", "by": other.player}
    sent["after"] = str(len(game.actions))
    assert client.post(f"/t/{table.key}/act", sent).status_code == 302
    assert TABLES.now(Table.objects.get(pk=table.pk)).game.actions[-1] == other.choice.at(1)


@pytest.mark.django_db
def test_nobody_offers_anothers_card(table: Table, client: Client) -> None:
    game = TABLES.now(table).game
    listed = {one.player for one in game.decision.interjections}
    other = next(player for player in game.players if player not in listed and player != game.decision.player)
    seated(client, table, other)
    card = game.decision.interjections[0].choice
    assert isinstance(card, Range)
    sent = {"action": msgspec.json.encode(card.action).decode(), "price": "1", "after": str(len(game.actions))}
    answer = client.post(f"/t/{table.key}/act", sent)
    assert answer.status_code == 409
    assert "You have no seat" not in answer.content.decode()
    assert TABLES.now(Table.objects.get(pk=table.pk)).game.actions == game.actions


@pytest.mark.django_db
def test_a_card_that_cannot_be_used_says_why(table: Table) -> None:
    game = TABLES.now(table).game
    owner = next(owner for owner in game.state.privates.values() if owner in game.players)
    scene = scene_of(table, owner)
    chip = tray(scene).chips[0]
    opened = tray(scene_of(table, owner, pick={"card": chip.key})).opened
    assert opened is not None
    assert opened.refused is not None
    assert opened.refused.clause.startswith("18FB-")
    assert opened.refused.text in rendered(scene_of(table, owner, pick={"card": chip.key}), "tray").replace(
        "&#39;", "'"
    )


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "moves"), [("1849", 120), ("1883", 110), ("18FB", 120)])
def test_anybody_may_ask_for_best_runs(name: str, moves: int) -> None:
    table = laid_out(played(name, 3, moves))
    game = TABLES.now(table).game
    names = runners(scene_of(table))
    assert names
    for corporation in names:
        bystander = scene_of(table, pick={"runs": corporation})
        shown = asked_for(bystander)
        best = game.title.runs.best(game, corporation).revenue
        assert (shown.total if shown else 0) == best
    assert f"runs={names[0]}" in rendered(scene_of(table, pick={"open": "runs"}), "dock")


@pytest.mark.django_db
def test_the_law_may_hide_best_runs() -> None:
    table = laid_out(played("1849", 3, 120))
    table.law = {"best_run": "hidden"}
    name = runners(scene_of(table))[0]
    assert asked_for(scene_of(table, pick={"runs": name})) is None
    assert "open=runs" not in rendered(scene_of(table), "tray")


@pytest.mark.django_db
def test_a_bystander_has_no_cards(table: Table, client: Client) -> None:
    page = client.get(f"/t/{table.key}").content.decode()
    assert 'name="action"' not in page
    assert "card=" not in page


@pytest.mark.parametrize("language", ["en", "it"])
def test_what_saves_from_bankruptcy_is_offered_instead_of_it(language: str) -> None:
    """1883: Ada owes 35 that she has not, and could swap CNP for a share of SV."""
    desk = Desk1883(3).privates(CNP="Ada").start("SV", "Bruno", at=85).start("FBV", "Ada", at=65, cash=5).cash(Ada=3)
    desk.own_is(deck=(), concessions={"2": Concession("FBV", 4)}).operating_rounds_over()
    game = desk.game
    assert offers(crawled(game, "Ada", "desk", "tray"), UsePrivate("CNP"))
    page = rendered(scene_at(game, "Ada", language=language), "desk")
    told = {"en": "Ada must swap CNP first", "it": "Ada deve prima scambiare la CNP"}[language]
    assert told in page
    assert "1883-R34" in page


@pytest.mark.parametrize("owner", ["Ada", "Bruno"])
@pytest.mark.parametrize("step", ["track", "token", "dividend", "trains", "finance"])
def test_a_bourbon_token_is_replaced_from_the_tray_in_any_step(step: str, owner: str) -> None:
    """18FB: whoever owns Delahante finds it among their cards; LdA's president is then shown the line to Rome."""
    game = at_rome(owner, step).game
    by_card = BuildLine(tuple(TO_ROME.split()), "Delahante")
    if (step, owner) == ("token", "Ada"):
        assert offers(crawled(game, "Ada", "desk"), by_card)
        return
    assert offers(crawled(game, owner, "tray"), UsePrivate("Delahante"))
    game.apply(UsePrivate("Delahante"), by=owner)
    shown = crawled(game, "Ada", "desk")
    assert offers(shown, by_card)
    assert offers(shown, Decline())


def test_whose_company_can_buy_a_train_at_hand_is_told_so_instead_of_bankruptcy() -> None:
    """18FB: NN of Carla could never pay a PH5, but LdA, hers too, has a train to sell."""
    game = sisters("PH4").game
    assert offers(crawled(game, "Carla", "desk"), Range(BuyTrain("PH4", "LdA", 1), 1, 50))
    page = rendered(scene_at(game, "Carla"), "desk")
    assert "NN can buy the PH4 of LdA for what it has" in page
    assert "18FB-R94" in page
