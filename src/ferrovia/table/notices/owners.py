"""Whose a channel is: a browser is told as long as its log-in lasts, and what a guest has becomes their account's."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.contrib.sessions.models import Session

from ferrovia.table.models import Person
from ferrovia.table.notices.models import Channel, Delivery, NoticeTaste, Way, Wish
from ferrovia.table.shared_clock import time_now


def settle_notices(guest: Person, owner: Person) -> None:
    """What a guest has of notices becomes the account's, inside the caller's transaction."""
    known = {(each.way, each.address) for each in Channel.objects.filter(person=owner)}
    for channel in Channel.objects.filter(person=guest):
        if (channel.way, channel.address) in known:
            channel.delete()
    Channel.objects.filter(person=guest).update(person=owner, generation=owner.current)
    Wish.objects.filter(person=guest).update(person=owner)
    Delivery.objects.filter(person=guest).update(person=owner)
    if not NoticeTaste.objects.filter(person=owner).exists():
        NoticeTaste.objects.filter(person=guest).update(person=owner)


def belong_to(owner: Person, session: str | None) -> None:
    """The browser that somebody logs in with, and in which they were a guest, belongs to the new session."""
    Channel.objects.filter(person=owner, way=Way.PUSH, session="").update(session=session or "")


def end_with(user: User, session: str | None) -> None:
    """A log-in has ended: the browser that belongs to it is told nothing more."""
    if session:
        Channel.objects.filter(person__user=user, session=session).delete()


def forget_notices(person: Person) -> None:
    """A guest whom every browser forgets: nobody could remove an address or a feed of theirs any more."""
    for theirs in (Delivery, Channel, NoticeTaste):
        theirs.objects.filter(person=person).delete()


def has_ended(channel: Channel) -> bool:
    """Whether the log-in is over that a browser belongs to."""
    if channel.way != Way.PUSH:
        return False
    if channel.generation != channel.person.current:
        return True
    if not channel.session:
        return channel.person.user_id is not None
    return not Session.objects.filter(session_key=channel.session, expire_date__gt=time_now()).exists()
