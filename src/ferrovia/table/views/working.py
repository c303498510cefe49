"""What a page leaves to a request of its own, because it takes a while: see `page/dock.py`."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from ferrovia.table.page import dock
from ferrovia.table.page.scene import Scene
from ferrovia.table.views.access import table_for
from ferrovia.table.views.game_page import scene_for
from ferrovia.table.views.past import past_scene
from ferrovia.table.views.sandbox import scene_at_hand


def work(request: HttpRequest, key: str) -> HttpResponse:
    found = table_for(request, key)
    scene = scene_for(request, found, request.GET.dict()) if found.has_started else None
    return _worked(request, key, scene)


def work_past(request: HttpRequest, key: str, number: int) -> HttpResponse:
    found = table_for(request, key)
    return _worked(request, key, past_scene(request, found, number) if found.has_started else None)


def work_sandbox(request: HttpRequest, key: str) -> HttpResponse:
    return _worked(request, key, scene_at_hand(request, key))


def _worked(request: HttpRequest, key: str, scene: Scene | None) -> HttpResponse:
    """Nothing to show: the page asks again once it is done, and a browser without scripts goes back to it."""
    if scene is None:
        return redirect("table", key)
    is_done = dock.work(scene)
    if request.headers.get("HX-Request"):
        return HttpResponse(status=204 if is_done else 202)
    return redirect(f"{scene.address}{scene.picked()}")
