"""The page of an account: how its owner gets in, gets back in, is logged out, takes home what is theirs, and goes."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from ferrovia.engine.flow.refusal import Refusal
from ferrovia.table.account_models import Going
from ferrovia.table.accounts import CAME_BACK, CODES_DUE
from ferrovia.table.models import Person, Table
from ferrovia.table.people import end_elsewhere, end_everywhere, visitor_of
from ferrovia.table.recovery import account_codes, departures, devices, mail, taking_home


def account(request: HttpRequest) -> HttpResponse:
    return page(request)


def page(request: HttpRequest, trouble: str = "", codes: list[str] | None = None, status: int = 200) -> HttpResponse:
    """The page, with codes that were made just now, which it shows once."""
    owner = _owner(request)
    if owner is None:
        return redirect("settings")
    person, user = owner
    address = mail.address_of(user)
    context = {
        "person": person,
        "trouble": trouble,
        "codes": codes or [],
        "left": account_codes.codes_left(user),
        "count": account_codes.COUNT,
        "address": address,
        "has_mail": mail.is_configured(),
        "devices": devices.devices_of(person),
        "this_session": request.session.session_key,
        "running": Table.objects.filter(seats__person=person, over=False).distinct().count(),
        "games": Table.objects.filter(seats__person=person, over=True).distinct().count(),
        "came_back": request.session.pop(CAME_BACK, False),
    }
    return render(request, "account/account.html", context, status=status)


def _owner(request: HttpRequest) -> tuple[Person, User] | None:
    visitor = visitor_of(request)
    if visitor.person is None or visitor.person.user is None:
        return None
    return visitor.person, visitor.person.user


def _check_password(user: User, sent: str) -> None:
    if not user.check_password(sent):
        raise Refusal("password", "This is not your password.")


@require_POST
def change(request: HttpRequest) -> HttpResponse:
    """One thing about the account; raises nothing, and what is refused is told on the page."""
    owner = _owner(request)
    if owner is None:
        return redirect("settings")
    person, user = owner
    try:
        match request.POST.get("do", ""):
            case "codes":
                _check_password(user, request.POST.get("password", ""))
                return page(request, codes=account_codes.make_codes(user))
            case "mail":  # whoever finds a browser open must not take the account over by it
                _check_password(user, request.POST.get("password", ""))
                _keep_address(request, user, request.POST.get("mail", "")[:400])
            case "log_out":
                devices.log_out(person, request.POST.get("device", ""))
            case "log_out_others":
                end_elsewhere(request)
    except Refusal as refusal:
        return page(request, visitor_of(request).say(refusal), status=409)
    return redirect("account")


def _keep_address(request: HttpRequest, user: User, wanted: str) -> None:
    """Keep an address, of which the former one is told; raises `Refusal`."""
    former, say = mail.confirmed_address_of(user), visitor_of(request).say
    is_new = mail.keep_address(user, wanted)
    if not mail.is_configured():
        return
    now = mail.address_of(user)
    if former and (now is None or now.email != former):
        mail.tell_former(user, former, request.build_absolute_uri("/"), say)
    if is_new:
        link = request.build_absolute_uri(reverse("confirm_mail", args=[mail.confirmation(user)]))
        mail.send_confirmation(user, link, say)


def recovery_codes(request: HttpRequest) -> HttpResponse:
    """Shown once, right after signing up."""
    owner = _owner(request)
    wanted = request.GET.get("next", "/")
    is_ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure())
    if owner is None or request.method != "GET" or not request.session.pop(CODES_DUE, False):
        return HttpResponseRedirect(wanted if is_ours else "/")  # an address, never the name of a page
    context = {"codes": account_codes.make_codes(owner[1]), "onwards": wanted if is_ours else "/"}
    return render(request, "account/codes.html", context)


def confirm_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Whoever reads an address says yes; only a form does it, because programs follow links in mails."""
    address = mail.to_confirm(token)
    if address is not None and request.method == "POST":
        mail.confirm(address)
    return render(request, "account/mail.html", {"address": address}, status=200 if address is not None else 404)


def take_home(request: HttpRequest) -> HttpResponse:
    """All that is the visitor's, a guest's too, in one archive."""
    person = visitor_of(request).person
    if person is None:
        return redirect("settings")
    response = HttpResponse(taking_home.archive(person), content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="{taking_home.NAME}"'
    return response


def go(request: HttpRequest, how: str) -> HttpResponse:
    """Close or erase: asked again, with the password; it is done after a week."""
    owner = _owner(request)
    if owner is None or how not in Going.values:
        return redirect("settings")
    person, user = owner
    trouble = ""
    if request.method == "POST":
        try:
            if request.POST.get("sure") != "yes":
                raise Refusal("sure", "Tick that you want it.")
            _check_password(user, request.POST.get("password", ""))
            departures.ask(user, Going(how), visitor_of(request).language)
            end_everywhere(request)
            return render(request, "account/gone.html", {"how": how})
        except Refusal as refusal:
            trouble = visitor_of(request).say(refusal)
    running = Table.objects.filter(seats__person=person, over=False).distinct().count()
    context = {"how": how, "trouble": trouble, "running": running, "person": person}
    return render(request, "account/go.html", context, status=409 if trouble else 200)


def closed(request: HttpRequest) -> HttpResponse:
    return render(request, "account/closed.html", status=403)
