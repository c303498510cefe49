"""Tokens, homes and what else a title puts on the map: legal places, with cost."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.flow.actions import Action, ChooseHome, PlaceToken
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.saying.message import Message
from ferrovia.saying.names import in_order
from ferrovia.table.page.choosing import CHOICE, chosen, number_picked, picked, turn_powers
from ferrovia.table.page.control import Control, ControlMarks
from ferrovia.table.page.face import Spot
from ferrovia.table.page.forks import at_once
from ferrovia.table.page.named import action_of, spot_of
from ferrovia.table.page.options import Option, option
from ferrovia.table.page.passing import passing
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import HexMark, edition, hex_mark
from ferrovia.table.page.wording import asked


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


@dataclass(frozen=True)
class TokensParts:
    """The places to choose from."""

    places: list[Place]
    tokens_left: int | None  # None where something else is placed
    rest: list[Option]


def tokens(scene: Scene) -> Control[TokensParts] | None:
    """The control, where a place on the map is to be chosen."""
    if scene.decision is None or scene.game.over:
        return None
    powers = turn_powers(scene)
    listed = [(number, choice) for number, choice in enumerate(scene.choices) if choice not in powers]
    spots = [(number, choice, spot_of(scene, action_of(choice))) for number, choice in listed]
    placing = [(number, choice, spot) for number, choice, spot in spots if spot is not None]
    if not placing:
        return None
    shown = {number for number, *_ in placing}
    places = [_place(scene, number, choice, spot) for number, choice, spot in placing]
    places.sort(key=lambda place: (in_order(place.name), place.number))
    choice = picked(scene)
    is_token = isinstance(placing[0][1], PlaceToken)
    corporation = scene.game.top.corporation_of(scene.game)
    question = scene.say(Message(placing[0][2].question, corporation=corporation)) if corporation else asked(scene)
    return Control(
        template="table/controls/tokens.html",
        question=question,
        chosen=chosen(scene, choice) if choice is not None and choice not in powers else None,
        passing=passing(scene),
        parts=TokensParts(
            places=places,
            tokens_left=scene.game.state.tokens.get(corporation, 0) if is_token else None,
            rest=_rest(scene, listed, shown),
        ),
        marks=ControlMarks(hexes=_marks(scene, places)),
    )


def _rest(scene: Scene, listed: list[tuple[int, Choice]], shown: set[int]) -> list[Option]:
    return [option(scene, number, choice) for number, choice in listed if number not in shown]


def _place(scene: Scene, number: int, choice: Choice, spot: Spot) -> Place:
    game, action, hex_id = scene.game, action_of(choice), spot.hex
    stops = game.layout.face(hex_id).stops
    here = [place for place in range(len(stops)) if place == spot.city]
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
        spot.city + 1 if spot.city is not None and len(stops) > 1 else 0,
        spot.seller,
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
