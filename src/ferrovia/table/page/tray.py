"""What the viewer may do at any moment, in others' turns too."""

from __future__ import annotations

from dataclasses import dataclass, replace

import msgspec

from ferrovia.engine.flow.actions import Action, BuyPrivate, UsePrivate
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.formats.sentences import sentence
from ferrovia.saying.message import Message
from ferrovia.saying.names import in_order
from ferrovia.table.page.best_runs import asked_for
from ferrovia.table.page.buttons import button_for
from ferrovia.table.page.choosing import number_named, turn_powers, within
from ferrovia.table.page.control import Effect, prices_of
from ferrovia.table.page.effects import forecast
from ferrovia.table.page.grants import Grant, grant_marks, looked_at
from ferrovia.table.page.named import action_of, hex_named
from ferrovia.table.page.papers import Paper, paper
from ferrovia.table.page.reasons import Why, why_not
from ferrovia.table.page.routes import Shown
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import HexMark, edition, hex_mark

CARD = "card"  # in an address: the chip that is open
OPTION = "o"  # the number of the choice in it
OWNER = "of"  # whose chip it is, where several people sit at one screen
PRICE = "sum"  # the price that is named for it
_LINE, _WIDE_LINE = 4, 7  # chips that have room in a line of the tray, beside what opens next to the map


@dataclass(frozen=True)
class Pending:
    """One thing that may be done with a card."""

    number: int
    text: str
    short: str
    is_chosen: bool
    json: str
    price: Range | None = None  # to be named
    named: int = 0  # the price that stands there: the one that was picked, or the first
    effects: tuple[Effect, ...] = ()
    button: str = ""

    @property
    def prices(self) -> tuple[int, ...]:
        return prices_of(self.price)


@dataclass(frozen=True)
class Chip:
    """A card, a private company or a power, closed or open."""

    key: str
    name: str
    note: str
    is_open: bool
    is_usable: bool
    owner: str = ""  # somebody else at this screen than the one who must choose


@dataclass(frozen=True)
class Opened:
    """The chip that is open: what it is, what may be done with it now, or why nothing."""

    key: str
    name: str
    paper: Paper | None
    options: tuple[Pending, ...]
    chosen: Pending | None
    refused: Why | None
    owner: str = ""


@dataclass(frozen=True)
class Tray:
    """What lies under the board."""

    chips: tuple[Chip, ...]
    opened: Opened | None
    hexes: tuple[HexMark, ...]
    runs: Shown | None  # that somebody has asked for
    grant: Grant | None = None  # a concession that is looked at

    @property
    def is_many(self) -> bool:
        """Whether they need two lines beneath a board that is higher than wide."""
        return len(self.chips) > _LINE

    @property
    def is_most(self) -> bool:
        """Whether they need two lines beneath any board."""
        return len(self.chips) > _WIDE_LINE


def tray(scene: Scene) -> Tray:
    groups = _groups(scene)
    others = {owner: _usable(hand) for owner, hand in _others(scene).items()}
    owner, wanted = scene.pick.get(OWNER, ""), scene.pick.get(CARD, "")
    chips = [_chip(scene, key, listed, key == wanted and not owner) for key, listed in groups.items()]
    for other, cards in others.items():
        chips += [
            replace(_chip(scene, key, listed, key == wanted and owner == other), owner=other)
            for key, listed in cards.items()
        ]
    hand, listed = (_others(scene)[owner], others[owner]) if owner in others else (scene, groups)
    opened = _opened(hand, wanted, listed[wanted]) if wanted in listed else None
    looked = looked_at(scene)
    return Tray(
        tuple(chips),
        replace(opened, owner=owner if owner in others else "") if opened is not None else None,
        tuple(grant_marks(scene, looked)) if looked else _hexes(scene, wanted, listed.get(wanted, [])),
        asked_for(scene),
        looked,
    )


def _others(scene: Scene) -> dict[str, Scene]:
    """The same moment with the eyes of everybody else at this screen for whom nobody moves."""
    rest = (player for player in scene.players if player != scene.viewer and player not in scene.handed)
    return {player: replace(scene, players=(player,)) for player in rest}


def _usable(hand: Scene) -> dict[str, list[Choice]]:
    return {key: listed for key, listed in _groups(hand).items() if listed}


# Cards and powers


def choices(scene: Scene) -> list[Choice]:
    """All that the viewer may do besides what is asked."""
    if scene.decision is None:
        return []
    own = [each.choice for each in scene.decision.interjections if each.player == scene.viewer]
    return [*own, *_asked_now(scene), *turn_powers(scene)]


def _asked_now(scene: Scene) -> list[Choice]:
    """What might be done at any moment and is asked for now: the viewer finds it where it always is."""
    if scene.decision is None or scene.viewer != scene.decider:
        return []
    return [choice for choice in scene.decision.choices if isinstance(choice, scene.title.interjections.actions)]


