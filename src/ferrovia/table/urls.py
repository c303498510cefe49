"""The addresses of the table."""

from __future__ import annotations

from allauth.account import views as account
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import path

from ferrovia.table.views import (
    about,
    accounts,
    files,
    home,
    learn,
    lobby,
    orders,
    past,
    pictures,
    play,
    rules,
    sandbox,
    seats,
    since,
    taste,
    tiles,
)


def favicon(request: HttpRequest) -> HttpResponse:
    """Browsers ask for it by themselves, even where a page names another."""
    return redirect(static("table/icon.svg"), permanent=True)


def healthz(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ready\n", content_type="text/plain")


urlpatterns = [
    path("", home.home, name="home"),
    path("healthz", healthz),
    path("favicon.ico", favicon),
    path("tables/new", home.new_table, name="new"),
    path("tables/open", files.open_file, name="open"),
    path("t/<str:key>", play.table, name="table"),
    path("t/<str:key>/lobby", lobby.change, name="lobby"),
    path("t/<str:key>/join", lobby.join, name="join"),
    path("t/<str:key>/start", lobby.start, name="start"),
    path("t/<str:key>/seats", seats.seats, name="seats"),
    path("t/<str:key>/seats/change", seats.change, name="change_seats"),
    path("t/<str:key>/now", play.now, name="now"),
    path("t/<str:key>/act", play.act, name="act"),
    path("t/<str:key>/undo", play.undo, name="undo"),
    path("t/<str:key>/undo/answer", seats.answer, name="answer_undo"),
    path("t/<str:key>/remark", play.remark, name="remark"),
    path("t/<str:key>/board/<int:number>-<str:language>-<str:theme>.svg", pictures.of_table, name="table_picture"),
    path("titles/<str:name>-<str:language>-<str:theme>.svg", pictures.of_title, name="title_picture"),
    path("learn", learn.index, name="learn"),
    path("learn/<str:name>", learn.one, name="learn_title"),
    path("about", about.about, name="about"),
    path("t/<str:key>/notes", play.notes, name="notes"),
    path("rules", rules.titles, name="rulebooks"),
    path("rules/<str:title>", rules.rules, name="rules"),
    path("rules/<str:title>/<str:clause>", rules.clause, name="clause"),
    path("tiles/<str:title>/<str:tile>/<str:theme>.svg", tiles.tile, name="tile"),
    path("t/<str:key>/history", past.latest, name="history"),
    path("t/<str:key>/at/<int:number>", past.past, name="past"),
    path("t/<str:key>/at/<int:number>/now", past.past_now),
    path("t/<str:key>/since", since.since, name="since"),
    path("t/<str:key>/since/now", since.since_now),
    path("t/<str:key>/seen", since.seen, name="seen"),
    path("t/<str:key>/try", sandbox.sandbox, name="try"),
    path("t/<str:key>/try/now", sandbox.sandbox_now),
    path("t/<str:key>/try/act", sandbox.act, name="try_act"),
    path("t/<str:key>/try/undo", sandbox.undo, name="try_undo"),
    path("t/<str:key>/try/guess", sandbox.guess, name="try_guess"),
    path("t/<str:key>/try/close", sandbox.close, name="try_close"),
    path("t/<str:key>/plan", sandbox.plan, name="plan"),
    path("t/<str:key>/orders", orders.orders, name="orders"),
    path("t/<str:key>/text", play.text, name="text"),
    path("t/<str:key>/game.json", files.game_file, name="game_file"),
    path("t/<str:key>/rematch", past.rematch, name="rematch"),
    path("taste", taste.taste, name="taste"),
    path("settings", accounts.settings, name="settings"),
    # Of the library's pages those that a name and a password need: no mail is sent from here.
    path("accounts/login/", account.login, name="account_login"),
    path("accounts/logout/", account.logout, name="account_logout"),
    path("accounts/signup/", account.signup, name="account_signup"),
    path("accounts/password/", account.password_change, name="account_change_password"),
    path("accounts/end/", accounts.end, name="account_end"),
    path("accounts/reauthenticate/", account.reauthenticate, name="account_reauthenticate"),
]

handler400 = "ferrovia.table.views.troubles.bad_request"
handler403 = "ferrovia.table.views.troubles.forbidden"
handler404 = "ferrovia.table.views.troubles.not_found"
handler500 = "ferrovia.table.views.troubles.failed"
