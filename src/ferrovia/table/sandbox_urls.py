"""The addresses as they are within a sandbox: acting and taking back stay inside it."""

from __future__ import annotations

from django.urls import path

from ferrovia.table import urls
from ferrovia.table.views import sandbox

urlpatterns = [
    path("t/<str:key>/try/act", sandbox.act, name="act"),
    path("t/<str:key>/try/undo", sandbox.undo, name="undo"),
    path("t/<str:key>/try/now", sandbox.sandbox_now, name="now"),
    *(each for each in urls.urlpatterns if getattr(each, "name", "") not in ("act", "undo", "now")),
]
