"""Tidying up: what nobody will ask for again goes, at the start of the server and then once a day.

Sessions that have run out, accounts whose owners wanted to go a week ago, strangers who became guests only by trying
something in a sandbox and never came back, tables that nobody began for a month, and addresses of mail that nobody
confirmed for a week. Results of games that were over before they were kept are worked out here too.
Servers that share a database leave it to one of them: see `jobs`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import timedelta

from django.db import close_old_connections
from django.db.models import Exists, OuterRef

from ferrovia.table.account_models import RecoveryCode
from ferrovia.table.host.lobbies import DAYS_BY_ITSELF, clear_lobbies
from ferrovia.table.missing_results import fill_results
from ferrovia.table.models import LastSeen, Person, PrivateData, Remark, Seat, Table
from ferrovia.table.notices.models import PENDING, Delivery
from ferrovia.table.notices.owners import forget_unconfirmed
from ferrovia.table.private_data import SANDBOX
from ferrovia.table.rate_limits import BUCKETS
from ferrovia.table.recovery import devices
from ferrovia.table.recovery.departures import carry_out_due
from ferrovia.table.sessions import SessionStore
from ferrovia.table.shared_clock import time_now
from ferrovia.table.token_buckets import SharedBuckets

A_DAY = 60 * 60 * 24.0  # seconds between two times
PATIENCE = timedelta(days=14)  # that a sandbox is kept for somebody who has nothing else here
NOTICES = timedelta(days=14)  # that people may read what they were sent

_log = logging.getLogger(__name__)


async def watch(tidied: Callable[[], object], seconds: float = A_DAY) -> None:
    """Have it tidied up again and again; where the database is away for a while, the next time."""
    while True:
        try:
            await asyncio.to_thread(_told, tidied)
        except Exception:
            _log.exception("Nobody could tidy up.")
        await asyncio.sleep(seconds)


def _told(tidied: Callable[[], object]) -> None:
    close_old_connections()
    try:
        tidied()
    finally:
        close_old_connections()


def tidy_up() -> None:
    SessionStore.clear_expired()
    forget_passers_by()
    devices.forget_ended()
    carry_out_due()
    clear_lobbies(None, DAYS_BY_ITSELF, is_by_itself=True)
    fill_results()
    forget_old_notices()
    forget_unconfirmed()
    forget_old_codes()
    if isinstance(BUCKETS, SharedBuckets):
        BUCKETS.forget(A_DAY)


def forget_old_notices() -> int:
    """Of what was sent the last two weeks are kept."""
    old = Delivery.objects.filter(made__lt=time_now() - NOTICES).exclude(state__in=PENDING)
    return old.delete()[0]


def forget_old_codes() -> None:
    """Recovery codes whose time is over open nothing."""
    RecoveryCode.objects.filter(until__lt=time_now()).delete()


def forget_passers_by() -> int:
    """Forget guests who have nothing here but sandboxes that were left long ago; how many they were."""
    since = time_now() - PATIENCE
    passed = Person.objects.filter(user=None, privatedata__kind=SANDBOX).exclude(made__gt=since)
    theirs = {"person": OuterRef("pk")}
    fresh = PrivateData.objects.exclude(kind=SANDBOX, changed__lt=since)
    forgotten = list(
        passed.exclude(Exists(Seat.objects.filter(**theirs)))
        .exclude(Exists(Table.objects.filter(host=OuterRef("pk"))))
        .exclude(Exists(Remark.objects.filter(**theirs)))
        .exclude(Exists(LastSeen.objects.filter(**theirs)))
        .exclude(Exists(fresh.filter(**theirs)))
        .distinct()
        .values_list("pk", flat=True)
    )
    for start in range(0, len(forgotten), 500):
        Person.objects.filter(pk__in=forgotten[start : start + 500]).delete()
    return len(forgotten)
