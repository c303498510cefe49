"""What is kept of time: each seat's clock, turns, rests, requests for a pause, votes, zones, and who looked when."""

from __future__ import annotations

from datetime import timedelta
from typing import ClassVar

from django.db import models

from ferrovia.table.models import LONGEST_NAME, Person, Seat, Table
from ferrovia.table.shared_clock import time_now


class SeatClock(models.Model):
    """What a person has in hand, and since when it runs; a seat without one has what the law gives at the start."""

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="clock")
    left = models.DurationField()  # when it began to run; now, where it stands still
    asked = models.DurationField(default=timedelta())  # what was left when the turn began
    since = models.DateTimeField(null=True)  # it runs since then
    due = models.DateTimeField(null=True, db_index=True)  # when it will be over, as far as that is known: for lists
    zone = models.CharField(max_length=64, default="UTC")  # of the nights of this turn
    is_answer = models.BooleanField(default=False)  # an offer out of turn is asked, which has a time of its own
    is_stood_in = models.BooleanField(default=False)  # a computer plays this one turn
    stood_in = models.IntegerField(default=0)  # turns running that a computer played for want of time
    offered_at = models.DateTimeField(null=True)  # since when the seat is offered to another person

    def __str__(self) -> str:
        return f"clock of {self.seat_id}"


class Turn(models.Model):
    """A turn of a person: from the first question to them until another player is asked."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="turns")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="turns")
    first = models.IntegerField()  # how many moves came before it
    before = models.DurationField()  # what was in hand when it began
    after = models.DurationField(null=True)  # what was left of it at its end, before the increment; None: it goes on

    class Meta:
        indexes: ClassVar = [models.Index(fields=["table", "first"], name="turns_by_number")]

    def __str__(self) -> str:
        return f"turn of {self.seat_id} from {self.first}"


class RestRow(models.Model):
    """A span in which clocks stand still: of a seat, of a table, or of all tables."""

    table = models.ForeignKey(Table, null=True, on_delete=models.CASCADE, related_name="rests")
    seat = models.ForeignKey(Seat, null=True, on_delete=models.CASCADE, related_name="rests")
    why = models.CharField(max_length=8)  # see rests.Why
    start = models.DateTimeField()
    end = models.DateTimeField(null=True)
    number = models.IntegerField(default=0)  # after how many moves it was agreed or announced
    player = models.CharField(max_length=LONGEST_NAME, default="")  # who asked for it
    ended_by = models.CharField(max_length=LONGEST_NAME, default="")
    ended_at = models.IntegerField(null=True)  # after how many moves

    class Meta:
        ordering: ClassVar = ["start", "pk"]
        indexes: ClassVar = [models.Index(fields=["end"], name="rests_by_end")]

    def __str__(self) -> str:
        return f"{self.why} of {self.table_id or 'all'}"


class PauseRequest(models.Model):
    """Somebody asks the others for a pause."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="pause_request")
    player = models.CharField(max_length=LONGEST_NAME)
    days = models.IntegerField(default=0)  # 0: until somebody says to go on
    agreed = models.JSONField(default=list)  # players
    declined = models.CharField(max_length=LONGEST_NAME, default="")
    made = models.DateTimeField(default=time_now)

    def __str__(self) -> str:
        return f"{self.player} asks for a pause"


class LateVote(models.Model):
    """What somebody wants done while another is late; void as soon as a move is made."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="late_votes")
    person = models.ForeignKey(Person, on_delete=models.CASCADE)
    number = models.IntegerField()  # after how many moves
    choice = models.CharField(max_length=8)  # see votes.CHOICES
    made = models.DateTimeField(default=time_now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "person"], name="one_vote_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.choice} at {self.table_id}"


class LastLook(models.Model):
    """When somebody who plays there last looked at a table, to within an hour."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="last_looks")
    person = models.ForeignKey(Person, on_delete=models.CASCADE)
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "person"], name="one_last_look_a_person"),
        ]

    def __str__(self) -> str:
        return f"looked at {self.table_id}"


class Zone(models.Model):
    """Where a person's nights are, as their browser or they themselves say."""

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="zone")
    name = models.CharField(max_length=64)

    def __str__(self) -> str:
        return self.name


class ServerLook(models.Model):
    """The one row by which a server that starts finds out how long none was there."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"served at {self.at}"
