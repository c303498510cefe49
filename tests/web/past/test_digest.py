"""The digest: what happened since one's last move, by matter; when it is shown, and how it is put away."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from django.test import Client

from ferrovia.table.models import LastSeen, Mover, MoveRow, Table
from ferrovia.table.page.digest import SHOWN, Digest
from ferrovia.table.page.matters import Rank
from ferrovia.table.tables import TABLES
from tests.web.past.people import client_of, decider, person_of, seated
from tests.web.positions import stored_until

# Whoever is to choose there has not moved since much happened.
QUAKE, STRIKE, UNIFICATION = ("1849-three", 332), ("1883-two", 164), ("18FB-three", 442)


class Seated(NamedTuple):
    table: Table
    player: str
    client: Client

    @property
    def digest(self) -> Digest | None:
        found: Digest | None = self.client.get(f"/t/{self.table.key}").context["page"].digest
        return found


def back_again(game: str, number: int) -> Seated:
    """Whoever must choose has looked at the table before, and is there again."""
    table = seated(stored_until(game, number))
    player = decider(table)
    LastSeen.objects.create(table=table, person=person_of(table, player), number=number)
    return Seated(table, player, client_of(table, player))


@pytest.mark.django_db
def test_hot_matters_come_first_and_make_the_headline() -> None:
    here = back_again(*QUAKE)
    found = here.digest
    assert found is not None
    assert [line.rank for line in found.lines] == [Rank.PHASE, Rank.EVENT, Rank.CLOSED, Rank.PRICES]
    assert [line.is_hot for line in found.lines] == [True, True, True, False]
    assert found.headline == "Phase 12, and the Messina earthquake"
    html = here.client.get(f"/t/{here.table.key}").content.decode()
    assert "SFA bought the first 12H." in html
    assert f"/since?from={found.since}&amp;step=" in html or f"/since?from={found.since}&step=" in html


@pytest.mark.django_db
def test_what_is_told_is_the_difference_between_then_and_now() -> None:
    here = back_again(*UNIFICATION)
    found, now = here.digest, TABLES.now(here.table)
    assert found is not None
    then = now.at(found.since)
    assert now.record.past_of(found.since).by == here.player
    prices = {each.corporation: (each.before, each.after) for line in found.lines for each in line.prices}
    assert prices
    for name, (before, after) in prices.items():
        assert (before, after) == (then.price(name), now.game.price(name))
    lost = next(line.trains for line in found.lines if line.rank is Rank.TRAINS)
    for each in lost:
        assert sorted((*each.lost, *each.left)) == sorted(then.trains(each.corporation))
    deposits = next(line.detail for line in found.lines if line.title == "Italy is one")
    assert "Your deposits of D280 are lost." in deposits


@pytest.mark.django_db
def test_a_title_brings_matters_of_its_own_and_money_is_told_last() -> None:
    here = back_again(*STRIKE)
    found = here.digest
    assert found is not None
    assert found.headline == "Railroad strike, and CCFR lost"
    assert found.lines[-1].rank is Rank.MONEY
    now = TABLES.now(here.table)
    assert found.lines[-1].change == now.game.cash(here.player) - now.at(found.since).cash(here.player)


@pytest.mark.django_db
def test_it_is_put_away_for_good_and_the_question_is_there() -> None:
    here = back_again(*QUAKE)
    address = f"/t/{here.table.key}"
    assert b'class="foot' in here.client.get(address).content
    assert here.client.get(address).context["page"].digest is not None  # to have loaded it is not to have read it
    answer = here.client.post(f"{address}/seen", {"number": "332"}, headers={"HX-Request": "true"})
    assert b"to-my-turn" not in answer.content
    assert b"data-control" in answer.content
    assert here.digest is None


@pytest.mark.django_db
def test_who_looks_for_the_first_time_others_and_the_past_have_none() -> None:
    table = seated(stored_until(*QUAKE))
    player = decider(table)
    client = client_of(table, player)
    assert client.get(f"/t/{table.key}").context["page"].digest is None
    assert client.get(f"/t/{table.key}").context["page"].digest is None  # nor when they look again
    other = next(name for name in TABLES.now(table).game.settings.players if name != player)
    LastSeen.objects.create(table=table, person=person_of(table, other), number=5)
    assert client_of(table, other).get(f"/t/{table.key}").context["page"].digest is None
    LastSeen.objects.update(digest=0)
    assert client.get(f"/t/{table.key}/at/331").context["page"].digest is None
    assert client.get(f"/t/{table.key}").context["page"].digest is not None


@pytest.mark.django_db
def test_little_that_is_not_hot_is_no_digest() -> None:
    """Over a whole stretch of a game: whenever none is shown, there was nothing hot and less than three others."""
    here = back_again("1849-three", 81)
    assert here.digest is not None
    quiet = back_again("1849-three", 100)
    assert quiet.digest is None


@pytest.mark.django_db
def test_what_an_order_did_for_one_is_news_too() -> None:
    here = back_again(*QUAKE)
    found = here.digest
    assert found is not None
    MoveRow.objects.filter(table=here.table, number=found.since).update(mover=Mover.ORDER)
    further = here.digest
    assert further is not None
    assert further.since < found.since


@pytest.mark.django_db
def test_of_many_lines_eight_are_shown_until_all_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    here = back_again(*UNIFICATION)
    monkeypatch.setattr("ferrovia.table.page.digest.SHOWN", 4)
    page = here.client.get(f"/t/{here.table.key}").content.decode()
    assert "and 2 more" in page
    whole = here.client.get(f"/t/{here.table.key}?n=442&digest=all").context["page"].digest
    assert len(whole.lines) == 6
    assert not whole.more
    assert SHOWN == 8
