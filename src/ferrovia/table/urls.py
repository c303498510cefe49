"""The addresses of the table, and the methods by which each is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from allauth.account import views as account
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import URLPattern, path
from django.views.decorators.http import require_http_methods

from ferrovia.table.people import visitor_of
from ferrovia.table.readiness import hindrance
from ferrovia.table.static_files import present_name
from ferrovia.table.views import (
    about,
    accounts,
    files,
    home,
    home_acts,
    host,
    installed,
    learn,
    lobby,
    new_password,
    notices,
    orders,
    over,
    own_account,
    past,
    pictures,
    play,
    recover,
    rules,
    sandbox,
    seat_numbers,
    seat_passes,
    seats,
    since,
    taste,
    tiles,
    time,
    working,
)


def _asked(*methods: str) -> Callable[..., URLPattern]:
    def address(route: str, view: Callable[..., HttpResponseBase], name: str | None = None) -> URLPattern:
        only: Any = require_http_methods(methods)(view)
        only.methods = methods  # for who refuses others before a form's token is looked at
        made: URLPattern = path(route, only, name=name)
        return made

    return address


page, form, both = _asked("GET", "HEAD"), _asked("POST"), _asked("GET", "HEAD", "POST")


def favicon(request: HttpRequest) -> HttpResponse:
    """Browsers ask for it by themselves, even where a page names another."""
    return redirect(static("table/icon.svg"), permanent=True)


def icon(request: HttpRequest) -> HttpResponse:
    """What stands beside a notice: the service worker knows no names of packed files."""
    return redirect(static("table/icon-192.png"))


def packed_elsewhere(request: HttpRequest, name: str) -> HttpResponse:
    """A file under the name that another release gives it: this one has it under its own."""
    found = present_name(name)
    if found is None:
        raise Http404
    response = redirect(static(found))
    response["Cache-Control"] = "no-store"
    return response


def healthz(request: HttpRequest) -> HttpResponse:
    """For whoever watches over the server: whether it lives. One that does not answer is to be started again."""
    return HttpResponse("alive\n", content_type="text/plain")


def readyz(request: HttpRequest) -> HttpResponse:
    """For whoever sends people here: whether they can play here now."""
    why = hindrance()
    say = visitor_of(request).say
    return HttpResponse(f"{say(why) if why else 'ready'}\n", content_type="text/plain", status=503 if why else 200)


urlpatterns = [
    page("", home.home, name="home"),
    page("healthz", healthz, name="healthz"),
    page("readyz", readyz, name="readyz"),
    page("favicon.ico", favicon),
    page("icon.png", icon),
    page("static/<path:name>", packed_elsewhere, name="static"),
    form("tables/new", home.new_table, name="new"),
    form("tables/again/<str:key>", home_acts.again, name="again"),
    form("t/<str:key>/away", home_acts.put_away, name="put_away"),
    form("t/<str:key>/invitation", home_acts.answer_invitation, name="answer_invitation"),
    form("t/<str:key>/name", home_acts.name_table, name="name_table"),
    both("host", host.host, name="host"),
    page("i/<str:link>", host.by_link, name="sign_up_link"),
    both("accounts/code/<str:code>/", new_password.new_password, name="new_password"),
    both("tables/open", files.open_file, name="open"),
    page("t/<str:key>", play.table, name="table"),
    form("t/<str:key>/lobby", lobby.change, name="lobby"),
    form("t/<str:key>/join", lobby.join, name="join"),
    form("t/<str:key>/start", lobby.start, name="start"),
    form("t/<str:key>/numbers", seat_numbers.numbers, name="numbers"),
    page("t/<str:key>/seats", seats.seats, name="seats"),
    form("t/<str:key>/seats/change", seats.change, name="change_seats"),
    page("t/<str:key>/seats/leave", seats.leave_page, name="leave_seat"),
    form("t/<str:key>/seats/pass", seat_passes.make, name="seat_passes"),
    both("s", seat_passes.code, name="seat_code"),
    both("s/<str:secret>", seat_passes.open_pass, name="seat_pass"),
    form("t/<str:key>/time", time.change, name="time"),
    page("t/<str:key>/now", play.now, name="now"),
    form("t/<str:key>/act", play.act, name="act"),
    form("t/<str:key>/undo", play.undo, name="undo"),
    form("t/<str:key>/undo/answer", seats.answer, name="answer_undo"),
    form("t/<str:key>/remark", play.remark, name="remark"),
    page("t/<str:key>/board/<int:number>-<str:language>-<str:theme>.svg", pictures.of_table, name="table_picture"),
    page("titles/<str:name>-<str:language>-<str:theme>.svg", pictures.of_title, name="title_picture"),
    page("learn", learn.index, name="learn"),
    page("learn/<str:name>", learn.one, name="learn_title"),
    page("about", about.about, name="about"),
    form("t/<str:key>/notes", play.notes, name="notes"),
    page("rules", rules.titles, name="rulebooks"),
    page("rules/<str:title>", rules.rules, name="rules"),
    page("rules/<str:title>/<str:clause>", rules.clause, name="clause"),
    page("tiles/<str:title>/<str:tile>/<str:theme>.svg", tiles.tile, name="tile"),
    page("t/<str:key>/history", past.latest, name="history"),
    page("t/<str:key>/at/<int:number>", past.past, name="past"),
    page("t/<str:key>/at/<int:number>/now", past.past_now),
    page("t/<str:key>/work", working.work),
    page("t/<str:key>/at/<int:number>/work", working.work_past),
    page("t/<str:key>/try/work", working.work_sandbox),
    page("t/<str:key>/since", since.since, name="since"),
    page("t/<str:key>/since/now", since.since_now),
    form("t/<str:key>/seen", since.seen, name="seen"),
    both("t/<str:key>/try", sandbox.sandbox, name="sandbox"),
    page("t/<str:key>/try/now", sandbox.sandbox_now),
    form("t/<str:key>/try/act", sandbox.act, name="sandbox_act"),
    form("t/<str:key>/try/undo", sandbox.undo, name="sandbox_undo"),
    form("t/<str:key>/try/guess", sandbox.guess, name="sandbox_guess"),
    form("t/<str:key>/try/close", sandbox.close, name="sandbox_close"),
    form("t/<str:key>/plan", sandbox.plan, name="plan"),
    form("t/<str:key>/orders", orders.orders, name="orders"),
    page("t/<str:key>/text", play.text, name="text"),
    page("t/<str:key>/game.json", files.game_file, name="game_file"),
    form("t/<str:key>/rematch", over.rematch, name="rematch"),
    form("taste", taste.taste, name="taste"),
    both("settings", accounts.settings, name="settings"),
    both("settings/notices", notices.notices, name="notices"),
    form("notices/browser", notices.subscribe, name="subscribe"),
    form("notices/answer", notices.answered, name="answer_notice"),
    page("notices/waiting", notices.waiting, name="waiting"),
    both("notices/confirm/<str:token>", notices.confirm, name="confirm_notices"),
    both("notices/stop/<str:token>/<str:kind>", notices.stop, name="stop_notices"),
    page("feed/<str:token>.xml", notices.feed, name="feed"),
    page("manifest.webmanifest", installed.manifest, name="manifest"),
    page("worker.js", installed.worker, name="worker"),
    # Of the library's pages those that a name and a password need: mail is ours (`recovery`, `notices`).
    both("accounts/login/", account.login, name="account_login"),
    both("accounts/logout/", account.logout, name="account_logout"),
    both("accounts/signup/", account.signup, name="account_signup"),
    both("accounts/password/", account.password_change, name="account_change_password"),
    both("accounts/end/", accounts.end, name="account_end"),
    page("account", own_account.account, name="account"),
    form("account/change", own_account.change, name="change_account"),
    page("account/codes", own_account.recovery_codes, name="recovery_codes"),
    both("account/mail/<str:token>", own_account.confirm_mail, name="confirm_mail"),
    form("account/archive", own_account.take_home, name="take_home"),
    both("account/go/<str:how>", own_account.go, name="go"),
    page("account/closed", own_account.closed, name="account_closed"),
    both("account/back", recover.recover, name="recover"),
    both("accounts/reauthenticate/", account.reauthenticate, name="account_reauthenticate"),
]

handler400 = "ferrovia.table.views.troubles.bad_request"
handler403 = "ferrovia.table.views.troubles.forbidden"
handler404 = "ferrovia.table.views.troubles.not_found"
handler500 = "ferrovia.table.views.troubles.failed"
