"""All rows of one database brought into another one, of whatever kind, in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from django.apps import apps
from django.core.management.color import no_style
from django.db import connections, transaction
from django.db.models import Model

MADE = ("contenttypes.ContentType", "auth.Permission")
BATCH = 500  # rows that are written at once

Told = Callable[[int, int], object]  # how many rows are done, and how many there are


def kept_models() -> list[type[Model]]:
    """Every model that has a table of its own, and whose rows are not made by the migrations of each database."""
    models = apps.get_models(include_auto_created=True)
    return [model for model in models if model._meta.managed and model._meta.label not in MADE]


def row_counts(alias: str) -> dict[str, int]:
    """How many rows of each kind there are, by the name of the model."""
    return {model._meta.label: model._base_manager.using(alias).count() for model in kept_models()}


def copy_rows(source: str, target: str, told: Told) -> dict[str, int]:
    """Make all rows of one database those of another; what was there before is gone. How many of each kind there are.

    Both have the present schema. Django defers foreign keys to the end of a transaction, so any order will do.
    """
    counts = row_counts(source)
    done, whole = 0, sum(counts.values())
    with transaction.atomic(using=target):
        for model in kept_models():
            model._base_manager.using(target).all()._raw_delete(target)
        for model in kept_models():
            left = _rows(model, source)
            while rows := list(islice(left, BATCH)):
                _write(model, target, rows)
                done += len(rows)
                told(done, whole)
        _count_on(target)
    return counts


def _rows(model: type[Model], source: str) -> Iterator[tuple[Any, ...]]:
    names = [field.attname for field in model._meta.concrete_fields]
    return iter(model._base_manager.using(source).order_by("pk").values_list(*names).iterator(BATCH))


def _write(model: type[Model], target: str, rows: list[tuple[Any, ...]]) -> None:
    """As `bulk_create`, which would give each row the time of now where a field asks for it."""
    connection, fields = connections[target], model._meta.concrete_fields
    name = connection.ops.quote_name
    columns = ", ".join(name(str(field.column)) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    written = [
        [field.get_db_prep_save(value, connection) for field, value in zip(fields, row, strict=True)] for row in rows
    ]
    with connection.cursor() as cursor:
        cursor.executemany(f"INSERT INTO {name(model._meta.db_table)} ({columns}) VALUES ({places})", written)


def _count_on(target: str) -> None:
    """Numbers that the database gives out itself begin behind those that were brought."""
    connection = connections[target]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), kept_models()):
            cursor.execute(statement)
