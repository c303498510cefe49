"""What the people at a table must be told beside the game: who moves for them, who asks to take a move back."""

from __future__ import annotations

from typing import Any

from django import template

from ferrovia.table.page.scene import Scene
from ferrovia.table.undoing import awaited, standing_request

register = template.Library()


@register.inclusion_tag("table/parts/notices.html", takes_context=True)
def notices(context: template.Context) -> dict[str, Any]:
    scene: Scene = context["scene"]
    table = scene.table
    undo = standing_request(table, scene.number)
    waiting = awaited(table, undo) if undo is not None and not undo.declined else []
    return {
        "table": table,
        "say": scene.say,
        "csrf_token": context.get("csrf_token"),
        "handed": list(table.seats.filter(player__in=scene.handed, bot__gt="")) if scene.handed else [],
        "undo": undo,
        "waiting": waiting,
        "is_asker": undo is not None and undo.player in scene.players,
        "is_asked": any(player in scene.players for player in waiting),
        "moves": scene.number - undo.to if undo is not None else 0,
    }
