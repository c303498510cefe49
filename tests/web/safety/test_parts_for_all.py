"""Parts that are written once for all who look: nobody is shown anything by them that is another's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

import pytest
from django.middleware import csrf
from django.test import Client
from markupsafe import Markup

from ferrovia.saying.voice import Voice
from ferrovia.table.markup.links import Link
from ferrovia.table.models import Remark, Table
from ferrovia.table.moves import changed
from ferrovia.table.page import page as pages
from ferrovia.table.page.page import Page
from ferrovia.table.private_data import ORDERS, keep
from ferrovia.table.speed import parts
from ferrovia.table.tables import TABLES
from tests.web.past.people import client_of, person_of, seated
from tests.web.positions import laid_out, played, scene_of, until

pytestmark = pytest.mark.django_db
PICKS = ("", "?tab=charters", "?tab=phases", "?open=tiles", "?picture=market", "?talk=chat", "?view=ledger")
POSITIONS = (
    ("1849", "track", 250),
    ("1849", "stock", 100),
    ("1883", "stock", 300),
    ("1883", "track", 200),
    ("18FB", "stock", 60),
    ("18FB", "track", 300),
)


@pytest.fixture(autouse=True)
def _as_it_is(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The token of a form is the visitor's secret itself, without the letters that are drawn for every answer."""
    monkeypatch.setattr(csrf, "_mask_cipher_secret", lambda secret: secret + secret)
    monkeypatch.setattr(csrf, "_unmask_cipher_token", lambda token: token[: csrf.CSRF_SECRET_LENGTH])
    forget()
    yield
    forget()


def forget() -> None:
    """As if nobody had looked at anything yet."""
    pages._for_all.clear()
    parts._written.clear()


def plain(client: Client, address: str) -> str:
    """A page without what is drawn anew for every answer: the names of forms and logs, moments."""
    response = client.get(address, headers={"HX-Request": "true"})
    assert response.status_code == 200
    text = re.sub(r'name="key" value="[^"]*"|data-parts="[^"]*"', "", response.content.decode())
    return re.sub(r'data-log="(\d+)\.\w+"', r'data-log="\1"', text)


def visitors(table: Table) -> dict[str, Client]:
    """Everybody at a table, and somebody who only watches; each with a secret of their own."""
    found = {player: client_of(table, player) for player in TABLES.now(table).game.settings.players}
    found[""] = Client(headers={"accept-language": "en"})
    for place, client in enumerate(found.values()):
        client.cookies["csrftoken"] = "abcdefgh"[place] * csrf.CSRF_SECRET_LENGTH
    return found


