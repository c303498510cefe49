"""What is kept for the host's room: how one signs up, what is announced, and every act of a host."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from ferrovia.table.models import LONGEST_NAME, Person, Table, new_key

LONGEST_WORDS = 600  # of an announcement, in one language
LONGEST_REASON = 200


class House(models.Model):
    """What a server keeps of itself: one row."""

    sign_up = models.CharField(max_length=8, default="")  # see sign_up.SignUp; empty: as the server was started
    backed_up = models.DateTimeField(null=True)  # when a backup was last written, and read again
    backup_bytes = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return "house"


class SignUpLink(models.Model):
    """A link by which so many people may sign up."""

    key = models.CharField(max_length=32, unique=True, default=new_key)
    uses = models.IntegerField()
    used = models.IntegerField(default=0)
    ends = models.DateTimeField()
    made = models.DateTimeField()
    by = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="+")

    def __str__(self) -> str:
        return f"link for {self.uses - self.used} more"


class Announcement(models.Model):
    """What a host has to say to everybody, as written, in both languages."""

    english = models.CharField(max_length=LONGEST_WORDS, default="")
    italian = models.CharField(max_length=LONGEST_WORDS, default="")
    made = models.DateTimeField()
    until = models.DateTimeField(null=True)
    by_name = models.CharField(max_length=LONGEST_NAME, default="")

    def __str__(self) -> str:
        return self.english or self.italian


class HostAct(models.Model):
    """Something that a host did: it is never changed, and whom it concerns reads it."""

    made = models.DateTimeField(db_index=True)
    by = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="+")
    by_name = models.CharField(max_length=LONGEST_NAME, default="")  # empty: by the command on the server
    act = models.CharField(max_length=16)
    told = models.JSONField()  # what was done: see stored_messages
    why = models.CharField(max_length=LONGEST_REASON, default="")
    table = models.ForeignKey(Table, null=True, on_delete=models.SET_NULL, related_name="host_acts")
    person = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="host_acts")

    class Meta:
        indexes: ClassVar = [models.Index(fields=["table", "made"], name="host_acts_by_table")]

    def __str__(self) -> str:
        return f"{self.act} by {self.by_name}"
