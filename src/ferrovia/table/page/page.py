"""The whole table page for one viewer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ferrovia.drawing.edition import Edition
from ferrovia.drawing.stage import Stage
from ferrovia.table.page.desk import Desk, desk
from ferrovia.table.page.overlay import Drawn, drawn_for
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import Marks, edition, marks, stage_of
from ferrovia.table.page.tray import Tray, tray

RECENT = 60  # moves whose log lines a page shows at once


@dataclass(frozen=True)
class LogLine:
    number: int
    by: str
    text: str


class Page:
    """What the template asks for; nothing is worked out before it is asked."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.view = scene.view

    @cached_property
    def desk(self) -> Desk:
        return desk(self.scene)

    @cached_property
    def stage(self) -> Stage:
        return stage_of(self.scene)

    @cached_property
    def marks(self) -> Marks:
        control = self.desk.control
        hexes = self.tray.hexes or (control.marks.get("hexes", ()) if control else ())
        return marks(self.scene, self.stage.view, hexes)

    @cached_property
    def edition(self) -> Edition:
        return edition(self.scene)

    @cached_property
    def tray(self) -> Tray:
        return tray(self.scene)

    @cached_property
    def drawn(self) -> Drawn:
        """Runs and lines over the board: those asked for, else those of the decision."""
        control = self.desk.control
        return drawn_for(self.scene, self.tray.runs, control.marks if control else {}, self.stage.box)

    @cached_property
    def log(self) -> list[LogLine]:
        """The last moves, the newest first."""
        scene = self.scene
        told = scene.moment.events_since(max(0, scene.number - RECENT))
        return [
            LogLine(each.number, each.by, " ".join(scene.say(event) for event in each.events or ()))
            for each in reversed(told)
            if each.events
        ]
