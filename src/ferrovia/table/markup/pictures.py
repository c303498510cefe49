"""Small pictures: icons, the mark of a player, the plate of a corporation, arrows."""

from __future__ import annotations

from functools import lru_cache

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from ferrovia.drawing.edition import Edition
from ferrovia.drawing.palette import plate_for
from ferrovia.saying.voice import Voice
from ferrovia.table.page.actors import Actor

_SHORT = 4  # letters that fit on a plate in full size

ICONS = {
    "back": "M12.5 4 6.5 10l6 6",
    "on": "M7.5 4l6 6-6 6",
    "undo": "M8 5 3.5 9.5 8 14M4 9.5h8a4.5 4.5 0 0 1 0 9h-2",
    "ledger": "M3 4h14v12H3zM3 8h14M8 4v12",
    "moon": "M15.5 12A6.5 6.5 0 0 1 8 4.5a6.5 6.5 0 1 0 7.5 7.5z",
    "sun": (
        "M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M10 2v2M10 16v2M2 10h2M16 10h2M4.5 4.5 6 6"
        "M14 14l1.5 1.5M4.5 15.5 6 14M14 6l1.5-1.5"
    ),
    "turn": "M15.5 8A6 6 0 1 0 16 11M16 4v4h-4",
    "flask": "M8 3h4M9 3v5L4.5 16.5h11L11 8V3M6.5 13h7",
    "menu": "M3 5h14M3 10h14M3 15h14",
    "plus": "M10 4v12M4 10h12",
    "minus": "M4 10h12",
    "whole": "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4",
    "play": "M6 4l10 6-10 6z",
    "lines": "M3 5h14M3 9h14M3 13h9",
    "link": "M8.5 11.5 12 8M7 9l-2.5 2.5a3 3 0 0 0 4.2 4.2L11 13.3M13 11l2.5-2.5a3 3 0 0 0-4.2-4.2L9 6.7",
    "pause": "M7 4.5v11M13 4.5v11",
    "computer": "M5 5h10v10H5zM8 2v3M12 2v3M8 15v3M12 15v3M2 8h3M2 12h3M15 8h3M15 12h3",
    "person": "M10 3a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M3.5 17.5c0-3.8 2.6-5.5 6.5-5.5s6.5 1.7 6.5 5.5",
    "friends": (
        "M7 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6M2 17c0-3.5 2-5.5 5-5.5s5 2 5 5.5M13 5a3 3 0 0 1 0 5.5"
        "M14.5 12c2 .7 3.5 2.5 3.5 5"
    ),
    "screen": "M6 4h8v7H6zM4 11h12v5H4zM6 16v2M14 16v2",
    "tick": "m4 10.5 4 4L16.5 5.5",
    "cross": "m5 5 10 10M15 5 5 15",
    "copy": "M7 7h10v10H7zM13 7V3H3v10h4",
    "question": "M6 7.500a4 4 0 1 1 5.500 3.700q-1.500.8-1.500 2.300M10 16.500h.01",
    "map": "m3 5 4.5-2 5 2L17 3v12l-4.5 2-5-2L3 17zM7.5 3v12M12.5 5v12",
    "market": "M3 16V4M3 16h14M5.5 12 9 8l3 2.5L16.5 5",
    "speech": "M4 4h12v9H9l-4 3.5V13H4z",
    "more": "M4 10h.01M10 10h.01M16 10h.01",
    "flag": "M5 17V3M5 4h10l-2.5 3.5L15 11H5",
    "eye": "M2 10q8-11 16 0-8 11-16 0M10 7.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5",
    "key": "M12.5 3.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8M9.5 10.5 3.5 16.5M5 15l2 2",
    "give": "M4 11l3-3h4l2 1.5-3 2.5M4 11v5M10 12l6-3 1.5 1.5L11 16H4",
    "door": "M5 17V3h8v14M3 17h14M10.5 10h.01",
    "down": "M10 3v10M6 9.500l4 4 4-4M4 16.500h12",
    "mail": "M3 5h14v10H3zM3 5.500l7 5.500 7-5.500",
    "bell": "M5 14V9a5 5 0 0 1 10 0v5l1.5 1.5h-13zM8.5 17.5h3",
    "house": "M3 10 10 4l7 6M5 9v8h10V9",
    "book": "M4 4h5l1 1 1-1h5v12h-5l-1 1-1-1H4zM10 5v12",
    "chair": "M6 3v7h8V3M5 10h10v4H5zM6 14v3M14 14v3",
    "bin": "M4 6h12M8 6V3.5h4V6M5.5 6l1 11h7l1-11",
    "alarm": "M10 3 18 17H2zM10 8v4M10 14.5h.01",
    "pen": "M4 16l1-4 8-8 3 3-8 8zM11.500 5.500l3 3",
    "phone": "M6 2.500h8v15H6zM9 15h2",
    "sound": "M3 8h3l4-4v12l-4-4H3zM13 7.500q2 2.500 0 5M15.500 5.500q4 4.500 0 9",
    "feed": "M4 4a12 12 0 0 1 12 12M4 9a7 7 0 0 1 7 7M4.500 15.500h.01",
    "lock": "M5 9h10v8H5zM7 9V6a3 3 0 0 1 6 0v3",
}

