"""The page of one's notices, and the addresses by which a browser, a mail or a feed reader answers them."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.table import names
from ferrovia.table.models import Person
from ferrovia.table.notices import channels
from ferrovia.table.notices.confirming import confirm as confirm_channel
from ferrovia.table.notices.feed import feed_of
from ferrovia.table.notices.models import Channel, Delivery, Kind, NoticeTaste, State, Way, Wish
from ferrovia.table.notices.quiet import zones
from ferrovia.table.notices.webpush import public_key
from ferrovia.table.page.told import KINDS, channel_rows, kind_rows, lines
from ferrovia.table.people import remembered, visitor_of
from ferrovia.table.rate_limits import is_allowed
from ferrovia.table.shared_clock import time_now

AGAIN = timedelta(hours=2)
_LONGEST_BODY = 6000


def page(request: HttpRequest, trouble: str = "", status: int = 200) -> HttpResponse:
    visitor, now = visitor_of(request), time_now()
    person = visitor.person
    taste = NoticeTaste.objects.filter(person=person).first() if person is not None else None
    zone = taste.zone if taste is not None else "UTC"
    rows = channel_rows(person, zone, now, _session(request)) if person is not None else []
    usable = [row.channel for row in rows]
    context = {
        "rows": rows,
        "kinds": kind_rows(person, usable) if person is not None and usable else [],
        "lines": lines(person, taste, now) if person is not None else [],
        "taste": taste,
        "zone": zone,
        "zones": zones(),
        "offers_mail": channels.offers_mail(),
        "offers_push": channels.offers_push(),
        "server_key": public_key(settings.SECRET_KEY) if channels.offers_push() else "",
        "feed": request.build_absolute_uri(reverse("feed", args=[taste.feed])) if taste and taste.feed else "",
        "trouble": trouble,
    }
    return render(request, "table/notices.html", context, status=status)


def notices(request: HttpRequest) -> HttpResponse:
    """Where somebody is told, what for, and what became of it; a stranger who asks for something becomes a guest."""
    if request.method != "POST":
        return page(request)
    visitor = visitor_of(request)
    known = visitor.person
    try:
        if request.POST.get("do") == "webhook":  # a name is looked up before anything is locked
            channels.check_webhook(request.POST.get("address", ""))
        with transaction.atomic():  # of what is refused nothing stays, not even a guest
            _change(request, remembered(request, names.pleasant()))
    except Refusal as refusal:
        visitor.person = known
        return page(request, visitor.say(refusal), 409)
    return redirect("notices")


def _change(request: HttpRequest, person: Person) -> None:
    """Do what a form asks."""
    visitor, sent = visitor_of(request), request.POST
    taste = channels.taste_of(person, visitor.language)
    if taste.language != visitor.language:
        NoticeTaste.objects.filter(pk=taste.pk).update(language=visitor.language)
        taste.language = visitor.language
    origin = _origin(request)
    match sent.get("do", ""):
        case "mail":
            made = channels.add_mail(person, sent.get("address", "").strip(), origin)
            if made.is_unconfirmed:
                _ask(request, made)
        case "webhook":
            channels.add_webhook(person, sent.get("address", ""), sent.get("label", ""), origin)
        case "remove":
            _own(person, sent.get("channel", "")).delete()
        case "test":
            tested = _own(person, sent.get("channel", ""))
            if tested.is_unconfirmed:
                _ask(request, tested)
            else:
                channels.ask_for_test(tested)
        case "wishes":
            wanted = {tuple(value.split(" ", 1)) for value in sent.getlist("wish") if value.count(" ") == 1}
            channels.set_wishes(person, {(int(pk), kind) for pk, kind in wanted if _is_number(pk)})
        case "quiet":
            quiet = {name: sent.get(name, "") for name in ("from", "to", "zone")}
            channels.set_quiet(taste, quiet["from"], quiet["to"], quiet["zone"], weekends="weekends" in sent)
        case "feed":
            channels.change_feed(taste, is_on=sent.get("feed") == "new")
        case _:
            raise Refusal("notices", "This cannot be done here.")


def _ask(request: HttpRequest, channel: Channel) -> None:
    """Ask whoever reads an address; nobody has strangers asked at many."""
    if not is_allowed(request, "ask_address"):
        raise Refusal("notices", "Those were many addresses: wait a while before you name another.")
    channels.ask_to_confirm(channel)


def _own(person: Person, text: str) -> Channel:
    found = Channel.objects.filter(person=person, pk=int(text)).first() if _is_number(text) else None
    if found is None:
        raise Refusal("notices", "This way to tell you was removed.")
    return found


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 18


def _origin(request: HttpRequest) -> str:
    return request.build_absolute_uri("/").rstrip("/")


def _session(request: HttpRequest) -> str:
    return request.session.session_key or "" if visitor_of(request).person is not None else ""


# What a browser says


def subscribe(request: HttpRequest) -> HttpResponse:
    """A browser lets itself be told, or says again that it does."""
    visitor, sent = visitor_of(request), _read(request)
    known = visitor.person
    session = "" if visitor.is_guest else request.session.session_key or ""
    label, server = sent.pop("label", ""), sent.pop("server", "")
    try:
        with transaction.atomic():
            person = remembered(request, names.pleasant())
            channels.taste_of(person, visitor.language)
            made = channels.add_browser(person, sent, label, _origin(request), session, server)
    except Refusal as refusal:
        visitor.person = known
        return JsonResponse({"trouble": visitor.say(refusal)}, status=409)
    return JsonResponse({"channel": made.pk})


@csrf_exempt  # a service worker has no form; whoever knows the key of a notice was sent it
def answered(request: HttpRequest) -> HttpResponse:
    """A device has shown a notice, or somebody has opened it, or wants it again in two hours."""
    sent = _read(request)
    row = Delivery.objects.filter(key=sent.get("key", "")[:80]).exclude(key="").first()
    if row is None or row.way != Way.PUSH or row.kind == Kind.DIGEST:
        return HttpResponse()
    now, mine = time_now(), Delivery.objects.filter(pk=row.pk)
    match sent.get("do", ""):
        case "shown" if row.shown is None:
            mine.update(shown=now)
            mine.filter(state=State.SENT).update(state=State.ARRIVED)
        case "opened" if row.opened is None:
            mine.update(opened=now, shown=row.shown or now)
        case "later" if row.table_id is not None and row.channel_id is not None:
            _again(row)
    return HttpResponse()


def _again(row: Delivery) -> None:
    """The same once more in two hours, if the table still stands as it does; asked twice it is one notice."""
    now = time_now()
    fields = ("person_id", "channel_id", "label", "way", "table_id", "kind", "player", "move", "hash", "facts")
    Delivery.objects.get_or_create(
        key=f"{row.key[:60]}-later",
        defaults={name: getattr(row, name) for name in fields} | {"made": now, "due": now + AGAIN},
    )


def _read(request: HttpRequest) -> dict[str, Any]:
    """What a script sends, texts alone."""
    try:
        sent = json.loads(request.body[:_LONGEST_BODY])
    except ValueError:  # no JSON, or no text at all
        return {}
    if not isinstance(sent, dict):
        return {}
    return {name: value for name, value in sent.items() if isinstance(value, str) and "\0" not in value}


def waiting(request: HttpRequest) -> HttpResponse:
    """At how many tables it is somebody's move, for the mark in the title of a tab."""
    return JsonResponse({"count": visitor_of(request).waiting})


