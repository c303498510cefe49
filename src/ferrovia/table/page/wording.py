"""What is asked at the table: of whoever must choose, or what the others see them do."""

from __future__ import annotations

from ferrovia.formats.prompts import deed, prompt
from ferrovia.table.page.scene import Scene


def asked(scene: Scene) -> str:
    """The question, for whoever must choose; what they do, for the others."""
    return scene.say(prompt(scene.game) if scene.is_mine else deed(scene.game))
