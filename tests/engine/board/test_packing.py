"""Packing listed routes under any prices: the best choice is that of trying them all."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from ferrovia.engine.board.run_packing import IDLE, Packer, RouteList
from ferrovia.engine.board.run_search import Found

PIECES = 7


@pytest.mark.parametrize("seed", range(150))
def test_the_best_choice_is_found_whatever_the_prices(seed: int) -> None:
    random = Random(seed)
    prices = [random.choice((0, 0, 5, 20, 40)) for _ in range(PIECES)]
    counts = random.choice([[1, 1], [2], [2, 1], [1, 1, 1], [3]])
    plain: list[list[Found]] = []
    for _ in counts:
        masks = [random.randrange(1, 2**PIECES) & random.randrange(1, 2**PIECES) or 1 for _ in range(6)]
        plain.append([Found(random.randint(1, 60), mask, number, None, None) for number, mask in enumerate(masks)])

    def priced(found: Found) -> Found:
        paid = sum(price for piece, price in enumerate(prices) if found.pieces >> piece & 1)
        return found._replace(value=found.value - paid)

    def worth(kind: int, found: Found) -> int:
        return 0 if found is IDLE else plain[kind][found.root].value

    trains = [kind for kind, count in enumerate(counts) for _ in range(count)]
    expected = 0
    for choice in product(*([*plain[kind], IDLE] for kind in trains)):
        used = [piece for found in choice for piece in range(PIECES) if found.pieces >> piece & 1]
        if len(set(used)) == len(used):
            expected = max(expected, sum(found.value for found in choice))

    lists = [RouteList([*map(priced, table), *[IDLE] * count]) for table, count in zip(plain, counts, strict=True)]
    for least in (1, expected, expected + 1):
        packer = Packer(lists, worth, least, None, None)
        packer.pack(counts, sum(prices), [(price, 1 << piece) for piece, price in enumerate(prices) if price])
        if least > expected:
            assert packer.best is None
        else:
            assert packer.best is not None
            assert sum(worth(kind, found) for kind, found in packer.best) == expected
