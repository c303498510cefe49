"""The host's room: for those who are marked as hosts; to everybody else it is not there."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.saying.message import Message
from ferrovia.table.host import acts, announcements, audit, lobbies, looking, sign_up
from ferrovia.table.host.bans import ban, unban
from ferrovia.table.host.health import glance
from ferrovia.table.host.models import Announcement, SignUpLink
from ferrovia.table.host.roles import appoint, dismiss
from ferrovia.table.models import Person, Remark, Table
from ferrovia.table.people import visitor_of
from ferrovia.table.shared_clock import time_now

LONGEST_SEARCH = 40


@dataclass(frozen=True)
class Given:
    """A link that was made by the last act, shown once."""

    words: Message
    link: str


def host(request: HttpRequest) -> HttpResponse:
    """The room; or one act, of which the room then tells."""
    person = visitor_of(request).person
    if person is None or not visitor_of(request).is_host:
        raise Http404
    if request.method != "POST":
        return _page(request)
    try:
        given = _done(request, person)
    except Refusal as refusal:
        return _page(request, trouble=refusal, status=409)
    if given is not None:
        return _page(request, given)
    return redirect(f"{reverse('host')}#{request.POST.get('at', '')[:20]}")


def by_link(request: HttpRequest, link: str) -> HttpResponse:
    """The link of an invitation to sign up: remembered until somebody does."""
    if sign_up.is_open_link(link[:40]):  # any other leaves nothing behind
        request.session[sign_up.LINK] = link[:40]
    return redirect("account_signup")


def _page(
    request: HttpRequest, given: Given | None = None, trouble: Refusal | None = None, status: int = 200
) -> HttpResponse:
    wanted = request.GET.get("find", "").replace("\0", "")[:LONGEST_SEARCH]
    way = sign_up.sign_up_now()
    context = {
        "given": given,
        "trouble": trouble,
        "wanted": wanted,
        "counts": looking.counts(),
        "glance": glance(),
        "people": looking.people(wanted),
        "tables": looking.tables(wanted),
        "remarks": looking.remarks(),
        "dead": lobbies.dead_lobbies().count(),
        "days": lobbies.DAYS,
        "announced": announcements.standing(),
        "way": way,
        "ways": [(each.value, word, each is way) for each, word in sign_up.WORDS.items()],
        "links": [
            (link, request.build_absolute_uri(reverse("sign_up_link", args=[link.key]))) for link in sign_up.links()
        ],
        "did": audit.latest(),
        "now": time_now(),
    }
    return render(request, "table/host.html", context, status=status)


def _done(request: HttpRequest, by: Person) -> Given | None:
    """Do what is asked for; raises `Refusal`, with nothing done."""
    act = request.POST.get("do", "")
    if act.startswith("person."):
        return _with_person(request, by, act.removeprefix("person."))
    if act.startswith("table."):
        return _with_table(request, by, act.removeprefix("table."))
    match act:
        case "remark":
            found = Remark.objects.filter(pk=_number(request, "remark")).select_related("table", "person").first()
            if found is None:
                raise Refusal("remark", "There is no such remark.")
            acts.remove_remark(by, found, request.POST.get("why", ""))
        case "lobbies":
            lobbies.clear_lobbies(by, _number(request, "days"))
        case "announce":
            words = request.POST.get("english", ""), request.POST.get("italian", "")
            announcements.announce(by, *words, _days(request))
        case "unannounce":
            standing = Announcement.objects.filter(pk=_number(request, "announcement")).first()
            if standing is None:
                raise Refusal("announce", "There is no such announcement.")
            announcements.end(by, standing)
        case "sign_up":
            sign_up.settle(by, request.POST.get("way", ""))
        case "link":
            sign_up.make_link(by, _number(request, "uses"), _number(request, "days"))
        case "end_link":
            link = SignUpLink.objects.filter(pk=_number(request, "link")).first()
            if link is None:
                raise Refusal("sign-up", "There is no such link.")
            sign_up.end_link(by, link)
        case _:
            raise Refusal("host", "There is nothing of the kind to do.")
    return None


def _with_person(request: HttpRequest, by: Person, act: str) -> Given | None:
    person = Person.objects.filter(pk=_number(request, "person")).select_related("user").first()
    if person is None:
        raise Refusal("person", "There is nobody of the kind.")
    match act:
        case "reset":
            link = request.build_absolute_uri(reverse("new_password", args=[acts.reset_password(by, person)]))
            text = "{person} sets a new password by this link, once, within {hours} hours. It is shown only now."
            return Given(Message(text, person=person.name, hours=acts.hours_of_code()), link)
        case "log_out":
            acts.log_out(by, person)
        case "ban":
            ban(by, person, _days(request), request.POST.get("why", ""))
        case "unban":
            unban(by, person)
        case "appoint":
            appoint(by, person)
        case "dismiss":
            dismiss(by, person)
        case _:
            raise Refusal("host", "There is nothing of the kind to do.")
    return None


def _with_table(request: HttpRequest, by: Person, act: str) -> Given | None:
    table = Table.objects.filter(pk=_number(request, "table")).first()
    if table is None:
        raise Refusal("table", "There is no such table.")
    if act in ("end", "delete") and request.POST.get("sure") != "yes":
        raise Refusal("table", "Nothing was done: say first that you are sure.")
    match act:
        case "rename":
            acts.rename(by, table, request.POST.get("name", ""))
        case "end":
            acts.end_table(by, table, request.POST.get("why", ""))
        case "delete":
            acts.delete_table(by, table, request.POST.get("why", ""))
        case _:
            raise Refusal("host", "There is nothing of the kind to do.")
    return None


def _number(request: HttpRequest, name: str) -> int:
    """A number of a form; whatever is none is 0, which nothing has."""
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 18 else 0


def _days(request: HttpRequest) -> int | None:
    """For how many days; None where no end was chosen."""
    return None if request.POST.get("days", "") in ("", "for good") else _number(request, "days")
