"""Getting back in without a password: by a recovery code, by mail where this server sends some, or by the host."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.table import names
from ferrovia.table.people import visitor_of
from ferrovia.table.rate_limits import BUCKETS, too_many
from ferrovia.table.recovery import mail
from ferrovia.table.recovery.account_codes import open_with
from ferrovia.table.token_buckets import Limit

# At one name, from wherever: of some 8e10 codes that is next to none, and fewer would let anybody keep the owner out.
GUESSES = Limit(500, 1 / 2)
LONGEST_PASSWORD = 128


def recover(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _page(request, name=request.GET.get("name", "")[:150], code=request.GET.get("code", "")[:100])
    name, code = request.POST.get("name", ""), request.POST.get("code", "")
    if request.POST.get("do") == "mail":
        if mail.is_configured():
            mail.send_code(name[:400], lambda owner, sent: _link(request, owner, sent), visitor_of(request).say)
        return _page(request, is_sent=True)
    if not BUCKETS.take("recover name", names.looks(name[:150]), GUESSES):
        return too_many(request)
    try:
        _open(name, code, request.POST.get("password", ""))
    except ValidationError as trouble:
        return _page(request, " ".join(trouble.messages), name[:150], code[:100], status=409)
    except Refusal as refusal:
        return _page(request, visitor_of(request).say(refusal), name[:150], code[:100], status=409)
    return _page(request, is_open=True)


def _open(name: str, code: str, password: str) -> None:
    """The password is looked at first, so that its faults tell nothing of the name or the code."""
    if len(password) > LONGEST_PASSWORD:
        raise Refusal("password", "A password has at most {most} characters.", most=LONGEST_PASSWORD)
    validate_password(password, User(username=name[:150]))
    if open_with(name, code, password) is None:
        raise Refusal("code", "Name and code do not belong together, or the code was used or is too old.")


def _link(request: HttpRequest, name: str, code: str) -> str:
    return request.build_absolute_uri(f"{reverse('recover')}?{urlencode({'name': name, 'code': code})}")


def _page(
    request: HttpRequest, trouble: str = "", name: str = "", code: str = "", *, status: int = 200, **told: Any
) -> HttpResponse:
    context = {
        "trouble": trouble,
        "name": name,
        "code": code,
        "has_mail": mail.is_configured(),
        "is_sent": False,
        "is_open": False,
        **told,
    }
    return render(request, "account/recover.html", context, status=status)
