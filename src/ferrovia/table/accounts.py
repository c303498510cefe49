"""Accounts: which names they may have, and what becomes of the guest who signs up or logs in."""

from __future__ import annotations

from threading import BoundedSemaphore
from time import sleep
from typing import Any
from urllib.parse import urlencode

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.signals import password_changed, user_logged_in
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib.auth import user_logged_out
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.table import names
from ferrovia.table.account_models import Device
from ferrovia.table.connection_limits import counted_as
from ferrovia.table.cookies import is_known_device
from ferrovia.table.host import sign_up
from ferrovia.table.host.roles import make_first_host
from ferrovia.table.local_names import comes_from_here
from ferrovia.table.models import Person
from ferrovia.table.notices.owners import belong_to, end_with
from ferrovia.table.people import GENERATION, guest_of, settle_in, visitor_of
from ferrovia.table.rate_limits import BUCKETS
from ferrovia.table.recovery import devices
from ferrovia.table.recovery.account_codes import forget_passing_codes
from ferrovia.table.recovery.departures import call_off
from ferrovia.table.token_buckets import Limit

GUESSES = Limit(20, 1 / 60)  # at one name from devices that are not known, before answers come slowly
CODES_DUE, CAME_BACK = "codes_due", "came_back"  # in a session: what the next page has to tell
SLOWLY = 1.0  # seconds
_waiting = BoundedSemaphore(1)
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

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Guesses are counted by name and address, and many at one name are answered slowly.

        So nobody keeps the owner of a name out by guessing at it, and never out of a device that is known:
        there the password alone decides.
        """
        name = credentials.get("username", "")
        if is_known_device(request, name):
            return
        # The library counts by what it takes for the name.
        super().pre_authenticate(request, username=f"{names.looks(name)} {counted_as(self.get_client_ip(request))}")
        if not BUCKETS.take("name", names.looks(name), GUESSES):
            self._slowly()

    def _slowly(self) -> None:
        """Only one waits at a time: whoever guesses at many names must not hold up the server."""
        if not _waiting.acquire(blocking=False):
            raise self.validation_error("too_many_login_attempts")
        try:
            sleep(SLOWLY)
        finally:
            _waiting.release()

    def post_login(self, request: HttpRequest, user: User, *, signup: bool, **given: Any) -> HttpResponse:
        """Whoever has signed up is shown their recovery codes first, and then goes where they wanted to."""
        response: HttpResponse = super().post_login(request, user, signup=signup, **given)
        if signup:
            request.session[CODES_DUE] = True
            wanted = urlencode({"next": response.headers.get("Location", "/")})
            response["Location"] = f"{reverse('recovery_codes')}?{wanted}"
        return response

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """An account that was closed: the right password was given, so it may be told."""
        return redirect("account_closed")

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return sign_up.hindrance(str(request.session.get(sign_up.LINK, ""))) is None

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Of two who come at once by the last place of a link one gets an account."""
        link = str(request.session.pop(sign_up.LINK, ""))
        is_by_link = sign_up.is_open_link(link) and sign_up.use_link(link)
        if sign_up.sign_up_now() is not sign_up.SignUp.OPEN and not is_by_link:
            raise ImmediateHttpResponse(redirect("account_signup"))
        saved: User = super().save_user(request, user, form, commit)
        if is_by_link or comes_from_here(request):  # else whoever comes first to a new server would be its host
            make_first_host(saved)
        return saved

    def add_message(self, *args: Any, **kwargs: Any) -> None:
        pass

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account")


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
    request.session[GENERATION] = owner.current
    if call_off(user):
        request.session[CAME_BACK] = True
    belong_to(owner, request.session.session_key)
    visitor = visitor_of(request)
    visitor.person, visitor.has_logged_in = owner, True


@receiver(password_changed)
def go_on_alone(request: HttpRequest, user: User, **_: Any) -> None:
    """Whoever chooses another password is left with this browser alone."""
    forget_passing_codes(user)
    person = visitor_of(request).person
    if person is not None:
        devices.go_on_alone(request, person)


@receiver(user_logged_out)
def leave_nothing_behind(user: User | None, request: HttpRequest | None = None, **_: Any) -> None:
    """The session is gone; a signed cookie of the first release opens nothing any more either."""
    if request is not None and request.session.session_key:
        Device.objects.filter(session=request.session.session_key).delete()
    if user is not None:
        Person.objects.filter(user=user, generation=0).update(generation=1)
        end_with(user, request.session.session_key if request is not None else None)