# What a mail leads to


def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Whoever reads an address says yes; only a form does it, because programs follow links in mails."""
    channel = _by_token(token)
    if request.method == "POST":
        confirm_channel(channel)
        channel.refresh_from_db()
    return render(request, "table/mail_answer.html", {"channel": channel, "kind": "", "is_stop": False})


@csrf_exempt  # mail programs send it by themselves (RFC 8058); whoever knows the token was sent it
def stop(request: HttpRequest, token: str, kind: str) -> HttpResponse:
    """No more mail of a kind, by one click."""
    channel = _by_token(token)
    if kind not in Kind.values:
        raise Http404
    if request.method == "POST":
        Wish.objects.filter(channel=channel, kind=kind).delete()
    context = {
        "channel": channel,
        "kind": KINDS[Kind(kind)][0] if Kind(kind) in KINDS else "",
        "is_stop": True,
        "is_done": not Wish.objects.filter(channel=channel, kind=kind).exists(),
    }
    return render(request, "table/mail_answer.html", context)


def _by_token(token: str) -> Channel:
    found = Channel.objects.filter(token=token, way=Way.MAIL).first() if "\0" not in token else None
    if found is None:
        raise Http404
    return found


def feed(request: HttpRequest, token: str) -> HttpResponse:
    """The tables that wait for somebody, for their feed reader."""
    found = NoticeTaste.objects.filter(feed=token).select_related("person").first() if "\0" not in token else None
    if found is None:
        raise Http404
    made = feed_of(found, _origin(request), request.build_absolute_uri())
    return HttpResponse(made, content_type="application/atom+xml; charset=utf-8")
