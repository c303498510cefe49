"""Results of simulations, to compare."""

from collections.abc import Iterable
from typing import Any

import msgspec

from ferrovia.bots.results import Result


def without_times(results: Iterable[Result]) -> list[dict[str, Any]]:
    """What must be the same whoever played the games, in their order."""
    found = sorted(results, key=lambda result: result.index)
    return [{**msgspec.to_builtins(result), "seconds": 0, "thinking": {}} for result in found]
