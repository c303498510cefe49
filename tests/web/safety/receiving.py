"""Everything that a client can be sent: every address there is, asked in every way, with heads and cookies."""

from __future__ import annotations

import html
import io
import random
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from django.test import Client
from django.urls import URLPattern, get_resolver

from ferrovia.table.models import Table
from ferrovia.table.page.scene import LASTING
from ferrovia.table.rate_limits import BUCKETS
from ferrovia.table.views.access import looker_of

# Addresses by which nothing is asked for, and why.
EXCUSED = {
    "accounts/logout/": "whoever leaves hears nothing more of this table",
    "accounts/end/": "whoever is forgotten hears nothing more of it either",
    "static/<path:name>": "it leads to files that everybody has, where they are packed",
    "account/mail/<str:token>": "it confirms an address and knows no table",
    "accounts/code/<str:code>/": "without a host's code it opens nothing, and with one it asks for a password",
    "feed/<str:token>.xml": "it is its owner's alone: tests of notices look at what it holds",
    "host": "it is there for hosts alone, whom it tells nothing of a game: tests of hosts look at it",
    "notices/confirm/<str:token>": "it confirms an address and knows no table",
    "notices/stop/<str:token>/<str:kind>": "it stops notices and knows no table",
    "tables/again/<str:key>": "it begins another table, for whoever had begun this one",
    "s/<str:secret>": "without a link it opens nothing, and with one it shows what anybody sees who looks on",
    "t/<str:key>/undo": "the game would go back; its answer is that of act, of which there are enough",
}
# By what is asked in the places of an address.
PLACES = {
    "<str:key>": "{key}",
    "<int:number>": "{number}",
    "<str:name>": "{title}",
    "<str:title>": "{title}",
    "<str:language>": "it",
    "<str:theme>": "light",
    "<str:clause>": "R01",
    "<str:tile>": "8",
    "<str:token>": "nobodys",
    "<str:link>": "nobodys",
    "<str:code>": "nobodys",
    "<str:kind>": "turn",
    "<path:name>": "table/live.000000000000.js",
    "<str:how>": "erase",
}
# What is sent by forms; all others are sent empty.
FORMS = {
    "t/<str:key>/act": {"action": '{"do":"nothing of this kind"}', "after": "{number}"},
    "t/<str:key>/try": {"at": "{number}"},
    "t/<str:key>/try/act": {"action": "[]", "after": "{number}"},
    "t/<str:key>/plan": {"do": "out", "place": "99"},
    "t/<str:key>/orders": {"order": "{}"},
    "t/<str:key>/remark": {"text": "Buongiorno"},
    "t/<str:key>/seats/change": {"do": "hand", "seat": "0"},
    "t/<str:key>/seen": {"number": "0"},
    "t/<str:key>/join": {"name": "Zeno"},
    "taste": {"theme": "light"},
}
_LINK = re.compile(r'href="([^"]*\?[^"]*)"')


def patterns() -> list[str]:
    """Every address of the table, with its places still to be filled in."""
    return [str(each.pattern) for each in get_resolver().url_patterns if isinstance(each, URLPattern)]


def filled(text: str, table: Table, number: int) -> str:
    for place, value in PLACES.items():
        text = text.replace(place, value)
    assert "<" not in text, f"{text}: what stands here?"
    return text.replace("{key}", table.key).replace("{number}", str(number)).replace("{title}", table.title)


@dataclass
class Receiver:
    """One client, what it is sent, and which addresses have answered."""

    client: Client
    table: Table
    chance: random.Random
    share: float = 1.0  # of the addresses that it asks each time
    answered: dict[str, set[int]] = field(default_factory=dict)

    def all_there_is(self) -> Iterator[tuple[str, str]]:
        """Whatever comes from every address now, in texts with the address they came from."""
        self.table.refresh_from_db()
        number = self.chance.randint(0, self.table.number)
        for pattern in patterns():
            if pattern not in EXCUSED and self.chance.random() < self.share:
                yield from self.asked(pattern, number)
        if self.chance.random() < self.share:
            yield from self.tabs()
        cookies = "; ".join(f"{name}={each.value}" for name, each in self.client.cookies.items())
        scope = {"path": f"/t/{self.table.key}/events", "headers": [(b"cookie", cookies.encode())]}
        looker = looker_of(scope, self.table.key)
        yield "events", looker.standing if looker is not None else ""  # nothing else is sent

    def asked(self, pattern: str, number: int) -> Iterator[tuple[str, str]]:
        where = "/" + filled(pattern, self.table, number)
        live = {"HX-Request": "true", "X-Live": "1", "Ferrovia-Board": "0.x"} if self.chance.random() < 0.5 else {}
        yield where, self.got(pattern, self.client.get(where, headers=live))
        form = {name: filled(value, self.table, number) for name, value in FORMS.get(pattern, {}).items()}
        BUCKETS.clear()
        yield f"POST {where}", self.got(pattern, self.client.post(where, form, headers=live))

    def tabs(self) -> Iterator[tuple[str, str]]:
        """Whatever the page can open, and a few of the things that can be picked on it."""
        pattern, where = "t/<str:key>", f"/t/{self.table.key}"
        page = self.client.get(where).content.decode()
        links = [html.unescape(each) for each in _LINK.findall(page)]
        own = [dict(parse_qsl(urlsplit(each).query)) for each in links if each.startswith("?")]
        opened = sorted({(name, value) for query in own for name, value in query.items() if name in LASTING})
        picked = [query for query in own if set(query) - LASTING - {"n"}]
        queries = [{name: value} for name, value in opened]
        for query in queries + self.chance.sample(picked, min(3, len(picked))):
            yield f"{where} {query}", self.got(pattern, self.client.get(where, query))

    def got(self, pattern: str, answer: Any) -> str:
        """An answer whole: its head, its cookies, its body with what was escaped in it read as it is meant."""
        assert answer.status_code < 500, pattern
        self.answered.setdefault(pattern, set()).add(answer.status_code)
        cookies = " ".join(each.OutputString() for each in answer.cookies.values())
        body = b"".join(answer) if answer.streaming else answer.content
        text = "\n".join(_unpacked(body)) if answer.headers.get("Content-Type") == "application/zip" else body.decode()
        return f"{dict(answer.headers)}\n{cookies}\n{text}\n{html.unescape(text) if '&' in text else ''}"


def _unpacked(archive: bytes) -> Iterator[str]:
    """What is in an archive that somebody takes home, file by file."""
    files = zipfile.ZipFile(io.BytesIO(archive))
    for name in files.namelist():
        yield f"{name}\n{files.read(name).decode()}"
