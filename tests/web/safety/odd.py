"""Odd things to send: values, fields, headers, actions that look like legal ones, files that look like games."""

from __future__ import annotations

import gzip
import random
from typing import Any

import msgspec
from django.urls import URLPattern, get_resolver

ANSWERS = {200, 204, 301, 302, 400, 403, 404, 405, 409, 413, 429}
ODD = (
    "", "0", "-1", "1", "7", "99999999", "9" * 30, "9" * 5000, "٣", "²", "1.5", "1e9", "nan", "null", "true", "[]",
    "{}", "[" * 3000, '{"type":"pass"}', '{"type":"pass","extra":1}', '{"type":"bid","private":"x","price":-5}',
    '{"type":["pass"]}', '{"price":1}', '"\\ud800"', "\ud800", "a\0b", "\u202eevil", "<script>alert(1)</script>",
    "' OR 1=1 --", "%2e%2e/%2e%2e/etc/passwd", "//evil.example", "https://evil.example/", "javascript:alert(1)",
    "%00", "%ff",
    "I7", "I7.0", "684", "AFG", "bank", "x" * 10_000, "Ada", "Bruno", "light", "run", "chat", "market", "0,1,2", "0-0",
    "I7-H6-G5", ",", ".", "-", "~", ";", "é", "🚂",
)  # fmt: skip
PICKS = (
    "n", "book", "upgrade",
    "c", "card", "do", "from", "grant", "hex", "line", "log", "market", "next", "o", "of", "open", "price", "runs",
    "show", "step", "t1", "tab", "tracing", "with",
    "talk", "tile", "title", "to", "turn", "view", "who", "why", "without", "words",
)  # fmt: skip
FIELDS = (
    "action", "price", "after", "key", "by", "text", "do", "seat", "kind", "name", "option", "field", "value", "at",
    "then", "answer", "number", "place", "order", "cancel", "title", "way", "back", "language", "theme", "login",
    "password", "password1", "username", "next",
)  # fmt: skip
HEADERS = (
    "Ferrovia-Board", "Ferrovia-Log", "Ferrovia-Parts", "HX-Request", "HX-Current-URL", "X-Live", "Accept-Language",
    "Referer", "Origin",
)  # fmt: skip


def methods() -> dict[str, tuple[str, ...]]:
    """By every address the methods by which it may be asked."""
    found = [each for each in get_resolver().url_patterns if isinstance(each, URLPattern)]
    return {str(each.pattern): vars(each.callback)["methods"] for each in found}


def addresses() -> list[str]:
    """Every address of the table, with its parts still to be filled in."""
    return list(methods())


def filled(address: str, key: str, chance: random.Random) -> str:
    """An address with one thing or another in its places."""
    names = {"<str:key>": [key] * 9 + ["nothing", "%00", "%ff"], "<int:number>": ["0", "7", "60", "99999", "9" * 40]}
    for place, values in names.items():
        address = address.replace(place, chance.choice(values))
    for place in (
        "<str:name>",
        "<path:name>",
        "<str:title>",
        "<str:theme>",
        "<str:clause>",
        "<str:tile>",
        "<str:token>",
        "<str:kind>",
        "<str:secret>",
        "<str:link>",
        "<str:code>",
        "<str:how>",
    ):
        if place in address:
            value = chance.choice(
                ["1849", "1883", "18FB", "light", "dark", "1849-4.2", "8", "%00", "%F0%9F", "x" * 500]
            )
            address = address.replace(place, value)
    return "/" + address


def sound(text: str) -> str:
    """What can be put on a wire at all."""
    return text.encode("utf-8", "surrogatepass").decode("latin-1")


def odd_query(chance: random.Random, number: int) -> dict[str, str]:
    query = {chance.choice(PICKS): sound(chance.choice(ODD)) for _ in range(chance.randint(0, 4))}
    return query | ({"n": str(number)} if chance.random() < 0.8 else {})


def header(chance: random.Random) -> dict[str, str]:
    if chance.random() < 0.6:
        return {}
    value = sound(chance.choice((*ODD, "http://[", "/t/x?" + "&".join("a=1" for _ in range(50)))))
    return {chance.choice(HEADERS): "".join(sign for sign in value if sign.isprintable())[:500]}


def fields(chance: random.Random, near: list[str]) -> dict[str, str]:
    sent = {chance.choice(FIELDS): sound(chance.choice(ODD)) for _ in range(chance.randint(0, 5))}
    if chance.random() < 0.4:
        sent["action"] = chance.choice(near)
    return sent


def spoilt(game: Any, chance: random.Random) -> list[str]:
    """Actions that look like legal ones and are none."""
    found: list[str] = []
    for choice in game.decision.choices[:6]:
        fields = msgspec.to_builtins(choice)
        wrong = [{**fields, name: chance.choice([None, -1, 10**12, "?", [], {}])} for name in fields]
        found += [msgspec.json.encode(each).decode() for each in (*wrong, {**fields, "unknown": 1})]
    return found


def hostile(game_file: bytes, chance: random.Random) -> bytes:
    """A game file that somebody has meddled with, or something that is none at all."""
    place = chance.randrange(len(game_file))
    match chance.randrange(10):
        case 0:
            return game_file[:place]
        case 1:
            return game_file[:place] + bytes(chance.randrange(256) for _ in range(8)) + game_file[place + 8 :]
        case 2:
            return b"[" * chance.choice([10, 1000, 200_000])
        case 3:
            return b'{"version":' + b"9" * chance.choice([10, 5000, 500_000]) + b"}"
        case 4:
            return b"{" + b",".join(b'"players":%d' % number for number in range(5000)) + b"}"
        case 5:
            return gzip.compress(game_file)
        case 6:
            return chance.randbytes(chance.choice([0, 1, 100, 100_000]))
        case 7:
            return game_file.replace(b'"seed"', chance.choice([b'"seeds"', b'"__class__"', b'"\\ud800"']))
        case 8:
            return game_file.replace(b"Ada", chance.choice([b"<script>", b"\\u0000", b"x" * 5000, b"Bruno"]))
    words = game_file.split(b",")
    chance.shuffle(words)
    return b",".join(words)
