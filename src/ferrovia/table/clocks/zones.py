"""Where a person's nights are: the zone that their browser names, or that they have chosen themselves."""

from __future__ import annotations

from datetime import UTC, tzinfo
from functools import cache, lru_cache
from zoneinfo import ZoneInfo, available_timezones

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.table.clocks.models import Zone
from ferrovia.table.models import Person

USUAL = "UTC"  # of those who have never said anything
COOKIE = "zone"


@cache
def known_zones() -> tuple[str, ...]:
    """The names that people choose from: places, without what only machines call so."""
    return tuple(sorted(name for name in available_timezones() if "/" in name and not name.startswith("Etc/")))


@lru_cache(maxsize=1024)
def zone_called(name: str) -> tzinfo:
    """A zone by its name; one that this machine does not know (any more) is as if nobody had named it."""
    return ZoneInfo(name) if name in available_timezones() else UTC


def zone_of(person: Person | None) -> str:
    if person is None:
        return USUAL
    return Zone.objects.filter(person=person).values_list("name", flat=True).first() or USUAL


def keep_zone(person: Person, name: str) -> None:
    """From their next turn on somebody's nights are there; raises `Refusal` for a zone that is none."""
    if name not in known_zones() and name != USUAL:
        raise Refusal("clock", "There is no such time zone.")
    Zone.objects.update_or_create(person=person, defaults={"name": name})
