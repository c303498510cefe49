"""Which of several parts is open where they share a place: links, so that they work without a script."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.saying.message import term
from ferrovia.table.page.market_stage import MAP, PICTURE, is_on_stage
from ferrovia.table.page.scene import Scene

_SIDE = {
    "market": term("Market"),
    "phases": term("Phases"),
    "tiles": term("Tiles"),
    "charters": term("Charters"),
}
_TALK = {"log": term("Log"), "chat": term("Chat"), "notes": term("Notes")}
_VIEWS = {
    "question": (term("Question"), "question"),
    "map": (term("Map"), "map"),
    "market": (term("Market"), "market"),
    "ledger": (term("Ledger"), "ledger"),
    "log": (term("Log"), "speech"),
    "more": (term("More"), "more"),
}
_LEDGER = term("Ledger")
_SHEETS = ("closed", "full")


@dataclass(frozen=True)
class Tab:
    key: str
    name: str
    is_open: bool
    icon: str = ""


@dataclass(frozen=True)
class Tabs:
    """What is open beside the ledger or in its place, below the decision, and on a small screen."""

    side: tuple[Tab, ...]
    talk: tuple[Tab, ...]
    views: tuple[Tab, ...]
    has_market: bool  # whether the stage shows the market rather than the map
    picks_picture: bool  # whether it can be turned from one to the other
    picks_talk: bool = False  # whether log, chat or notes were opened: otherwise they fold where there is little room
    opened: str = ""  # of a small screen: the part that is asked for
    picks_map: bool = False  # of a small screen: whether the map is asked for, which a question may have no use for
    sheet: str = ""  # of a small screen: closed, full, or as high as it needs

    @property
    def open_side(self) -> str:
        return _open(self.side)

    @property
    def open_talk(self) -> str:
        return _open(self.talk)

    @property
    def view(self) -> str:
        return _open(self.views)


def tabs(scene: Scene, is_wide: bool, asked_on: str = "") -> Tabs:
    """Where the board is wide, the ledger lies below it with room at its side; otherwise they share a column.

    The market is shown in stock rounds, but where a place on the `map` is asked, and where a price on the `market` is.
    """
    of_stock = asked_on == "market" or (scene.game.state.round.kind == "stock" and asked_on != "map")
    on_stage = is_on_stage(scene, of_stock)
    side = dict(_SIDE) if is_wide else {"ledger": _LEDGER, **_SIDE}
    if on_stage:
        del side["market"]
    say = scene.say
    picked, picked_sheet = scene.pick.get("view", ""), scene.pick.get("sheet", "")
    picks_map = scene.pick.get(PICTURE) == MAP
    first = "map" if picks_map else "question"
    return Tabs(
        side=_tabs(scene, "tab", side),
        talk=_tabs(scene, "talk", _TALK),
        views=tuple(
            Tab(key, say.term(name), key == (picked if picked in _VIEWS else first), icon)
            for key, (name, icon) in _VIEWS.items()
        ),
        has_market=on_stage,
        picks_picture=of_stock or on_stage,
        picks_talk=scene.pick.get("talk", "") in _TALK,
        opened=picked if picked in _VIEWS else "",
        picks_map=picks_map,
        sheet=picked_sheet if picked_sheet in _SHEETS else "",
    )


def _tabs(scene: Scene, pick: str, names: dict[str, str]) -> tuple[Tab, ...]:
    picked = scene.pick.get(pick, "")
    chosen = picked if picked in names else next(iter(names))
    return tuple(Tab(key, scene.say.term(name), key == chosen) for key, name in names.items())


def _open(choices: tuple[Tab, ...]) -> str:
    return next(tab.key for tab in choices if tab.is_open)
