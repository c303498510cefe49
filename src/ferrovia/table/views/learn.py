"""Learn: what kind of games these are, where their rules stand, and the words of the hobby."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from ferrovia.drawing.edition import edition_of
from ferrovia.saying.message import term
from ferrovia.table.people import visitor_of
from ferrovia.table.titles import inland_titles
from ferrovia.titles.registry import TITLES, all_titles, title

# The words of the hobby, in the order in which a beginner meets them.
WORDS: tuple[tuple[str, str], ...] = (
    (
        term("18xx"),
        term(
            "Games about railways and their shares. You are an investor: the richest wins, whatever becomes of the"
            " railways."
        ),
    ),
    (term("Corporation"), term("A railway whose shares are traded. It has a treasury of its own, which is not yours.")),
    (term("President"), term("Whoever holds most shares of a corporation decides for it, and answers for it.")),
    (term("Certificate"), term("A piece of paper for one or more shares. How many you may hold is limited.")),
    (term("Start price"), term("What a share costs when a corporation begins: chosen by whoever starts it.")),
    (term("Market"), term("The table of prices. A corporation's price moves when it pays, keeps, or is sold.")),
    (term("Bank pool"), term("Where sold shares and given-up trains lie; anybody may buy them there.")),
    (term("Stock round"), term("Players sell and buy shares in turn until all have passed.")),
    (
        term("Operating round"),
        term("Corporations act one after another, the highest price first: track, token, run, dividend, trains."),
    ),
    (
        term("Track, tile"),
        term("Hexagons with rails. Yellow ones come first, later ones are laid over them and keep every way."),
    ),
    (
        term("Token"),
        term("A corporation's station. Its trains run from there; a city full of others' tokens is closed to them."),
    ),
    (term("Run"), term("The way of a train along track, and the money its stops bring.")),
    (
        term("Dividend"),
        term("A run's money goes to the shareholders, and the price rises; or it is kept, and the price falls."),
    ),
    (
        term("Phase"),
        term("What the newest trains allow: tiles, limits, more. The first train of a new kind begins it."),
    ),
    (
        term("Rust"),
        term("Old trains leave the game when a new phase begins. A corporation without a train must buy one."),
    ),
    (
        term("Emergency"),
        term("A corporation that must buy a train and cannot: its president pays, and sells shares for it."),
    ),
    (term("Private company"), term("A small company with an income and often a power, sold at auction at the start.")),
    (term("Concession"), term("The right, and the duty, to build a line.")),
    (term("Priority"), term("Who begins the next stock round: the player after the one who acted last in this one.")),
)


def index(request: HttpRequest) -> HttpResponse:
    return render(
        request, "table/learn.html", {"titles": _titles(), "inland": inland_titles(), "words": WORDS, "chosen": None}
    )


def one(request: HttpRequest, name: str) -> HttpResponse:
    if name not in TITLES:
        raise Http404
    found = title(name)
    edition = edition_of(found, visitor_of(request).language)
    context = {
        "titles": _titles(),
        "inland": inland_titles(),
        "words": WORDS,
        "chosen": found,
        "full_name": edition.full_name,
        "kinds": found.introduction,
        "least": min(found.player_counts),
        "most": max(found.player_counts),
    }
    return render(request, "table/learn.html", context)


def _titles() -> list[tuple[str, str]]:
    return [(each.name, each.about) for each in all_titles().values()]
