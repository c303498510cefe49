"""Adding channels and changing them: what somebody asks for on the page of their notices."""

from __future__ import annotations

from datetime import time
from threading import BoundedSemaphore

from django.conf import settings
from django.db import transaction

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.table.clean_text import clean_text
from ferrovia.table.models import Person
from ferrovia.table.notices import mail
from ferrovia.table.notices.models import (
    LONGEST_ADDRESS,
    LONGEST_LABEL,
    PENDING,
    Channel,
    Delivery,
    Kind,
    NoticeTaste,
    Way,
    Wish,
    new_token,
)
from ferrovia.table.notices.outbox import plain, row
from ferrovia.table.notices.outside import OutsideTrouble, SilenceTrouble, checked_url, target_of
from ferrovia.table.notices.quiet import zones
from ferrovia.table.notices.texts import QUESTION
from ferrovia.table.notices.webpush import decoded, is_here, public_key
from ferrovia.table.rate_limits import BUCKETS
from ferrovia.table.shared_clock import time_now
from ferrovia.table.token_buckets import Limit

MOST = 12  # channels of one person
# The kinds that can be chosen, and by which ways each goes.
CHOSEN = (Kind.TURN, Kind.REMINDER, Kind.ANSWER, Kind.NAMED, Kind.STARTS, Kind.OVER, Kind.DIGEST)
ALL_WAYS = (Way.PUSH, Way.MAIL, Way.WEBHOOK)
WAYS = {kind: (Way.MAIL,) if kind == Kind.DIGEST else ALL_WAYS for kind in CHOSEN}
# What a channel is for until somebody says otherwise: the first one for all, others for what they do best.
FIRST = (Kind.TURN, Kind.REMINDER, Kind.ANSWER, Kind.NAMED, Kind.STARTS, Kind.OVER)
USUAL = {
    Way.PUSH: (Kind.TURN, Kind.REMINDER, Kind.ANSWER, Kind.NAMED),
    Way.MAIL: (Kind.REMINDER, Kind.STARTS, Kind.OVER, Kind.DIGEST),
    Way.WEBHOOK: (Kind.TURN,),
}
_KEY, _SECRET = 65, 16  # bytes of a browser's key and secret
_ASKED = Limit(3, 1 / 7200)  # mails to one address that has not said yes, whoever names it
# A name server that is silent must not keep all threads of pages: one waits for it, no more.
_looking_up = BoundedSemaphore(1)


def offers_push() -> bool:
    return is_here()


def offers_mail() -> bool:
    return settings.MAIL is not None


def taste_of(person: Person, language: str) -> NoticeTaste:
    """How somebody wants to be told; from the first time on in the language they read then."""
    return NoticeTaste.objects.get_or_create(person=person, defaults={"language": language})[0]


def add_mail(person: Person, address: str, origin: str) -> Channel:
    """An address of mail; raises `Refusal`."""
    if not offers_mail():
        raise Refusal("notices", "This club sends no mail.")
    if not mail.is_mail_address(address):
        raise Refusal("notices", "This is no address for mail: name@example.org.")
    return _added(person, Way.MAIL, address, label=address, origin=origin)


def check_webhook(address: str) -> str:
    """The name of whoever takes JSON at an address; raises `Refusal` for one that is not ours to reach."""
    if not _looking_up.acquire(blocking=False):
        raise Refusal("notices", "Another address is being looked up: try again in a moment.")
    address = address.strip()
    try:
        host = checked_url(address[: LONGEST_ADDRESS + 1]).hostname or ""
        target_of(address, settings.NETWORKS)
    except (OutsideTrouble, SilenceTrouble) as trouble:
        raise Refusal("notices", trouble.message.text, **trouble.message.values) from trouble
    finally:
        _looking_up.release()
    return host


def add_webhook(person: Person, address: str, label: str, origin: str) -> Channel:
    """An address that takes JSON and was checked; before each notice it is checked again."""
    address = address.strip()
    host = checked_url(address).hostname or ""
    return _added(person, Way.WEBHOOK, address, label=clean_text(label) or _known(host), origin=origin)


def _known(host: str) -> str:
    """What an address is called by: chat services by their names."""
    services = {"discord": "Discord", "telegram": "Telegram", "ntfy": "ntfy", "slack": "Slack", "matrix": "Matrix"}
    return next((name for part, name in services.items() if part in host.split(".")[-2:][0]), host)


