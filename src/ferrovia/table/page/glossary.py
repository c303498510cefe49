"""The words of the hobby, each in a sentence, in the order in which a beginner meets them."""

from __future__ import annotations

from collections.abc import Mapping

from ferrovia.saying.message import term

WORDS: Mapping[str, tuple[str, str]] = {
    "18xx": (
        term("18xx"),
        term(
            "Games about railways and their shares. You are an investor: the richest wins, whatever becomes of the"
            " railways."
        ),
    ),
    "corporation": (
        term("Corporation"),
        term("A railway whose shares are traded. It has a treasury of its own, which is not yours."),
    ),
    "president": (
        term("President"),
        term("Whoever holds most shares of a corporation decides for it, and answers for it."),
    ),
    "certificate": (
        term("Certificate"),
        term("A piece of paper for one or more shares. How many you may hold is limited."),
    ),
    "start-price": (
        term("Start price"),
        term("What a share costs when a corporation begins: chosen by whoever starts it."),
    ),
    "market": (
        term("Market"),
        term("The table of prices. A corporation's price moves when it pays, keeps, or is sold."),
    ),
    "pool": (term("Bank pool"), term("Where sold shares and given-up trains lie; anybody may buy them there.")),
    "stock-round": (term("Stock round"), term("Players sell and buy shares in turn until all have passed.")),
    "operating-round": (
        term("Operating round"),
        term("Corporations act one after another, the highest price first: track, token, run, dividend, trains."),
    ),
    "track": (
        term("Track, tile"),
        term("Hexagons with rails. Yellow ones come first, later ones are laid over them and keep every way."),
    ),
    "token": (
        term("Token"),
        term("A corporation's station. Its trains run from there; a city full of others' tokens is closed to them."),
    ),
    "run": (term("Run"), term("The way of a train along track, and the money its stops bring.")),
    "dividend": (
        term("Dividend"),
        term("A run's money goes to the shareholders, and the price rises; or it is kept, and the price falls."),
    ),
    "phase": (
        term("Phase"),
        term("What the newest trains allow: tiles, limits, more. The first train of a new kind begins it."),
    ),
    "rust": (
        term("Rust"),
        term("Old trains leave the game when a new phase begins. A corporation without a train must buy one."),
    ),
    "emergency": (
        term("Emergency"),
        term("A corporation that must buy a train and cannot: its president pays, and sells shares for it."),
    ),
    "private": (
        term("Private company"),
        term("A small company with an income and often a power, sold at auction at the start."),
    ),
    "concession": (term("Concession"), term("The right, and the duty, to build a line.")),
    "priority": (
        term("Priority"),
        term("Who begins the next stock round: the player after the one who acted last in this one."),
    ),
}
