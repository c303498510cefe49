"""What is asked, in a few words: for the banner, the title of the window, lists of tables."""

from __future__ import annotations

from ferrovia.table.page.scene import Scene


def asked(scene: Scene) -> str:
    corporation = scene.game.top.corporation_of(scene.game)
    step = scene.game.top.step(scene.game)
    if corporation:
        return scene.say("{corporation}: {step:term}", corporation=corporation, step=step)
    return scene.say("{step:term}", step=step)
