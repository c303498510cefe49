"""What is kept of an account beside its name and password: devices, recovery codes, and that somebody wants to go."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from ferrovia.table.shared_clock import time_now


class Device(models.Model):
    """A browser in which an account is logged in. No address is kept, only what the browser says that it is."""

    person = models.ForeignKey("table.Person", on_delete=models.CASCADE, related_name="devices")
    session = models.CharField(max_length=40, unique=True)  # its key
    browser = models.CharField(max_length=20, default="")
    system = models.CharField(max_length=20, default="")
    made = models.DateTimeField(default=time_now)
    seen = models.DateTimeField(default=time_now)

    def __str__(self) -> str:
        return f"{self.browser} on {self.system} of {self.person_id}"


class RecoveryCode(models.Model):
    """A code that lets its owner choose a new password, once. Only its digest is kept."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64)
    made = models.DateTimeField(default=time_now)
    until = models.DateTimeField(null=True)  # only of those that a host has made or that were mailed
    used = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"code of {self.user_id}"


class Going(models.TextChoices):
    """How somebody goes."""

    CLOSE = "close"  # the account sleeps; the host can wake it
    ERASE = "erase"


class Departure(models.Model):
    """Somebody wants their account closed or erased: done when it is due, called off by logging in before."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="departure")
    going = models.CharField(max_length=8, choices=Going.choices)
    language = models.CharField(max_length=2, default="en")  # in which their name is replaced
    made = models.DateTimeField(default=time_now)
    due = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.going} of {self.user_id}"
