"""What the lists of home are made of, beside the tables: results, what somebody has put away, invitations."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from ferrovia.table.models import LONGEST_NAME, Person, Table


class Result(models.Model):
    """How a game ended for one seat: kept with the last move, so that lists need no game."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="results")
    player = models.CharField(max_length=LONGEST_NAME)
    place = models.IntegerField()  # 1 for who won; those who are worth the same share one
    worth = models.IntegerField()

    class Meta:
        ordering: ClassVar = ["place", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "player"], name="one_result_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player} came {self.place} at {self.table_id}"


class PutAway(models.Model):
    """Somebody wants to see a finished table no more in their list; the others still do."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="put_away")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="put_away")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "person"], name="put_away_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} put away by {self.person_id}"


class Invitation(models.Model):
    """Somebody is asked to a table that has not begun."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="invitations")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="invitations")
    by = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="+")
    made = models.DateTimeField()
    opened = models.DateTimeField(null=True)  # when they first looked at the table
    declined = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "person"], name="invited_once"),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} invited to {self.table_id}"
