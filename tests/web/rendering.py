"""Parts of the page as they are sent: a macro of a template with its arguments."""

from __future__ import annotations

from typing import Any

from django.template import engines
from django.test import RequestFactory

from ferrovia.table.markup.forms import Forms
from ferrovia.table.markup.links import Link
from ferrovia.table.page.page import Page
from ferrovia.table.page.scene import Scene
from ferrovia.table.people import Visitor
from ferrovia.table.views.own import Own


def macro(template: str, name: str) -> Any:
    """A part by the file it stands in."""
    return getattr(engines["jinja2"].env.get_template(f"table/{template}.html").module, name)  # type: ignore[attr-defined]


class Shown:
    """A scene and all that its parts are given, for somebody whom no cookie names."""

    def __init__(self, scene: Scene, page: Page | None = None) -> None:
        request = RequestFactory().get("/")
        request.visitor = Visitor(None, scene.language, scene.theme)  # type: ignore[attr-defined]
        self.page, self.say, self.link = page or Page(scene), scene.say, Link(scene)
        self.forms, self.own = Forms.of(request), Own(request, scene)

    def desk(self) -> str:
        shown = macro("parts/desk", "desk")
        return str(shown(self.say, self.link, self.page, self.forms, self.own, None, None))

    def banner(self) -> str:
        return str(macro("parts/banner", "banner")(self.say, self.page.edition, self.page.banner))

    def bar(self) -> str:
        return str(macro("parts/bar", "bar")(self.say, self.link, self.page, self.forms, "/", None))

    def ledger(self) -> str:
        return str(macro("parts/ledger", "ledger")(self.say, self.link, self.page, self.forms))

    def log(self) -> str:
        return str(macro("parts/log", "log")(self.say, self.link, self.page, self.forms))

    def tray(self) -> str:
        return str(macro("parts/tray", "tray")(self.say, self.link, self.page, self.forms))

    def lots(self) -> str:
        return str(macro("parts/lots", "lots")(self.say, self.link, self.page.lots, self.page.chosen_lot))

    def lens(self) -> str:
        return str(macro("parts/lens", "lens")(self.say, self.link, self.page.fit))

    def dock(self) -> str:
        return str(macro("parts/dock", "dock")(self.say, self.link, self.page))

    def marks(self) -> str:
        return str(macro("parts/marks", "marks")(self.say, self.link, self.page))

    def mini_map(self) -> str:
        return str(macro("parts/mini_map", "mini_map")(self.page.fit, self.page.dots))

    def spreadsheet(self) -> str:
        page = self.page
        drawn = macro("parts/spreadsheet", "spreadsheet")
        return str(drawn(self.say, page.edition, page.ledger, page.stage.is_wide))

    def charters(self) -> str:
        page = self.page
        shown = macro("parts/charters", "charters")
        return str(shown(self.say, self.link, page.edition, page.charters, page.roster))
