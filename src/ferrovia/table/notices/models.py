"""What is kept of notices: where somebody is told, what for, when they want quiet, and every notice with its fate."""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.db import models

from ferrovia.table.shared_clock import time_now

LONGEST_ADDRESS = 2000
LONGEST_LABEL = 60


def new_token() -> str:
    """What nobody guesses; whoever has it may do the one thing that it is for."""
    return secrets.token_urlsafe(18)


class Way(models.TextChoices):
    """How somebody is told."""

    PUSH = "push"  # a browser of theirs
    MAIL = "mail"
    WEBHOOK = "webhook"  # an address of theirs that takes JSON


class Kind(models.TextChoices):
    """What a notice is about. The order is that of the page."""

    TURN = "turn"
    REMINDER = "reminder"
    ANSWER = "answer"  # somebody asks to take back
    NAMED = "named"  # in the talk at a table
    STARTS = "starts"
    OVER = "over"
    DIGEST = "digest"
    TEST = "test"
    RESTS = "rests"  # another channel has failed too often


class State(models.TextChoices):
    """What became of a notice."""

    WAITING = "waiting"  # until it is due, or is tried again
    KEPT = "kept"  # until the quiet hours are over
    SENT = "sent"  # taken by the browser's push service
    ARRIVED = "arrived"  # the browser says that it has shown it
    HANDED = "handed"  # taken by the mail server, or by the address of a webhook
    SKIPPED = "skipped"  # not sent, for a good reason
    FAILED = "failed"


PENDING = (State.WAITING, State.KEPT)


class NoticeTaste(models.Model):
    """How somebody wants to be told: in which language, by which clock, when not; and their feed."""

    person = models.OneToOneField("table.Person", on_delete=models.CASCADE, related_name="notice_taste")
    language = models.CharField(max_length=5, default="en")
    zone = models.CharField(max_length=60, default="UTC")
    quiet_from = models.TimeField(null=True, blank=True)
    quiet_to = models.TimeField(null=True, blank=True)
    quiet_weekends = models.BooleanField(default=False)
    feed = models.CharField(max_length=32, default="", db_index=True, blank=True)  # its secret; none: there is no feed

    def __str__(self) -> str:
        return f"how {self.person_id} is told"


class Channel(models.Model):
    """Somewhere somebody is told."""

    person = models.ForeignKey("table.Person", on_delete=models.CASCADE, related_name="channels")
    way = models.CharField(max_length=8, choices=Way.choices)
    label = models.CharField(max_length=LONGEST_LABEL)
    address = models.CharField(max_length=LONGEST_ADDRESS)
    keys = models.JSONField(default=dict, blank=True)  # of a browser: p256dh, auth, and the key of ours that it knows
    origin = models.CharField(max_length=300)  # the address of this house, as whoever added the channel knows it
    session = models.CharField(max_length=40, default="", blank=True)  # of a browser, with which it ends
    generation = models.IntegerField(default=0)  # of the person, for a browser
    token = models.CharField(max_length=32, unique=True, default=new_token)  # confirms an address, stops its mail
    made = models.DateTimeField(default=time_now)
    confirmed = models.DateTimeField(null=True, blank=True)  # a mail address, by whoever reads it
    failures = models.IntegerField(default=0)  # one after another
    trouble = models.JSONField(null=True, blank=True)  # the last one, as a stored message

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "way", "address"], name="one_channel_an_address"),
        ]

    def __str__(self) -> str:
        return f"{self.way} of {self.person_id}"

    @property
    def is_unconfirmed(self) -> bool:
        """Whether it is an address of mail whose reader has not said yes."""
        return self.way == Way.MAIL and self.confirmed is None


class Wish(models.Model):
    """That somebody wants to be told of a kind of thing by a channel."""

    person = models.ForeignKey("table.Person", on_delete=models.CASCADE, related_name="wishes")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    channel = models.ForeignKey(Channel, on_delete=models.CASCADE, related_name="wishes")

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["channel", "kind"], name="one_wish_a_kind")]
        indexes: ClassVar = [models.Index(fields=["person", "kind"], name="wishes_by_kind")]

    def __str__(self) -> str:
        return f"{self.kind} by {self.channel_id}"


class Delivery(models.Model):
    """One notice on its way: a row of the outbox, and from then on a line of what was sent."""

    person = models.ForeignKey("table.Person", on_delete=models.CASCADE, related_name="deliveries")
    channel = models.ForeignKey(Channel, null=True, on_delete=models.SET_NULL, related_name="deliveries")
    label = models.CharField(max_length=LONGEST_LABEL)  # of the channel, which may go
    way = models.CharField(max_length=8, choices=Way.choices)
    table = models.ForeignKey("table.Table", null=True, on_delete=models.CASCADE, related_name="deliveries")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    key = models.CharField(max_length=80, unique=True, default=new_token)  # the device answers with it; none is twice
    player = models.CharField(max_length=30, default="", blank=True)  # the seat it is for
    move = models.IntegerField(default=0)  # how many had been made
    hash = models.CharField(max_length=80, default="", blank=True)  # of the state they led to
    facts = models.JSONField(default=dict, blank=True)  # what was said, and by whom
    subject = models.JSONField(default=dict, blank=True)  # what it said, as a stored message, once it was sent
    made = models.DateTimeField()
    due = models.DateTimeField()  # when it is looked at next
    claim = models.CharField(max_length=32, default="", blank=True)  # of whoever is sending it
    tries = models.IntegerField(default=0)
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    reason = models.JSONField(null=True, blank=True)  # a stored message
    sent = models.DateTimeField(null=True, blank=True)
    shown = models.DateTimeField(null=True, blank=True)
    opened = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["due"], condition=models.Q(state__in=("waiting", "kept")), name="pending_deliveries"),
            models.Index(fields=["person", "-made"], name="deliveries_of_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} to {self.person_id}: {self.state}"