# The shapes of the seats, so that no player is known by colour alone; letters sit a little lower in the triangle.
SHAPES = (
    ('<circle class="shape" cx="10" cy="10" r="9"/>', 14.0),
    ('<rect class="shape" x="1.5" y="1.5" width="17" height="17"/>', 14.0),
    ('<path class="shape" d="M10 0 20 18.5H0z"/>', 15.5),
    ('<path class="shape" d="M10-.5 20.5 10 10 20.5-.5 10z"/>', 14.0),
    ('<path class="shape" d="M10 0 20 7.5 16 19H4L0 7.5z"/>', 14.0),
    ('<path class="shape" d="M5 1h10l5 9-5 9H5L0 10z"/>', 14.0),
)


@lru_cache(maxsize=512)
def icon(name: str, size: str = "") -> SafeString:
    """A line drawing; it says nothing by itself, so whatever it stands on needs words."""
    return format_html(
        '<svg class="icon {}" viewBox="0 0 20 20" aria-hidden="true"><path d="{}"/></svg>', size, ICONS[name]
    )


def becomes(say: Voice) -> SafeString:
    """An arrow from what is to what will be."""
    return format_html(
        '<svg class="becomes arrow" viewBox="0 0 18 9" role="img" aria-label="{}"><path d="{}"/></svg>',
        say("becomes"),
        "M1 4.5h15M12.5 1.2 16 4.5l-3.5 3.3",
    )


@lru_cache(maxsize=512)
def shape(place: int, name: str) -> SafeString:
    """The mark of a player: shape and colour of the seat, with the first letter of the name."""
    drawn, line = SHAPES[place % len(SHAPES)]
    return format_html(
        '<svg class="player-{}" viewBox="-1 -1 22 22" aria-hidden="true">{}<text x="10" y="{}">{}</text></svg>',
        place % len(SHAPES) + 1,
        mark_safe(drawn),
        line,
        name[:1].upper(),
    )


@lru_cache(maxsize=1024)
def plate(edition: Edition, corporation: str, size: str = "") -> SafeString:
    """The plate of a corporation in its colours, with its full name on hovering."""
    table = edition.companies.get(corporation)
    if table is None:
        return format_html('<span class="plate {}">{}</span>', size, corporation)
    colour, ink = plate_for(table["rgb"], table["text"])
    if len(corporation) > _SHORT:
        size = f"{size} long".lstrip()
    return format_html(
        '<span class="plate {}" style="--c:{};--t:{}" title="{}">{}</span>',
        size,
        colour,
        ink,
        table["name"],
        corporation,
    )


@lru_cache(maxsize=512)
def player(place: int, name: str, *, mine: bool = False, named: bool = True) -> SafeString:
    """A player: the mark, and the name beside it or for those who listen only."""
    return format_html(
        '<span class="who{}">{}<bdi class="{}">{}</bdi></span>',
        " you" if mine else "",
        shape(place, name),
        "name" if named else "visually-hidden",
        name,
    )


def actor(edition: Edition, who: Actor, size: str = "") -> SafeString:
    """The plate of a corporation, or the mark of a player with their name for those who cannot see it."""
    if who.corporation:
        return plate(edition, who.corporation, size)
    if not who.player:
        return mark_safe('<span class="who"></span>')
    return format_html(
        '<span class="{} {}">{}<bdi class="visually-hidden">{}</bdi></span>',
        "large-who" if size else "who",
        "you" if who.is_you else "",
        shape(who.place, who.player),
        who.player,
    )


_ARROW = (
    '<svg class="becomes arrow" viewBox="0 0 18 9" aria-hidden="true">'
    '<path d="M1 4.500h15M12.500 1.200 16 4.500l-3.500 3.300"/></svg>'
)


def arrow(say: Voice) -> SafeString:
    """An arrow between two figures."""
    return format_html('{}<span class="visually-hidden">{}</span>', mark_safe(_ARROW), say("becomes"))
