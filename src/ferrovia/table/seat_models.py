"""What is kept of seats that change hands: passes that open one, what the others are asked, and what was done."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from ferrovia.saying.message import term
from ferrovia.table.models import LONGEST_NAME
from ferrovia.table.shared_clock import time_now


class PassKind(models.TextChoices):
    """What a pass is for."""

    GIFT = "gift"  # another person takes the seat; what its owner has written stays theirs
    DEVICE = "device"  # its owner opens it in another browser, and takes along what they have written
    RETURN = "return"  # the same, by a code that the table's host has made: nothing private goes along


class SeatPass(models.Model):
    """A link or a code that opens a seat once. Of its secret only the digest is kept."""

    seat = models.ForeignKey("table.Seat", on_delete=models.CASCADE, related_name="passes")
    kind = models.CharField(max_length=8, choices=PassKind.choices)
    # Whose the seat was then: once it is anybody else's the pass opens nothing.
    holder = models.ForeignKey("table.Person", on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey("table.Person", null=True, on_delete=models.SET_NULL, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    made = models.DateTimeField(default=time_now)
    until = models.DateTimeField()
    used = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.kind} for seat {self.seat_id}"


class SeatAct(models.TextChoices):
    """What happened to a seat, as a sentence."""

    HANDED = "handed", term("{name} hands the seat of {player} to a computer player.")
    TAKEN = "taken", term("{name} takes the seat of {player} back.")
    RELIEVED = "relieved", term("{name} lets a computer player move for {player}, who is late.")
    LEFT = "left", term("{player} leaves for good.")
    FREED = "freed", term("{name} frees the seat of {player} for another person.")
    VOTED = "voted", term("By a vote the seat of {player} is free for another person.")
    COMPUTER = "computer", term("{name} has a computer player move for {player} until somebody comes.")
    SAT = "sat", term("{name} takes the free seat of {player}.")
    GIVEN = "given", term("{name} has the seat of {player} now, by a seat link.")
    CODE = "code", term("{name} has made a recovery code for the seat of {player}.")
    RETURNED = "returned", term("The seat of {player} was opened on another device; the one before has lost it.")
    ENDED = "ended", term("The table was ended by consent of all.")


class SeatChange(models.Model):
    """One thing that happened to a seat: everybody at the table may read it."""

    table = models.ForeignKey("table.Table", on_delete=models.CASCADE, related_name="seat_changes")
    number = models.IntegerField()  # after how many moves
    act = models.CharField(max_length=8, choices=SeatAct.choices)
    player = models.CharField(max_length=LONGEST_NAME, default="")  # whose seat it is in the game
    name = models.CharField(max_length=LONGEST_NAME, default="")  # of whoever did it
    # Who has lost the seat by it and is still to be told.
    untold = models.ForeignKey("table.Person", null=True, on_delete=models.SET_NULL, related_name="+")
    made = models.DateTimeField(default=time_now)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["table", "number"], name="seat_changes_by_number")]

    def __str__(self) -> str:
        return f"{self.act} {self.player} at {self.table_id}"


class AwaitedSeat(models.Model):
    """A seat in a lobby that is kept for somebody who has not come yet: a rematch does not begin without them."""

    seat = models.OneToOneField("table.Seat", on_delete=models.CASCADE, related_name="awaited")
    made = models.DateTimeField(default=time_now)

    def __str__(self) -> str:
        return f"seat {self.seat_id} is awaited"


class Asked(models.TextChoices):
    """What those who sit at a table may be asked about its seats."""

    FREE = "free"  # the seat of somebody who has vanished: more than half of the others
    END = "end"  # the table: everybody


class SeatQuestion(models.Model):
    """What those at a table are being asked; one question at a time."""

    table = models.OneToOneField("table.Table", on_delete=models.CASCADE, related_name="seat_question")
    asked = models.CharField(max_length=8, choices=Asked.choices)
    seat = models.ForeignKey("table.Seat", null=True, on_delete=models.CASCADE, related_name="+")
    person = models.ForeignKey("table.Person", on_delete=models.CASCADE, related_name="+")  # who asks
    yes = models.JSONField(default=list)  # the keys of the people who agree
    no = models.JSONField(default=list)
    made = models.DateTimeField(default=time_now)

    def __str__(self) -> str:
        return f"{self.asked} at {self.table_id}"
