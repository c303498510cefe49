"""Accounts: which names they may have, and what becomes of the guest who signs up or logs in."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.signals import user_logged_in
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.dispatch import receiver
from django.http import HttpRequest
from django.urls import reverse

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.table import names
from ferrovia.table.models import Person
from ferrovia.table.people import GUEST, guest_of, settle_in, visitor_of

USERNAME_VALIDATORS: list[Any] = []  # none but `names.checked`


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Accounts have names as seats have them, and nothing is told by messages on the next page."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        try:
            name = names.checked(username)
        except Refusal as refusal:
            raise ValidationError(visitor_of(self.request).say(refusal)) from refusal
        cleaned: str = super().clean_username(name, shallow)
        return cleaned

    def add_message(self, *args: Any, **kwargs: Any) -> None:
        pass

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("settings")


@receiver(user_logged_in)
def come_home(request: HttpRequest, user: User, **_: Any) -> None:
    """Whoever signs up or logs in takes the seats and tables with them that they had as a guest."""
    guest, owner = guest_of(request), Person.objects.filter(user=user).first()
    if guest is not None and owner is None:
        guest.user, guest.name = user, user.get_username()
        guest.save(update_fields=["user", "name"])
        owner = guest
    elif owner is None:
        owner = Person.objects.create(user=user, name=user.get_username())
    elif guest is not None:
        settle_in(guest, owner)
    request.session.pop(GUEST, None)
    visitor_of(request).person = owner
