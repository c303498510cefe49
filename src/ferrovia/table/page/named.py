"""What an action names: a place on the map, a corporation; a title says it of actions of its own."""

from __future__ import annotations

from ferrovia.engine.flow.actions import (
    Action,
    BuyShare,
    ChooseHome,
    LayTile,
    PlaceToken,
    SellShares,
    Start,
    UsePrivate,
)
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.saying.message import term
from ferrovia.table.page.face import Spot
from ferrovia.table.page.scene import Scene

_TOKEN, _HOME = term("Place a token of {corporation}"), term("Choose the home of {corporation}")


def action_of(choice: Choice) -> Action:
    """The action of a choice; of one with a price to name, at any price."""
    return choice.action if isinstance(choice, Range) else choice


def spot_of(scene: Scene, action: Action) -> Spot | None:
    """Where on the map an action puts something; None for one that puts nothing there but a tile."""
    match action:
        case PlaceToken(hex=hex_id, city=city):
            return Spot(hex_id, _TOKEN, city)
        case ChooseHome(hex=hex_id):
            return Spot(hex_id, _HOME)
    return scene.face.spot(action)


def hex_named(scene: Scene, action: Action) -> str:
    """The hex on which an action does something; empty for one that names none."""
    if isinstance(action, UsePrivate | LayTile):
        return action.hex
    spot = spot_of(scene, action)
    return spot.hex if spot is not None else ""


def corporation_named(scene: Scene, action: Action) -> str:
    """The corporation that an action is about; empty for one that names none."""
    if isinstance(action, BuyShare | SellShares | Start):
        return action.corporation
    return scene.face.corporation(action)