def _groups(scene: Scene) -> dict[str, list[Choice]]:
    """By the card or company that each is about; one's own cards that cannot be used now come last."""
    found: dict[str, list[Choice]] = {}
    for choice in choices(scene):
        found.setdefault(_key(scene, action_of(choice)), []).append(choice)
    if scene.viewer is not None and not scene.game.over and UsePrivate in scene.title.interjections.actions:
        for name, owner in scene.game.state.privates.items():
            if owner == scene.viewer:
                found.setdefault(name, [])
    return found


def _key(scene: Scene, action: Action) -> str:
    """The card or company that an action is about; of a power without one, its kind."""
    if isinstance(action, UsePrivate | BuyPrivate):
        return action.private
    return scene.face.card(action) or str(type(action).__struct_config__.tag)


def _chip(scene: Scene, key: str, listed: list[Choice], is_open: bool) -> Chip:
    return Chip(key, _name(scene, key, listed), _note(scene, key, listed), is_open, bool(listed))


def _name(scene: Scene, key: str, listed: list[Choice]) -> str:
    """The card or company itself; of a power, what is done by it."""
    box = scene.title.box
    if key in box.privates or key in scene.game.state.certificates or not listed:
        return key
    action = action_of(listed[0])
    return scene.face.chip_name(scene, action) or scene.say(Message("{deed:^}", deed=Message(action.deed)))


def _note(scene: Scene, key: str, listed: list[Choice]) -> str:
    """What can be done with it, in two words."""
    if not listed:
        return scene.say("yours")
    actions = [action_of(choice) for choice in listed]
    kinds = {type(action) for action in actions}
    if UsePrivate in kinds:
        return scene.say("use it") if len(kinds) == 1 else scene.say("use or offer")
    if BuyPrivate in kinds:
        return scene.say("of {owner}", owner=scene.game.state.privates.get(key, ""))
    return scene.face.chip_note(scene, actions)


def _opened(scene: Scene, key: str, listed: list[Choice]) -> Opened:
    number, say = number_named(scene, OPTION), scene.say
    if len(listed) == 1:
        number = 0
    options = [_pending(scene, place, choice, place == number) for place, choice in enumerate(listed)]
    if all(hex_named(scene, action_of(choice)) for choice in listed):
        options.sort(key=lambda each: in_order(each.short))
    chosen = next((each for each in options if each.is_chosen), None)
    if chosen is not None:
        choice = listed[chosen.number]
        action = choice.at(chosen.named) if isinstance(choice, Range) else choice
        button = say("Make the offer") if chosen.price else button_for(scene, action, chosen.text)
        chosen = replace(chosen, effects=forecast(scene, action).effects, button=button)
    return Opened(
        key, _full_name(scene, key, listed), paper(scene, key), tuple(options), chosen, _refused(scene, key, listed)
    )


def _pending(scene: Scene, place: int, choice: Choice, is_chosen: bool) -> Pending:
    action = action_of(choice)
    text = scene.say(sentence(scene.game, choice))
    made = Pending(place, text, _short(scene, action) or text, is_chosen, msgspec.json.encode(action).decode())
    if not isinstance(choice, Range):
        return made
    return replace(made, price=choice, named=_price(scene, choice))


def _price(scene: Scene, choice: Range) -> int:
    """The price that is picked, brought to the nearest lower one that is allowed; or the one to begin with."""
    named = number_named(scene, PRICE)
    return within(choice, named) if named >= 0 else _first_price(scene, choice)


def _first_price(scene: Scene, choice: Range) -> int:
    """What one's own is printed with, so that nobody gives it away by pressing once; else the least."""
    key = _key(scene, choice.action)
    own = paper(scene, key)
    if own is None or scene.game.state.privates.get(key) != scene.viewer:
        return choice.low
    return within(choice, own.face)


def _short(scene: Scene, action: Action) -> str:
    """Enough to tell one choice of a card from another."""
    hex_id = hex_named(scene, action)
    return edition(scene).place(hex_id) if hex_id else scene.face.short(scene, action)


def _full_name(scene: Scene, key: str, listed: list[Choice]) -> str:
    private = scene.title.box.privates.get(key)
    if private is not None and private.name != key:
        return f"{key} · {private.name}"
    corporation = edition(scene).companies.get(key)
    return f"{key} · {corporation['name']}" if corporation is not None else _name(scene, key, listed)


def _refused(scene: Scene, key: str, listed: list[Choice]) -> Why | None:
    """Why a card of one's own cannot be used now, where it is one that is used."""
    if key not in scene.title.box.privates or scene.game.state.privates.get(key) != scene.viewer:
        return None
    if any(isinstance(action_of(choice), UsePrivate | BuyPrivate) for choice in listed):
        return None
    return why_not(scene, UsePrivate(key))


def _hexes(scene: Scene, key: str, listed: list[Choice]) -> tuple[HexMark, ...]:
    """Places that an open power names, lit on the map."""
    found = []
    for place, choice in enumerate(listed):
        hex_id = hex_named(scene, action_of(choice))
        if hex_id:
            pick = scene.picked(only=True, **{CARD: key, OPTION: place, OWNER: scene.pick.get(OWNER, "")})
            found.append(hex_mark(scene, hex_id, pick, is_chosen=place == number_named(scene, OPTION)))
    return tuple(found)
