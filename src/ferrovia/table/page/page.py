"""The whole table page for one viewer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ferrovia.drawing.stage import Stage
from ferrovia.table.page.desk import Desk, desk
from ferrovia.table.page.history import History, Then, history, then
from ferrovia.table.page.over import Ended, ended
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.since import Since, since
from ferrovia.table.page.stage import Marks, marks, stage_of

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
    def desk_part(self) -> str:
        """The template of the desk: the past, the news and the end have their own."""
        if self.scene.mode in ("past", "since"):
            return f"table/parts/{self.scene.mode}_desk.html"
        return "table/parts/over_desk.html" if self.scene.game.over else "table/parts/desk.html"

    @cached_property
    def history(self) -> History:
        return history(self.scene)

    @cached_property
    def then(self) -> Then:
        return then(self.scene)

    @cached_property
    def since(self) -> Since:
        return since(self.scene)

    @cached_property
    def ended(self) -> Ended:
        return ended(self.scene)

    @cached_property
    def stage(self) -> Stage:
        return stage_of(self.scene)

    @cached_property
    def marks(self) -> Marks:
        if self.scene.mode == "since":
            return marks(self.scene, self.stage.view, self.since.marks)
        control = self.desk.control
        return marks(self.scene, self.stage.view, control.marks.get("hexes", ()) if control else ())

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
