"""Papers: what is printed on a private company or a political card, wherever one is offered, bid for or used."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.engine.flow.sheets import Sheet
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition


@dataclass(frozen=True)
class Paper:
    """One of them, with its power in a sentence."""

    id: str
    name: str
    face: int
    revenue: str
    sale: str  # for what corporations may buy it
    power: str
    drops: str = ""  # when it comes to pay less


def paper(scene: Scene, name: str) -> Paper | None:
    """The paper of this name; None where there is no such private company."""
    private = scene.title.box.privates.get(name)
    if private is None:
        return None
    printed_by, sold_to = edition(scene), private.corporation_price
    table = printed(scene, name)
    revenue = table.get("revenue", private.revenue)
    steps = list(revenue) if isinstance(revenue, list) else [revenue]
    return Paper(
        name,
        private.name,
        private.face_value,
        " / ".join(map(str, steps)),
        f"{sold_to[0]}–{sold_to[1]}" if sold_to else "",
        printed_by.own(f"private.{name}") or printed_by.own(f"political_card.{name}"),
        _drops(scene, steps[-1], table.get("share", "")) if len(steps) > 1 else "",
    )


def printed(scene: Scene, name: str) -> Sheet:
    """Its table in the sheets of the title."""
    sheet = edition(scene).sheet("companies")
    tables = (*sheet.get("private", ()), *sheet.get("political_card", ()))
    return next((table for table in tables if table["id"] == name), {})


def _drops(scene: Scene, low: int, corporation: str) -> str:
    return scene.say("Pays {low} once {corporation} has a token besides its home.", low=low, corporation=corporation)
