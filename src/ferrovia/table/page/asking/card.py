"""The card that answers: what something is, what may be done with it now, why not, and what would make it legal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

from ferrovia.engine.flow.actions import Action, LayTile
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.remedies.telling import RefusedAct
from ferrovia.table.page.controls.typed_choice import DO
from ferrovia.table.page.inset import Inset
from ferrovia.table.page.reasons import Why, reason
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.wording import in_words

_MOST = 6  # choices that a card lists


@dataclass(frozen=True)
class CardLink:
    """Something else that a card leads to: a choice to point at, or another thing to ask about."""

    text: str
    pick: str  # the query of its address


@dataclass(frozen=True)
class Fact:
    """One line of what is so; the things it names can be asked about in turn."""

    name: str
    value: str = ""
    links: tuple[CardLink, ...] = ()


@dataclass(frozen=True)
class Verdict:
    """Whether something may be done now: how, or why not."""

    what: str
    is_possible: bool
    links: tuple[CardLink, ...] = ()  # the ways to do it, for whoever must choose
    text: str = ""  # ... and for those who look on
    why: Why | None = None


@dataclass(frozen=True)
class AskCard:
    """All that the footer answers."""

    kind: str
    heading: str
    facts: tuple[Fact, ...] = ()
    told: tuple[str, ...] = ()  # in sentences
    verdicts: tuple[Verdict, ...] = ()
    whose: str = ""  # for whom the verdicts are
    words: tuple[CardLink, ...] = ()  # of the glossary
    picture: str = ""  # of a tile
    corporation: str = ""  # whose plate stands beside the heading
    hex: str = ""  # that is ringed on the map
    sheet: Inset | None = None  # what only the title tells of a corporation

    @property
    def spoken(self) -> str:
        """In short, for those who listen."""
        first = next((verdict for verdict in self.verdicts if verdict.why is not None), None)
        return f"{self.heading}. {first.why.text if first and first.why else ''}".strip()


def ask_about(scene: Scene, kind: str, *names: str) -> str:
    """The query of the address that asks about something."""
    return scene.picked(ask=thing(kind, *names))


def thing(kind: str, *names: str) -> str:
    """How an address names what is asked about."""
    return ":".join((kind, *names))


def ask_link(scene: Scene, text: str, kind: str, *names: str) -> CardLink:
    return CardLink(text, ask_about(scene, kind, *names))


def asker(scene: Scene) -> str | None:
    """Who asks, where it is for them to choose; others ask for whoever must."""
    return scene.viewer if scene.is_mine else None


# Verdicts


def verdicts(*found: Verdict | None) -> tuple[Verdict, ...]:
    return tuple(each for each in found if each is not None)


def verdict(scene: Scene, deed: str, listed: Sequence[Choice], refused: RefusedAct | None) -> Verdict | None:
    """Whether a deed is possible by one of the listed choices, or why it is refused; None where neither is known."""
    what = scene.say("{deed:^}", deed=scene.say.term(deed))
    if listed:
        return _possible(scene, what, listed)
    if refused is None or refused.refusal.word == "malformed":
        return None
    return Verdict(what, is_possible=False, why=reason(scene, refused.refusal))


def _possible(scene: Scene, what: str, listed: Sequence[Choice]) -> Verdict:
    shown = [(in_words(scene, choice), choice) for choice in listed[:_MOST]]
    more = len(listed) - len(shown)
    rest = scene.say("and {n} more", n=more) if more else ""
    if scene.is_mine:
        return Verdict(what, True, tuple(CardLink(text, _pick(scene, choice)) for text, choice in shown), rest)
    return Verdict(what, True, text=scene.say("{ways:;}", ways=[*(text for text, _ in shown), *filter(None, [rest])]))


def _pick(scene: Scene, choice: Choice) -> str:
    """The query of the address that points at a choice."""
    action = choice.at(choice.low) if isinstance(choice, Range) else choice
    if isinstance(action, LayTile):
        return scene.picked(only=True, hex=action.hex, tile=action.tile)
    return scene.picked(only=True, **{DO: msgspec.json.encode(action).decode()})


def kinds_of(listed: Iterable[Choice]) -> list[type[Action]]:
    return [type(choice.action if isinstance(choice, Range) else choice) for choice in listed]


def of_kind(listed: Iterable[Choice], *kinds: type[Action]) -> list[Choice]:
    """The choices of some kinds."""
    return [choice for choice in listed if issubclass(kinds_of([choice])[0], kinds)]


def not_of_kind(listed: Iterable[Choice], *kinds: type[Action]) -> list[Choice]:
    return [choice for choice in listed if not issubclass(kinds_of([choice])[0], kinds)]