@pytest.mark.parametrize(("name", "step", "after"), POSITIONS)
@pytest.mark.usefixtures("server_clock")
def test_whoever_looked_before_everybody_is_shown_the_same(name: str, step: str, after: int) -> None:
    """By themselves, first or last of all: the same bytes, with no form of another's in them."""
    table = seated(until(name, step, after=after))
    Remark.objects.create(table=table, person=person_of(table, "Ada"), name="Ada", text="Ciao", number=table.number)
    clients = visitors(table)
    for pick in PICKS:
        for page in ("", "/now"):
            address = f"/t/{table.key}{page}{pick}"
            alone = {}
            for player, client in clients.items():
                forget()
                alone[player] = plain(client, address)
            for order in (list(clients), list(reversed(clients))):
                forget()
                assert {player: plain(clients[player], address) for player in order} == alone
            for player, client in clients.items():
                tokens = set(re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', alone[player]))
                assert tokens <= {client.cookies["csrftoken"].value * 2}


@pytest.mark.parametrize("name", ["1849", "1883", "18FB"])
def test_orders_are_in_no_page_but_their_owners(name: str) -> None:
    table = seated(played(name, 3, 120))
    clients = visitors(table)
    players = [player for player in clients if player]
    for player in players:
        order = {"id": f"of-{player}", "kind": "accept", "player": player, "number": 0, "price": 7}
        keep(table, person_of(table, player), ORDERS, {"standing": [order]})
    for lookers in (list(clients), list(reversed(clients))):
        forget()
        for looker in lookers:
            shown = plain(clients[looker], f"/t/{table.key}/now")
            assert [player for player in players if f"of-{player}" in shown] == [looker] * bool(looker)


def test_a_part_for_all_is_given_nothing_of_the_viewer() -> None:
    table = laid_out(until("1883", "stock", after=300))
    given: list[Page] = []

    def part(say: Voice, link: Link, page: Page) -> Markup:
        given.append(page)
        return Markup(f"{len(given)}")

    scene = scene_of(table, "Bruno", pick={"tab": "tiles"})
    link = Link(scene)
    assert parts.alike(part, link, Page(scene)) == "1"
    [page] = given
    seen = page.scene
    assert (seen.players, seen.handed, seen.person, seen.viewer, seen.decision) == ((), (), None, None, None)
    assert (seen.pick, seen.language, seen.theme, seen.number) == (scene.pick, "en", "light", scene.number)
    assert Link(seen) == link


def test_a_part_for_all_is_written_once_and_anew_for_whoever_sees_something_else() -> None:
    table = laid_out(until("1849", "track", after=250))

    def part(say: Voice, link: Link, page: Page) -> Markup:
        seen = page.scene
        return Markup(f"{seen.language} {seen.theme} {seen.picked()} {link.is_whole} {seen.table.law} {next(count)}")

    count = iter(range(100))
    ada, bruno = scene_of(table, "Ada"), scene_of(table, "Bruno")
    first = parts.alike(part, Link(ada), Page(ada))
    assert parts.alike(part, Link(bruno), Page(bruno)) is first
    others = [
        scene_of(table, "Ada", language="it"),
        scene_of(table, "Ada", theme="dark"),
        scene_of(table, "Ada", pick={"tab": "tiles"}),
        scene_of(table, "Ada", pick={"tab": "tiles", "view": "ledger"}),
        scene_of(table, "Ada", pick={"view": "ledger", "tab": "tiles"}),  # addresses are in this order too
    ]
    written = [parts.alike(part, Link(scene), Page(scene)) for scene in others]
    written.append(parts.alike(part, Link(ada, is_whole=True), Page(ada)))
    Table.objects.filter(pk=table.pk).update(law={"undo": "none"})
    changed(TABLES, table)
    table.refresh_from_db()
    written.append(parts.alike(part, Link(ada), Page(scene_of(table, "Ada"))))
    assert "none" in written[-1]
    assert len({first, *written}) == 1 + len(written)


def test_a_position_that_was_come_to_again_is_no_other_games() -> None:
    """The same table, the same number of changes, another game: as where a table is laid out anew in a test."""
    first, second = scene_of(laid_out(played("1849", 3, 40))), scene_of(laid_out(played("1849", 3, 40, seed="2")))
    alike = second.table
    alike.key, alike.changes = first.table.key, first.table.changes
    assert Page(first).for_all is not Page(second).for_all


@pytest.mark.parametrize("mode", ["past", "since", "sandbox"])
def test_beside_the_present_nothing_is_for_all(mode: Literal["past", "since", "sandbox"]) -> None:
    scene = replace(scene_of(laid_out(played("1849", 3, 40)), "Ada"), mode=mode)
    page, link = Page(scene), Link(scene)
    assert page.for_all is None
    assert parts.alike(lambda say, given, own: Markup(own is page and given is link), link, page) == "True"


def test_pages_for_all_are_few() -> None:
    table = laid_out(played("1849", 3, 40))
    for number in range(3 * pages._for_all.most):
        assert Page(scene_of(table, "Ada", pick={"map": str(number)})).for_all is not None
    assert len(pages._for_all) <= pages._for_all.most
