"""The feed: tables that wait for somebody, as Atom, under an address that only they know."""

from __future__ import annotations

from xml.etree import ElementTree

from django.db.models import F
from django.urls import reverse

from ferrovia.saying.voice import Voice
from ferrovia.table.models import Seat
from ferrovia.table.notices.models import NoticeTaste
from ferrovia.table.notices.texts import table_name
from ferrovia.table.page.scene import table_voice
from ferrovia.table.shared_clock import time_now
from ferrovia.table.waiting_for import read_prompt
from ferrovia.titles.registry import title

MOST = 50
_ATOM = "http://www.w3.org/2005/Atom"


def feed_of(taste: NoticeTaste, origin: str, address: str) -> bytes:
    """The feed of somebody: an entry for each turn that is theirs."""
    say, person = Voice(taste.language), taste.person
    seats = Seat.objects.filter(person=person, bot="", table__over=False, table__decider=F("player"))
    seats = seats.exclude(table__start_hash="").select_related("table").defer("table__settings", "table__state")
    ElementTree.register_namespace("", _ATOM)
    feed = ElementTree.Element(f"{{{_ATOM}}}feed")
    _add(feed, "title", say("Ferrovia: what waits for {name}", name=person.name))
    _add(feed, "id", f"urn:ferrovia:{person.key}")
    _link(feed, address, "self")
    _link(feed, f"{origin}{reverse('home')}", "alternate")
    newest = time_now()
    rows = list(seats.prefetch_related("table__seats").order_by("-table__asked_at")[:MOST])
    if rows and rows[0].table.asked_at:
        newest = rows[0].table.asked_at
    _add(feed, "updated", newest.isoformat())
    for seat in rows:
        table = seat.table
        entry = ElementTree.SubElement(feed, f"{{{_ATOM}}}entry")
        question = read_prompt(table.asked).question
        voice = table_voice(title(table.title), taste.language)
        _add(entry, "title", voice("Your turn: {what}", what=question) if question else say("Your turn"))
        _add(entry, "id", f"urn:ferrovia:{table.key}:{table.number}")
        _link(entry, f"{origin}{reverse('table', args=[table.key])}", "alternate")
        _add(entry, "updated", (table.asked_at or newest).isoformat())
        _add(entry, "summary", say(table_name(table, seat.player, list(table.seats.all()))))
        author = ElementTree.SubElement(entry, f"{{{_ATOM}}}author")
        _add(author, "name", "Ferrovia")
    made: bytes = ElementTree.tostring(feed, encoding="utf-8", xml_declaration=True)
    return made


def _add(to: ElementTree.Element, name: str, text: str) -> None:
    ElementTree.SubElement(to, f"{{{_ATOM}}}{name}").text = text


def _link(to: ElementTree.Element, address: str, relation: str) -> None:
    ElementTree.SubElement(to, f"{{{_ATOM}}}link", {"href": address, "rel": relation})
