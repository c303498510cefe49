"""Tokens, anchors, coaches, homes: legal places on the map, with cost."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.flow.actions import Action, ChooseHome, PlaceToken
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.saying.message import term
from ferrovia.table.page.choosing import CHOICE, chosen, number_picked, passing, picked, turn_powers
from ferrovia.table.page.control import Control
from ferrovia.table.page.effects import at_once
from ferrovia.table.page.options import Option, option
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import HexMark, edition, hex_mark
from ferrovia.table.page.wording import asked

_PLACING = {
    "place_token": term("Place a token of {corporation}"),
    "place_anchor": term("Place an anchor of {corporation}"),
    "place_coach": term("Place a coach of {corporation}"),
    "buy_token": term("Buy a token's space for {corporation}"),
    "choose_home": term("Choose the home of {corporation}"),
}


@dataclass(frozen=True)
class Place:
    """A legal place, with what it costs and what stands there."""

    number: int
    hex: str
    name: str
    city: int  # from 1 where the hex has several; 0 elsewhere
    seller: str  # whose token stands there, where its space is to be bought
    tokens: tuple[str, ...]
    cost: str
    is_paid: bool
    low: int
    high: int
    is_chosen: bool


def kind_of(choice: Choice) -> str:
    action = choice.action if isinstance(choice, Range) else choice
    return str(type(action).__struct_config__.tag)


def tokens(scene: Scene) -> Control | None:
    """The control, where a place on the map is to be chosen."""
    if scene.decision is None or scene.game.over:
        return None
    powers = turn_powers(scene)
    listed = [(number, choice) for number, choice in enumerate(scene.choices) if choice not in powers]
    placing = [(number, choice) for number, choice in listed if kind_of(choice) in _PLACING]
    if not placing:
        return None
    shown = {number for number, _ in placing}
    places = [_place(scene, number, choice) for number, choice in placing]
    choice = picked(scene)
    corporation = scene.game.top.corporation_of(scene.game)
    question = scene.say(_PLACING[kind_of(placing[0][1])], corporation=corporation) if corporation else asked(scene)
    return Control(
        template="table/controls/tokens.html",
        question=question,
        chosen=chosen(scene, choice) if choice is not None and choice not in powers else None,
        passing=passing(scene),
        parts={
            "places": places,
            "corporation": corporation,
            "tokens_left": scene.game.state.tokens.get(corporation, 0) if _is_token(placing[0][1]) else None,
            "rest": _rest(scene, listed, shown),
        },
        marks={"hexes": _marks(scene, places)},
    )


def _is_token(choice: Choice) -> bool:
    return isinstance(choice, PlaceToken)


def _rest(scene: Scene, listed: list[tuple[int, Choice]], shown: set[int]) -> list[Option]:
    return [option(scene, number, choice) for number, choice in listed if number not in shown]


def _place(scene: Scene, number: int, choice: Choice) -> Place:
    game = scene.game
    action: Action = choice.action if isinstance(choice, Range) else choice
    hex_id = str(getattr(action, "hex", ""))
    city = int(getattr(action, "city", 0))
    stops = game.layout.face(hex_id).stops
    here = [place for place in range(len(stops)) if isinstance(action, PlaceToken) and place == city]
    standing = tuple(
        dict.fromkeys(
            token for place in (here or range(len(stops))) for token in game.tokens_at(stop_id(hex_id, place))
        )
    )
    cost = 0 if isinstance(choice, Range) or isinstance(action, ChooseHome) else _cost(scene, action)
    return Place(
        number,
        hex_id,
        edition(scene).places.get(hex_id, "") or hex_id,
        city + 1 if isinstance(action, PlaceToken) and len(stops) > 1 else 0,
        str(getattr(action, "seller", "")),
        standing,
        _price(scene, cost) if not isinstance(choice, Range) and not isinstance(action, ChooseHome) else "",
        cost > 0,
        choice.low if isinstance(choice, Range) else 0,
        choice.high if isinstance(choice, Range) else 0,
        number == number_picked(scene),
    )


def _cost(scene: Scene, action: Action) -> int:
    """What the corporation pays."""
    corporation = scene.game.top.corporation_of(scene.game)
    then = at_once(scene, action)
    return scene.game.cash(corporation) - then.cash(corporation) if then is not None and corporation else 0


def _price(scene: Scene, cost: int) -> str:
    return scene.say("{cost:money}", cost=cost) if cost else scene.say("free")


def _marks(scene: Scene, places: list[Place]) -> list[HexMark]:
    """One for each hex; of several places on it the first is picked by it, or the one that is pointed at."""
    by_hex: dict[str, list[Place]] = {}
    for place in places:
        by_hex.setdefault(place.hex, []).append(place)
    found = []
    for hex_id, here in by_hex.items():
        # A second click goes to the next place on the same hex.
        at = next((number for number, place in enumerate(here) if place.is_chosen), -1)
        following = here[(at + 1) % len(here)]
        place = here[max(at, 0)]
        tag = place.cost if place.is_paid else ""
        found.append(
            hex_mark(scene, hex_id, scene.picked(only=True, **{CHOICE: following.number}), is_chosen=at >= 0, tag=tag)
        )
    return found
