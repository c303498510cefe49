"""Results of games that were over before results were kept: worked out once, a few at a time."""

from __future__ import annotations

import logging

from django.db import transaction

from ferrovia.formats.files import FileTrouble
from ferrovia.table.models import Table
from ferrovia.table.results import keep_results
from ferrovia.table.storage import TableStorage

AT_ONCE = 200  # games that are read in one go

_log = logging.getLogger(__name__)


def fill_results(most: int = AT_ONCE) -> int:
    """For how many games results were kept that had none; a game that cannot be read has none."""
    lacking = Table.objects.filter(over=True, is_ended=False, results=None).order_by("-pk")
    filled = 0
    for table_id in list(lacking.values_list("pk", flat=True)[:most]):
        try:
            _, game = TableStorage(table_id).load()
        except FileTrouble:
            _log.warning("The result of table %s cannot be read.", table_id)
            continue
        with transaction.atomic():
            keep_results(table_id, game)
        filled += 1
    return filled
