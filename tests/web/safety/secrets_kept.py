"""What must not be sent: the seed and the salt in any dress, the order of a deck, and what each person keeps."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator

import msgspec
from django.conf import settings
from django.core import signing
from django.test import Client

from ferrovia.engine.flow.game import Game
from ferrovia.table.cookies import GUEST
from ferrovia.table.models import Person, PrivateData, Table
from ferrovia.table.orders import Orders, keep_orders, possible
from ferrovia.table.page.talk import NOTES
from ferrovia.table.planning import Plan, Planned, keep_plan
from ferrovia.table.sandbox import keep_sandbox, new_sandbox, with_move
from ferrovia.table.stored_messages import StoredMessage

_IN_A_ROW = 4  # cards of a deck that are known in their order: fewer may stand so by chance


def dresses(secret: str) -> Iterator[str]:
    """A text as it is, as hexadecimal figures, and in base 64 wherever it begins."""
    forms = [secret.encode()]
    if re.fullmatch(r"(?:[0-9a-f]{2})+", secret):
        forms.append(bytes.fromhex(secret))
    yield secret
    for data in forms:
        yield data.hex()
        yield data.hex().upper()
        for before in range(3):
            whole = base64.b64encode(b"\0" * before + data)
            inner = whole[4 if before else 0 : -4].decode()  # without what depends on what is beside it
            yield inner
            yield inner.replace("+", "-").replace("/", "_")


def deck_of(game: Game) -> list[str]:
    return [str(card) for card in getattr(game.state.own, "deck", ())]


def in_order(deck: list[str]) -> Iterator[re.Pattern[str]]:
    """The cards of a deck that come next to one another, with whatever signs between them."""
    for place in range(len(deck) - _IN_A_ROW + 1):
        yield re.compile(r"\W{1,12}".join(map(re.escape, deck[place : place + _IN_A_ROW])))


def mark(kind: str, player: str) -> str:
    """A text that is only in what one person keeps."""
    return f"{kind}-kept-by-{player.replace(' ', '-')}"


def plant(table: Table, person: Person, player: str, game: Game) -> list[str]:
    """Notes, orders, a plan and a sandbox of somebody's, each with a text by which it is known; the texts."""
    marks = {kind: mark(kind, player) for kind in ("notes", "order", "plan", "sandbox")}
    defaults = {"content": marks["notes"].encode()}
    PrivateData.objects.update_or_create(table=table, person=person, kind=NOTES, defaults=defaults)
    if game.over:
        return list(marks.values())
    orders = [msgspec.structs.replace(each, id=marks["order"]) for each in possible(game, player)[:1]]
    keep_orders(table, person, Orders(orders))
    sandbox = new_sandbox(game, player)
    sandbox = with_move(sandbox, next(iter(sandbox.moment().game.decision.choices)))
    tried_one = msgspec.structs.replace(sandbox.moves[0], words=StoredMessage(marks["sandbox"]))
    keep_sandbox(table, person, msgspec.structs.replace(sandbox, moves=[tried_one]))
    step = Planned(player, "", tried_one.action, StoredMessage(marks["plan"]), is_own=True)
    keep_plan(table, person, Plan(table.number, [step]))
    return list(marks.values())


def person_keys(client: Client) -> str:
    """What a client's own signed cookie says once it is read."""
    cookie = client.cookies.get(GUEST)
    return "" if cookie is None else signing.get_cookie_signer(GUEST).unsign(cookie.value)


def server_secrets() -> list[str]:
    return [*dresses(settings.SECRET_KEY)]
