"""The addresses of the table."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from ferrovia.table.views import home, lobby, play, rules, taste, tiles


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
    path("t/<str:key>/notes", play.notes, name="notes"),
    path("rules", rules.titles, name="rulebooks"),
    path("rules/<str:title>", rules.rules, name="rules"),
    path("rules/<str:title>/<str:clause>", rules.clause, name="clause"),
    path("tiles/<str:title>/<str:tile>/<str:theme>.svg", tiles.tile, name="tile"),
    path("taste", taste.taste, name="taste"),
    path("accounts/", include("allauth.account.urls")),
]
