"""What all tests of the table share: nobody has knocked yet."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from ferrovia.table.rate_limits import BUCKETS


@pytest.fixture(autouse=True)
def nobody_has_knocked() -> None:
    BUCKETS.clear()
    cache.clear()
