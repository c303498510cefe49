"""What stands behind a question: who asks it, what it is about, the card or the rule by which it is asked."""

from __future__ import annotations

from ferrovia.engine.flow.offers import Offer, side
from ferrovia.engine.flow.questions import Question
from ferrovia.formats.rulebook import Clause, rulebook
from ferrovia.saying.troubles import UnknownTrouble
from ferrovia.table.page.scene import Scene


def asked_by(scene: Scene) -> str:
    """Who asks, where a person does."""
    frame = scene.game.top
    return side(scene.game, frame.buyer) if isinstance(frame, Offer) else scene.face.asked_by(scene)


def offered(scene: Scene) -> str:
    """The private company or card that is offered for sale; empty where it is something else."""
    frame = scene.game.top
    if isinstance(frame, Offer):
        return frame.name if frame.thing == "private" else ""
    return scene.face.offered(scene)


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
