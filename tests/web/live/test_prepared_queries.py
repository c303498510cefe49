"""Questions whose SQL is written once: they answer what Django would, whatever is asked."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ferrovia.table.models import MoveRow, Seat, Table
from ferrovia.table.speed.prepared_queries import PreparedQuery
from tests.web.past.people import seated
from tests.web.positions import played

_seats: PreparedQuery[Seat] = PreparedQuery(2, lambda table, place: Seat.objects.filter(table=table, place=place))
_tables: PreparedQuery[Table] = PreparedQuery(1, lambda key: Table.objects.filter(key=key))
_moves: PreparedQuery[MoveRow] = PreparedQuery(
    3, lambda table, first, last: MoveRow.objects.filter(table=table, number__range=(first, last)).values_list("number")
)


@pytest.mark.django_db
def test_objects_are_those_that_django_reads() -> None:
    for table in (seated(played("1849", 3, 20)), seated(played("1849", 3, 21))):
        [found] = _tables.objects(table.key)
        known = Table.objects.get(key=table.key)
        names = [field.attname for field in Table._meta.concrete_fields]
        assert [getattr(found, name) for name in names] == [getattr(known, name) for name in names]
        assert [_seats.objects(table.pk, place) for place in range(4)] == [
            list(Seat.objects.filter(table=table, place=place)) for place in range(4)
        ]


@pytest.mark.django_db
def test_each_value_goes_where_it_is_asked_for() -> None:
    table = seated(played("1849", 3, 20))
    assert sorted(_moves.rows(table.pk, 3, 5)) == [[3], [4], [5]]
    assert _moves.rows(table.pk, 5, 3) == []
    assert _tables.objects("'; no such table") == []


@pytest.mark.django_db
def test_what_is_found_can_be_changed_and_kept() -> None:
    table = seated(played("1849", 3, 20))
    [found] = _tables.objects(table.key)
    found.decider = "Carla"
    with CaptureQueriesContext(connection) as asked:
        found.save(update_fields=["decider"])
    assert [query["sql"].split()[0] for query in asked] == ["UPDATE"]
    assert Table.objects.get(key=table.key).decider == "Carla"
