"""The id of a stop as a type of its own: beside a hex, the type-checker refuses the one in the place of the other.

At run time it is a plain string. Players name hexes, so those stay `str`; nobody names a stop but the engine.
"""

from __future__ import annotations

from typing import NewType

StopId = NewType("StopId", str)  # "C5.0": a city, town, port or area, by its hex and its number there
