"""Every legal choice about paper can be reached by the links and forms of the page, without JavaScript."""

from __future__ import annotations

from html.parser import HTMLParser
from urllib.parse import parse_qs, urlsplit

import pytest

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.reading import read_action
from ferrovia.formats.save import Record
from ferrovia.table.markup.citing import address
from ferrovia.table.page.controls.stock import StockParts
from ferrovia.table.page.desk import desk
from ferrovia.table.page.scene import Scene, picks
from tests.web.live.players import seated
from tests.web.positions import laid_out, scene_of, until
from tests.web.rendering import Shown

POSITIONS = [
    ("1849", "auction", 3, 3, "auction"),
    ("1849", "rsa_start", 3, 0, "starting"),
    ("1849", "home_token", 3, 0, "tokens"),
    ("1849", "stock", 3, 40, "stock"),
    ("1849", "stock", 3, 355, "stock"),
    ("1849", "finance", 3, 335, "stock"),
    ("1883", "auction", 3, 5, "auction"),
    ("1883", "par", 3, 0, "starting"),
    ("1883", "stock", 3, 60, "stock"),
    ("1883", "stock", 3, 450, "stock"),
    ("1883", "issue", 3, 100, "stock"),
    ("18FB", "lot", 3, 0, "auction"),
    ("18FB", "bidding", 3, 10, "auction"),
    ("18FB", "stock", 3, 36, "stock"),
    ("18FB", "stock", 3, 400, "stock"),
    ("18FB", "bidding", 3, 250, "auction"),
    ("18FB", "finance", 3, 440, "stock"),
    ("18FB", "home", 3, 0, "tokens"),
]
# Picks that lead to no other choice: what is asked or looked at beside, and the price that stands in a field.
BESIDE = ("why", "ask", "open", "sheet", "market", "log", "talk", "tab", "view", "price")


class _Desk(HTMLParser):
    """The links and the forms of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.forms: dict[str, list[str]] = {}
        self.fields: dict[str, dict[str, str]] = {}  # of price fields, by the form they belong to
        self._form = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "a" and given["href"].startswith("?"):
            self.links.add(given["href"])
        if tag == "form":
            self._form = given.get("id", "") or f"form {len(self.forms)}"
            self.forms[self._form] = []
        if tag == "input" and given.get("name") == "action":
            self.forms[self._form].append(given["value"])
        if tag == "input" and given.get("name") == "price":
            self.fields[given.get("form", self._form)] = given


def _scene_at(scene: Scene, address: str) -> Scene:
    query = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
    return scene_of(scene.table, pick=picks(query, scene.number))


def _rendered(scene: Scene) -> _Desk:
    parser = _Desk()
    parser.feed(Shown(scene).desk())
    return parser


def _offered(scene: Scene) -> tuple[list[Action], list[tuple[Action, dict[str, str]]]]:
    """What the forms of the page can send, whatever is picked: as it stands, and with a price to name."""
    actions: list[Action] = []
    priced: list[tuple[Action, dict[str, str]]] = []
    todo, seen = [""], {""}
    while todo:
        address = todo.pop()
        shown = _rendered(_scene_at(scene, address) if address else scene)
        for form, texts in shown.forms.items():
            for text in texts:
                action = read_action(scene.title, text)
                if form in shown.fields:
                    priced.append((action, shown.fields[form]))
                else:
                    actions.append(action)
        new = {link for link in shown.links if not any(f"{name}=" in link for name in BESIDE)} - seen
        seen |= new
        todo += new
    return actions, priced


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "step", "players", "after", "control"), POSITIONS)
def test_every_choice_can_be_made(name: str, step: str, players: int, after: int, control: str) -> None:
    record: Record = until(name, step, players, after=after)
    scene = scene_of(laid_out(record))
    shown = desk(scene).control
    assert shown is not None
    assert shown.template == f"table/controls/{control}.html"
    assert scene.decision is not None
    actions, priced = _offered(scene)
    for choice in scene.decision:
        if isinstance(choice, Range):
            fields = [field for action, field in priced if choice.allows(action)]
            assert fields, choice
            assert (int(fields[0]["min"]), int(fields[0]["max"])) == (choice.low, choice.high)
            assert int(fields[0]["step"]) == choice.step
        else:
            assert choice in actions, choice
    for action in actions:
        assert scene.decision.allows(action), action


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "step", "after"), [("1849", "stock", 40), ("1883", "stock", 450), ("18FB", "stock", 400)]
)
def test_whatever_is_shown_as_refused_tells_why(name: str, step: str, after: int) -> None:
    scene = scene_of(laid_out(until(name, step, after=after)))
    asking = [link for link in _rendered(scene).links if "why=" in link]
    assert asking
    for link in asking:
        asked = _scene_at(scene, link)
        control = desk(asked).control
        assert control is not None
        assert isinstance(control.parts, StockParts)
        told = control.parts.why
        assert told is not None, link
        assert told.text
        assert told.clause.startswith(name)
        assert address(told.clause) == f"/rules/{name}/{told.clause.removeprefix(f'{name}-')}"


@pytest.mark.django_db
def test_a_question_about_nothing_is_answered_with_nothing() -> None:
    table = laid_out(until("1849", "stock", after=40))
    for text in (
        "{",
        "[]",
        '{"do":"pass"}',
        '{"do":"nothing"}',
        "null",
        '{"do":"start","corporation":"<b>","price":-1}',
    ):
        control = desk(scene_of(table, pick={"why": text, "c": "9999999", "price": "-4"})).control
        assert control is not None
        assert control.chosen is None


@pytest.mark.django_db
def test_a_price_that_is_picked_is_kept_within_what_may_be_named() -> None:
    scene = scene_of(laid_out(until("1849", "auction", after=3)))
    picked, span = next((place, each) for place, each in enumerate(scene.choices) if isinstance(each, Range))
    for named, expected in ((span.low + 10, span.low + 10), (1, span.low), (10**8, span.high)):
        control = desk(scene_of(scene.table, pick={"c": str(picked), "price": str(named)})).control
        assert control is not None
        assert control.chosen is not None
        assert control.chosen.named == expected


@pytest.mark.django_db
def test_links_lead_to_the_page_also_where_a_plain_form_was_refused() -> None:
    table = laid_out(until("1849", "track", after=60))
    client, form = seated(table), {"action": '{"do":"nothing"}', "after": str(table.number)}
    assert f'href="?n={table.number}&amp;hex=' in client.get(f"/t/{table.key}").content.decode()
    refused = client.post(f"/t/{table.key}/act", form).content.decode()  # this page stands at the address of the form
    assert f'href="/t/{table.key}?n={table.number}&amp;hex=' in refused
    assert 'href="?' not in refused
