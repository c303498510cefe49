"""The addresses of the table."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from ferrovia.table.views import home, lobby, orders, past, play, sandbox, since, taste


def healthz(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ready\n", content_type="text/plain")


urlpatterns = [
    path("", home.home, name="home"),
    path("healthz", healthz),
    path("tables/new", home.new_table, name="new"),
    path("t/<str:key>", play.table, name="table"),
    path("t/<str:key>/lobby", lobby.change, name="lobby"),
    path("t/<str:key>/join", lobby.join, name="join"),
    path("t/<str:key>/start", lobby.start, name="start"),
    path("t/<str:key>/now", play.now, name="now"),
    path("t/<str:key>/act", play.act, name="act"),
    path("t/<str:key>/undo", play.undo, name="undo"),
    path("t/<str:key>/remark", play.remark, name="remark"),
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
    path("t/<str:key>/text", past.text, name="text"),
    path("t/<str:key>/game.json", past.game_file, name="game_file"),
    path("t/<str:key>/rematch", past.rematch, name="rematch"),
    path("taste", taste.taste, name="taste"),
    path("accounts/", include("allauth.account.urls")),
]
