"""Colours: paper by day and by night, tiles, zones of the market, and routes that every eye tells apart.

Nothing is said by colour alone: tiles carry their number, routes a dash pattern, zones of the market a word.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

_BARE: Final = ("blank", "white", "darkgreen")  # what is as dark as the page by night


@dataclass(frozen=True, slots=True)
class RouteInk:
    """How one run is drawn over the board: its colour, and its dashes in widths of the line."""

    colour: str
    dashes: tuple[float, ...]


@dataclass(frozen=True)
class Palette:
    name: str
    # Page
    paper: str
    panel: str  # a card or a table on the paper
    ink: str
    soft: str  # words of the second rank
    faint: str  # rules, grids and frames
    accent: str  # what is now: the current phase, price or revenue
    warning: str  # closed, gone, cannot
    # Map
    sea: str
    sea_ink: str
    coast: str
    shallows: str  # along the coast
    land: str
    grid: str  # between hexes of land
    mountain: str
    mountain_ground: str
    hill: str
    hill_ground: str
    river: str
    border: str  # a border that costs, or that nobody passes
    cost: str  # the ground of a cost's label
    cost_ink: str
    place: str  # names of places
    offboard_ink: str
    halo: str  # behind words that lie on drawings
    # Track
    track: str
    casing: str
    narrow: str
    foreign_line: str  # lines that are printed on the map and belong to nobody at the table
    city: str
    city_edge: str
    town: str
    revenue: str
    revenue_ink: str
    port: str
    tile: Mapping[str, str]
    tile_ink: Mapping[str, str]
    zone: Mapping[str, str]  # grounds of market spaces and cards, by their printed colour
    inked: Palette | None = None  # for what lies on coloured hexes, where those are brighter than the page
    suffix: str = ""  # of the ids of what is drawn once and used often, where a picture draws it in two ways

    def over(self, colour: str) -> Palette:
        """The palette of what is drawn on a hex of this colour: by night, a tile is printed as by day."""
        return self.inked if self.inked and colour not in _BARE else self

    def ground(self, colour: str) -> str:
        """The colour of a tile, or of a printed hex that has one."""
        return self.tile.get(colour, self.land)

    def ink_on(self, colour: str) -> str:
        return self.tile_ink.get(colour, self.ink)


LIGHT: Final = Palette(
    name="light",
    paper="#fbf8f1",
    panel="#ffffff",
    ink="#22262b",
    soft="#5d6269",
    faint="#cdc6b8",
    accent="#b3401f",
    warning="#a3182f",
    sea="#cfe3ea",
    sea_ink="#34667d",
    coast="#8fb4c2",
    shallows="#e6f2f4",
    land="#f3ead6",
    grid="#cfc3a7",
    mountain="#8d6f4e",
    mountain_ground="#e2d1b4",
    hill="#a58a62",
    hill_ground="#ece0c6",
    river="#5a9fc0",
    border="#a3182f",
    cost="#ffffff",
    cost_ink="#22262b",
    place="#33302a",
    offboard_ink="#2b1710",
    halo="#fbf6ea",
    track="#1d1f22",
    casing="#ffffff",
    narrow="#1d1f22",
    foreign_line="#b23a2e",
    city="#ffffff",
    city_edge="#1d1f22",
    town="#1d1f22",
    revenue="#ffffff",
    revenue_ink="#1d1f22",
    port="#1d5d7c",
    tile={
        "blank": "#f3ead6",
        "white": "#f3ead6",
        "yellow": "#f7d54a",
        "green": "#79b85f",
        "brown": "#bf8754",
        "grey": "#b9bcc0",
        "red": "#d98b73",
        "blue": "#9cc8da",
        "darkgreen": "#2f6145",
    },
    tile_ink={
        "yellow": "#22262b",
        "green": "#12200c",
        "brown": "#1f120a",
        "grey": "#1a1c1f",
        "blue": "#12425a",
        "darkgreen": "#f4f7f2",
    },
    zone={
        "white": "#ffffff",
        "yellow": "#fbe48a",
        "green": "#b5dba0",
        "brown": "#dcb48d",
        "grey": "#d5d7da",
        "orange": "#f6bd83",
        "blue": "#b3d5ec",
        "purple": "#d5bfe3",
        "red": "#f0b2a6",
        "pink": "#f4c6d6",
        "darkgreen": "#8fc3a0",
        "black": "#8a8f96",
    },
)

# Tiles are what they are called: by night a yellow one is still yellow, a little softer, with the same black track.
_NIGHT_TILES: Final = {
    "blank": "#3a382f",
    "white": "#3a382f",
    "yellow": "#edca44",
    "green": "#74ae5c",
    "brown": "#bf8754",
    "grey": "#abafb4",
    "red": "#cf8670",
    "blue": "#8ab9cc",
    "darkgreen": "#1d3f2c",
}
_NIGHT_INKS: Final = {
    "yellow": "#16181b",
    "green": "#0b1407",
    "brown": "#160c06",
    "grey": "#121416",
    "red": "#1c0e09",
    "blue": "#0b2733",
    "darkgreen": "#f4f7f2",
}

DARK: Final = Palette(
    name="dark",
    paper="#15181c",
    panel="#1f2429",
    ink="#ebe7de",
    soft="#a9adb3",
    faint="#454b52",
    accent="#ef8a5f",
    warning="#ff8a94",
    sea="#182a35",
    sea_ink="#86b8cf",
    coast="#3f6478",
    shallows="#24404f",
    land="#3a382f",
    grid="#57533f",
    mountain="#b89a74",
    mountain_ground="#4b4335",
    hill="#a68d69",
    hill_ground="#423d30",
    river="#5fa9cc",
    border="#ff8a94",
    cost="#15181c",
    cost_ink="#f3efe6",
    place="#f0ebdf",
    offboard_ink=_NIGHT_INKS["red"],
    halo="#22221d",
    track="#f4f1e8",
    casing="#101214",
    narrow="#f4f1e8",
    foreign_line="#f08a7a",
    city="#f4f1e8",
    city_edge="#0d0f11",
    town="#f4f1e8",
    revenue="#14171a",
    revenue_ink="#f4f1e8",
    port="#8cc7e3",
    tile=_NIGHT_TILES,
    tile_ink=_NIGHT_INKS,
    zone={
        "white": "#262b31",
        "yellow": "#6d5c14",
        "green": "#2f5b28",
        "brown": "#6a4322",
        "grey": "#4a4f55",
        "orange": "#7d4a17",
        "blue": "#1f4c6b",
        "purple": "#513a63",
        "red": "#74342a",
        "pink": "#6d3650",
        "darkgreen": "#1f4a33",
        "black": "#0b0c0e",
    },
    inked=replace(
        LIGHT,
        name="dark-tiles",
        suffix="-day",
        offboard_ink=_NIGHT_INKS["red"],
        grid="#57533f",
        tile=_NIGHT_TILES,
        tile_ink=_NIGHT_INKS,
    ),
)

PRINT: Final = replace(LIGHT, name="print", paper="#ffffff")

THEMES: Final = {palette.name: palette for palette in (LIGHT, DARK)}

SMALL: Final = 4.5  # the contrast that small letters want; large ones are content with 3

# The eight of Okabe and Ito without the yellow, which drowns on yellow tiles; each with dashes of its own, so that
# neither eye nor printer needs the colours. Orders differ most between neighbours.
ROUTES: Final = (
    RouteInk("#d55e00", ()),  # vermilion, unbroken
    RouteInk("#0072b2", (3.0, 1.2)),  # blue, long dashes
    RouteInk("#cc79a7", (0.1, 1.8)),  # pink, dots
    RouteInk("#009e73", (3.0, 1.4, 0.1, 1.4)),  # green, dash and dot
    RouteInk("#56b4e9", (1.4, 1.4)),  # light blue, short dashes
    RouteInk("#6b4c9a", (4.5, 1.2, 1.2, 1.2)),  # violet, long and short dashes
    RouteInk("#000000", (3.0, 1.4, 0.1, 1.4, 0.1, 1.4)),  # black, dash and two dots
)


def route_ink(place: int) -> RouteInk:
    """The ink of the nth run of a corporation, from 0; they come round again after the last."""
    return ROUTES[place % len(ROUTES)]


@lru_cache(maxsize=256)
def luminance(colour: str) -> float:
    """Relative luminance of `#rrggbb`, as the accessibility guidelines reckon it: 0 for black, 1 for white."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """From 1, the same, to 21, black on white; words want 4.5."""
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def readable_on(colour: str) -> str:
    """Black or white, whichever reads better on the colour."""
    return max(("#16181b", "#ffffff"), key=lambda ink: contrast(ink, colour))


@lru_cache(maxsize=256)
def ink_for(colour: str, printed: str = "") -> str:
    """The ink on a company's colour: the printed one, where large letters in it can be read."""
    ink = {"white": "#ffffff", "black": "#16181b"}.get(printed, "")
    return ink if ink and contrast(ink, colour) >= 3 else readable_on(colour)


@lru_cache(maxsize=256)
def plate_for(colour: str, printed: str = "") -> tuple[str, str]:
    """A company's colour and its ink where its letters are small.

    The printed ink stays; the colour gives way, by no more than it takes.
    """
    ink = ink_for(colour, printed)
    away = "#000000" if luminance(ink) > 0.5 else "#ffffff"
    shades = (_mixed(colour, away, hundredths / 100) for hundredths in range(100))
    return next((shade for shade in shades if contrast(ink, shade) >= SMALL), away), ink


def seen_on(colour: str, ground: str, ink: str) -> str:
    """The colour for a line on the ground, with as much of the ink in it as keeps it from drowning there."""
    shades = (_mixed(colour, ink, tenths / 10) for tenths in range(10))
    return next((shade for shade in shades if contrast(shade, ground) >= 2.8), ink)


def rim(colour: str, palette: Palette) -> str | None:
    """The line around what has a company's colour, where that would drown in a card: by night, where it is black."""
    return palette.soft if contrast(colour, palette.panel) < 1.5 else None


def _mixed(one: str, other: str, part: float) -> str:
    """A colour with a part of another."""
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)
