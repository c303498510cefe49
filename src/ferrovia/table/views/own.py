"""What only one viewer is shown at a table: what is new to them, their plan, their orders."""

from __future__ import annotations

from functools import cached_property

from django.http import HttpRequest

from ferrovia.table.last_seen import UnseenMoves, note_seen, unseen_moves
from ferrovia.table.orders import Orders
from ferrovia.table.page.notices import Notices, notices
from ferrovia.table.page.orders import OrdersPart, orders_part
from ferrovia.table.page.plan import PlanPart, plan_part
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.watching import Watching, watching
from ferrovia.table.people import visitor_of
from ferrovia.table.planning import Plan
from ferrovia.table.private_data import ORDERS, PLAN, plan_and_orders, unpacked

LIVE = "X-Live"  # a page that is looked at says so with every request: what it is sent is seen


class Own:
    """Worked out when the page asks for it."""

    def __init__(self, request: HttpRequest, scene: Scene) -> None:
        self.scene = scene
        self.person = visitor_of(request).person
        self._is_live = LIVE in request.headers

    @cached_property
    def gap(self) -> UnseenMoves:
        """What came since the last look; a page that is looked at, or to which nothing is new, has now seen all."""
        scene, now = self.scene, self.scene.now
        found = unseen_moves(scene.look, scene.players, now)
        if scene.mode != "now" or self.person is None or not scene.players:
            return found
        if self._is_live:
            found = UnseenMoves(now.number, 0, found.seen)
        if not found.count and found.seen != now.number:
            note_seen(scene.table, self.person, now.number)
        return found

    @cached_property
    def _sheets(self) -> dict[str, bytes]:
        return plan_and_orders(self.scene.table, self.person)

    @cached_property
    def plan(self) -> PlanPart | None:
        content = self._sheets.get(PLAN)
        return plan_part(self.scene, self.person, unpacked(content, Plan)) if content is not None else None

    @cached_property
    def orders(self) -> OrdersPart | None:
        content = self._sheets.get(ORDERS)
        orders = unpacked(content, Orders) if content is not None else None
        return orders_part(self.scene, self.person, orders or Orders())

    @cached_property
    def notices(self) -> Notices:
        return notices(self.scene)

    @cached_property
    def watching(self) -> Watching | None:
        return watching(self.scene)

    @property
    def has_orders(self) -> bool:
        """Whether orders stand, or have come to their end."""
        return self.orders is not None and bool(self.orders.standing or self.orders.notes)
