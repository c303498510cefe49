"""Questions to the database that every request asks: their SQL is worked out once, not anew for every answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet

M = TypeVar("M", bound=Model)

_MARK = 2_000_000_000  # and less: these stand in the SQL for what will be asked, and nothing else in it is so large


@dataclass(frozen=True)
class _Written:
    """A query as it is sent, and what Django makes of the columns that come back."""

    sql: str
    values: Sequence[Any]
    converters: Sequence[tuple[int, Sequence[Callable[[Any, Any, Any], Any]], Any]]


class PreparedQuery(Generic[M]):
    """Queries that differ only in the numbers and texts they ask for, in this order."""

    def __init__(self, asked: int, query: Callable[..., QuerySet[M, Any]]) -> None:
        """`query` is given so many marks in the place of what will be asked."""
        self._marks = [str(_MARK - place) for place in range(asked)]
        self._query = query

    def rows(self, *asked: int | str) -> list[list[Any]]:
        """The columns of every row."""
        written, values = self._written, dict(zip(self._marks, asked, strict=True))
        with connection.cursor() as cursor:
            cursor.execute(written.sql, [values.get(str(value), value) for value in written.values])
            found = [list(row) for row in cursor.fetchall()]
        for place, steps, expression in written.converters:
            for row in found:
                for convert in steps:
                    row[place] = convert(row[place], expression, connection)
        return found

    def objects(self, *asked: int | str) -> list[M]:
        """The rows as objects of their model, for a query of all its columns."""
        model, names = self._model
        return [model.from_db(connection.alias, names, row) for row in self.rows(*asked)]

    @cached_property
    def _model(self) -> tuple[type[M], list[str]]:
        model = self._query(*self._marks).model
        return model, [field.attname for field in model._meta.concrete_fields]

    @cached_property
    def _written(self) -> _Written:
        compiler = self._query(*self._marks).query.get_compiler(connection.alias)
        sql, values = compiler.as_sql()
        steps = compiler.get_converters([column for column, *_ in compiler.select])
        return _Written(sql, values, [(place, convert, column) for place, (convert, column) in steps.items()])