def add_browser(
    person: Person, subscription: dict[str, str], label: str, origin: str, session: str, server: str
) -> Channel:
    """A browser with its keys, or the same one anew; raises `Refusal` for what no browser sends."""
    if not offers_push():
        raise Refusal("notices", "This club has no library for push.")
    if server != public_key(settings.SECRET_KEY):
        raise Refusal("notices", "The key of this house has changed: load the page anew.")
    address, keys = subscription.get("endpoint", ""), {name: subscription.get(name, "") for name in ("p256dh", "auth")}
    try:
        checked_url(address[: LONGEST_ADDRESS + 1])
        lengths = [len(decoded(keys["p256dh"])), len(decoded(keys["auth"]))]
    except (OutsideTrouble, ValueError) as trouble:
        raise Refusal("notices", "This is no subscription of a browser.") from trouble
    if lengths != [_KEY, _SECRET]:
        raise Refusal("notices", "This is no subscription of a browser.")
    with transaction.atomic():
        Channel.objects.filter(way=Way.PUSH, address=address).exclude(person=person).delete()
        made = _added(person, Way.PUSH, address, label=clean_text(label) or "Browser", origin=origin)
        made.keys = {**keys, "server": server}
        made.session, made.generation = session, person.current
        made.save(update_fields=["keys", "session", "generation"])
    return made


def _added(person: Person, way: Way, address: str, *, label: str, origin: str) -> Channel:
    with transaction.atomic():
        Person.objects.select_for_update().get(pk=person.pk)
        known = Channel.objects.filter(person=person, way=way, address=address).first()
        if known is not None:
            return known
        count = Channel.objects.filter(person=person).count()
        if count >= MOST:
            raise Refusal("notices", "You are told in {most} ways already: remove one first.", most=MOST)
        made = Channel.objects.create(
            person=person, way=way, address=address, label=label[:LONGEST_LABEL], origin=origin, made=time_now()
        )
        kinds = USUAL[way] if count else FIRST
        Wish.objects.bulk_create(Wish(person=person, kind=kind, channel=made) for kind in kinds)
    return made


def set_wishes(person: Person, wanted: set[tuple[int, str]]) -> None:
    """What somebody wants to hear by which channel, all of it."""
    with transaction.atomic():
        Wish.objects.filter(person=person).delete()
        Wish.objects.bulk_create(
            Wish(person=person, kind=kind, channel=channel)
            for channel in Channel.objects.filter(person=person)
            for kind in CHOSEN
            if channel.way in WAYS[kind] and (channel.pk, kind) in wanted
        )


def set_quiet(taste: NoticeTaste, begin: str, end: str, zone: str, *, weekends: bool) -> None:
    """Quiet hours; raises `Refusal`."""
    if zone not in zones():
        raise Refusal("notices", "There is no such time zone.")
    times = [_time(begin), _time(end)]
    if (times[0] is None) != (times[1] is None):
        raise Refusal("notices", "Quiet hours have a beginning and an end.")
    taste.quiet_from, taste.quiet_to = times
    taste.zone, taste.quiet_weekends = zone, weekends
    taste.save()


def _time(text: str) -> time | None:
    text = text.strip()
    if not text:
        return None
    try:
        return time.fromisoformat(text.zfill(5)).replace(second=0, microsecond=0, tzinfo=None)
    except ValueError as error:
        raise Refusal("notices", "{said} is no time of day: 23:00.", said=text[:20]) from error


def ask_to_confirm(channel: Channel) -> None:
    """A mail by which an address is asked whether its reader wants any; raises `Refusal` where it was often enough."""
    if Delivery.objects.filter(channel=channel, kind=Kind.TEST, state__in=PENDING).exists():
        return
    if not BUCKETS.take("asked", _reader_of(channel.address), _ASKED):
        raise Refusal(
            "notices", "This address was asked often enough: look among its unwanted mail, or ask again in two hours."
        )
    row(channel, Kind.TEST, time_now(), subject=plain(QUESTION)).save()


def _reader_of(address: str) -> str:
    """By whom an address is read: capital letters and what follows a plus sign lead to nobody else."""
    name, _, domain = address.lower().rpartition("@")
    return f"{name.partition('+')[0]}@{domain}"


def ask_for_test(channel: Channel) -> Delivery:
    """A notice that is sent at once, in quiet hours too; a channel that rests is tried again."""
    Channel.objects.filter(pk=channel.pk).update(failures=0, trouble=None)
    made = row(channel, Kind.TEST, time_now())
    made.save()
    return made


def change_feed(taste: NoticeTaste, *, is_on: bool) -> None:
    """A feed under a new address; the old one leads nowhere from now on."""
    taste.feed = new_token() if is_on else ""
    taste.save(update_fields=["feed"])
