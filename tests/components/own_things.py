"""What only one viewer is shown at a table, as data: no database stands behind the page of components."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.table.last_seen import UnseenMoves
from ferrovia.table.models import Seat, UndoRequest
from ferrovia.table.page.actors import Actor
from ferrovia.table.page.notices import Notices
from ferrovia.table.page.orders import NoteLine, OrderLine, OrdersPart
from ferrovia.table.page.plan import PlanLine, PlanPart
from ferrovia.table.page.reasons import Why
from ferrovia.table.page.watching import Watching

NOTHING_NEW = UnseenMoves(0, 0)
QUIET = Notices([], None, [], is_asker=False, is_asked=False, moves=0)


@dataclass(frozen=True)
class OwnThings:
    """The same that `views.own` works out from the database."""

    gap: UnseenMoves = NOTHING_NEW
    plan: PlanPart | None = None
    orders: OrdersPart | None = None
    notices: Notices = QUIET
    watching: Watching | None = None

    @property
    def has_orders(self) -> bool:
        return self.orders is not None


ORDERS = OrdersPart(
    standing=(OrderLine("1", "Pass in the stock round", "until somebody sells a share of yours"),),
    notes=(NoteLine("Buy a share of AFG", "There is none left to buy.", 31, "1849-9.2.6"),),
    possible=(OrderLine("2", "Bid for a private", "up to a price", "kind=bid", asks_price=True),),
)
PLANNED = [
    PlanLine(1, 1, Actor(corporation="AFG"), "lays 8 on E13", "done"),
    PlanLine(2, 2, Actor(corporation="AFG"), "buys a 4 for L. 100", "next"),
    PlanLine(3, 0, Actor(player="Bruno", place=1), "passes"),
    PlanLine(4, 3, Actor(player="Ada", place=0, is_you=True), "buys a share of AFG"),
]
PLAN = PlanPart(PLANNED, 2, is_turn=True, address="?n=35&c=0", text="AFG buys a 4 for L. 100.")
IN_TROUBLE = PlanPart(
    PLANNED,
    2,
    is_turn=True,
    text="AFG buys a 4 for L. 100.",
    trouble=Why("AFG has only L. 80.", "1849-9.2.6"),
    surprise="AFG was paid L. 20 less than when you tried it.",
)
OWN = {
    "": OwnThings(),
    "moves came": OwnThings(gap=UnseenMoves(30, 5)),
    "handed over": OwnThings(
        notices=Notices([Seat(pk=1, player="Ada", bot="sensible")], None, [], is_asker=False, is_asked=False, moves=0)
    ),
    "undo asked": OwnThings(
        notices=Notices([], UndoRequest(player="Bruno", to=33), ["Ada"], is_asker=False, is_asked=True, moves=2)
    ),
    "undo declined": OwnThings(
        notices=Notices(
            [], UndoRequest(player="Ada", to=33, declined="Bruno"), [], is_asker=True, is_asked=False, moves=2
        )
    ),
    "orders": OwnThings(orders=ORDERS),
    "all seats taken": OwnThings(watching=Watching(0)),
    "a seat is free": OwnThings(watching=Watching(1)),
    "plan": OwnThings(plan=PLAN),
    "plan in trouble": OwnThings(plan=IN_TROUBLE),
}
