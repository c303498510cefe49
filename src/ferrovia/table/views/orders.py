"""Giving and cancelling standing orders."""

from __future__ import annotations

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.table.law import law_of
from ferrovia.table.models import Person, Table
from ferrovia.table.orders import (
    MOST,
    PRICED,
    Order,
    Orders,
    keep_orders,
    not_orderable,
    orders_of,
    possible,
    without,
)
from ferrovia.table.people import visitor_of
from ferrovia.table.tables import TABLES
from ferrovia.table.views.access import table_for
from ferrovia.table.views.play import answer
from ferrovia.table.views.refusals import why_refused

HIGHEST = 100_000


@require_POST
def orders(request: HttpRequest, key: str) -> HttpResponse:
    found = table_for(request, key)
    person = visitor_of(request).person
    if person is None or not found.has_started:
        return redirect("table", key)
    if "cancel" in request.POST:
        keep_orders(found, person, without(orders_of(found, person), request.POST.getlist("cancel")))
        return answer(request, found)
    try:
        _give(request, found, person)
    except Refusal as refusal:
        return answer(request, found, why_refused(request, found, refusal), 409)
    TABLES.wake(found.pk)
    return answer(request, found)


def _give(request: HttpRequest, found: Table, person: Person) -> None:
    """One of the orders that could be given; what was sent only says which, and names a price. Raises `Refusal`."""
    try:
        wanted = msgspec.json.decode(request.POST.get("order", ""), type=Order)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refusal("order", "This is no order: nothing was kept.") from None
    mine = [seat.player for seat in visitor_of(request).seats_at(found.pk)]
    known = orders_of(found, person)
    if wanted.player not in mine:
        raise Refusal("seat", "This seat is not yours.")
    if len(known.standing) >= MOST:
        raise Refusal("order", "You have {most} standing orders, and more are not kept: cancel one first.", most=MOST)
    game = TABLES.now(found).game
    meant = [each for each in possible(game, wanted.player, law_of(found.law)) if each.is_like(wanted)]
    order = meant[0] if meant else None
    price = request.POST.get("price", "")
    if order is None:
        raise not_orderable(game, wanted)
    if order.kind in PRICED:
        if not price.isdecimal() or len(price) > 9 or not 0 < int(price) <= HIGHEST:
            raise Refusal("order", "An order of this kind needs a price of {low} to {high}.", low=1, high=HIGHEST)
        order = msgspec.structs.replace(order, price=int(price))
    left = [each for each in known.standing if not each.is_like(order) and not each.passes_beside(order)]
    keep_orders(found, person, Orders([*left, order], known.notes))
