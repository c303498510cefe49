"""Which words of a picture lie on one another."""

from __future__ import annotations

from collections.abc import Sequence

from ferrovia.drawing.lettering import Box


def collisions(boxes: Sequence[Box]) -> list[tuple[Box, Box]]:
    """Every pair of boxes that share room."""
    ordered = sorted(boxes, key=lambda box: box.x)
    found = []
    for place, box in enumerate(ordered):
        for other in ordered[place + 1 :]:
            if other.x >= box.right:
                break
            if box.meets(other):
                found.append((box, other))
    return found
