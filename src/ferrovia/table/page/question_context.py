"""What stands behind a question: who asks it, what it is about, the card or the rule by which it is asked."""

from __future__ import annotations

from ferrovia.engine.flow.frame import Frame
from ferrovia.engine.flow.offers import Offer, side
from ferrovia.engine.flow.questions import Question
from ferrovia.formats.rulebook import Clause, rulebook
from ferrovia.saying.troubles import UnknownTrouble
from ferrovia.table.page.scene import Scene
from ferrovia.titles.t1883.events import CardRevealed

EVENT = "event"  # the step in which a card asks
LONGEST_EVENT = 30  # moves in which everybody has surely answered it


def asked_by(scene: Scene) -> str:
    """Who asks, where a person does."""
    frame = scene.game.top
    if isinstance(frame, Offer):
        return side(scene.game, frame.buyer)
    seller = getattr(frame, "seller", "")
    if seller in scene.game.state.seats:
        return str(seller)
    active = getattr(frame, "active", "")
    return scene.game.president(active) if active in scene.game.state.certificates else ""


def offered(frame: Frame) -> str:
    """The private company or card that is offered for sale; empty where it is something else."""
    if isinstance(frame, Offer):
        return frame.name if frame.thing == "private" else ""
    return _field(frame, "card")


def card_that_asks(scene: Scene) -> str:
    """What the event card says because of which something is asked; empty where none asks."""
    if scene.decision is None or scene.decision.step != EVENT:
        return ""
    for told in reversed(scene.moment.events_since(scene.number - LONGEST_EVENT)):
        for event in reversed(told.events or ()):
            if isinstance(event, CardRevealed):
                return scene.say(event)
    return ""


def rule_behind(scene: Scene) -> tuple[str, str]:
    """The rule by which a title asks, in our words, and its clause; empty where no single one does."""
    frame = scene.game.top
    if not isinstance(frame, Question):
        return "", ""
    clause = frame.clause()
    try:
        found = rulebook(scene.title.name, scene.language).find(clause)[0]
    except UnknownTrouble:
        return "", ""
    return (found.rule if isinstance(found, Clause) else found.ruling), clause


def _field(frame: Frame, name: str) -> str:
    return str(getattr(frame, name, ""))
