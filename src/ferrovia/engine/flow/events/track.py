"""What is told of the map: tiles, homes and tokens."""

from __future__ import annotations

from ferrovia.engine.flow.events.base import Event


class TileLaid(Event, frozen=True, tag="tile_laid"):
    """A tile was laid or replaced."""

    corporation: str
    tile: str
    hex: str
    cost: int

    def sentence(self) -> str:
        if self.cost:
            return "{corporation} lays tile {tile} on {hex:place} for {cost:money}."
        return "{corporation} lays tile {tile} on {hex:place}."


class HomeTaken(Event, frozen=True, tag="home_taken"):
    """A corporation put its first token on the map."""

    says = "{corporation} makes {hex:place} its home."

    corporation: str
    hex: str


class TokenPlaced(Event, frozen=True, tag="token_placed"):
    """A station token came to the map."""

    corporation: str
    hex: str
    cost: int

    def sentence(self) -> str:
        if self.cost:
            return "{corporation} places a token on {hex:place} for {cost:money}."
        return "{corporation} places a token on {hex:place}."


EVENTS: tuple[type[Event], ...] = (
    TileLaid,
    HomeTaken,
    TokenPlaced,
)
