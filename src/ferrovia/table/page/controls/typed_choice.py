"""A choice that was meant beforehand: typed in words, or the next step of a plan."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.engine.flow.actions import Action, LayTile, Pass, PlaceToken, RunTrains
from ferrovia.engine.flow.decision import Choice
from ferrovia.engine.flow.reading import ActionTrouble, read_action
from ferrovia.engine.flow.remedies.search import why_not
from ferrovia.engine.flow.steps.run import Takings
from ferrovia.formats.grammar import grammar_of
from ferrovia.formats.named_acts import refused_act
from ferrovia.formats.searching import meant as words_mean
from ferrovia.formats.sentences import sentence
from ferrovia.table.page.choosing import chosen
from ferrovia.table.page.control import Chosen, Control, ControlMarks
from ferrovia.table.page.controls.running import shown_takings
from ferrovia.table.page.controls.traced import takings_of
from ferrovia.table.page.passing import passing
from ferrovia.table.page.reasons import Why, reason
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import hex_mark
from ferrovia.table.page.tracing import is_way
from ferrovia.table.page.wording import asked, in_words, told_once

WORDS, DO = "words", "do"  # in an address: what was typed, or an action as it stands
SHOWN = 40


@dataclass(frozen=True)
class Match:
    """A choice that has the typed words in it."""

    number: int  # in the whole list, from 1 on: typed, it means this choice
    text: str
    is_chosen: bool


@dataclass(frozen=True)
class TypedParts:
    """What was typed, and what it means."""

    words: str
    is_number: bool
    matches: list[Match]
    count: int
    all: int  # choices there are
    trouble: Why | None


def typed_choice(scene: Scene) -> Control[TypedParts] | None:
    """The control, where the address says what is meant."""
    words, action = scene.pick.get(WORDS, "").strip(), scene.pick.get(DO, "")
    if scene.decision is None or not (words or action):
        return None
    if words and is_traced(scene, words):
        return None  # a way over hexes, which the control reads that traces it
    return _typed(scene, words) if words else _stepped(scene, action)


def is_traced(scene: Scene, words: str) -> bool:
    """Whether what was typed is a way for a run, or for what else a title traces."""
    kinds: tuple[type[Action], ...] = (RunTrains, *scene.face.traced)
    return any(isinstance(choice, kinds) for choice in scene.game.decision.choices) and is_way(scene, words)


def choices_of(scene: Scene) -> list[Choice]:
    """Everything that the viewer may do now, also out of turn."""
    decision = scene.decision
    return [] if decision is None else [*decision, *(other.choice for other in decision.interjections)]


def _typed(scene: Scene, words: str) -> Control[TypedParts]:
    """The move that is written so, or else the choices with these words in them; or else why it is not allowed."""
    written = grammar_of(scene.game).read(scene.game, words)
    legal = [action for action in written if scene.game.why_not(action, by=scene.viewer) is None]
    choices = choices_of(scene)
    found = words_mean(choices, [scene.say(sentence(scene.game, choice)) for choice in choices], words)
    if not found.places:  # a tile as the page tells it, by where its track leads
        found = words_mean(choices, [in_words(scene, choice) for choice in choices], words)
    if len(legal) == 1 or (written and not found.places):
        return _named(scene, (legal or written)[0])
    refused = refused_act(scene.game, words, scene.viewer) if not found.places else None
    matches = list(told_once(scene, ((place, choices[place]) for place in found.places)))
    only = matches[0][0] if len(matches) == 1 else found.only
    leaving = passing(scene)
    picked = None
    if only is not None:
        is_pass = isinstance(choices[only], Pass)
        picked = leaving if is_pass else chosen(scene, choices[only], price=found.price)
    return Control(
        template="table/controls/meant.html",
        question=asked(scene),
        chosen=picked,
        passing=leaving,
        parts=TypedParts(
            words=words,
            is_number=words.isdecimal() and only is not None,
            matches=[Match(place + 1, text, place == only) for place, text in matches[:SHOWN]],
            count=len(matches),
            all=len(choices),
            trouble=reason(scene, refused.refusal) if refused else None,
        ),
        marks=_marks(scene, picked),
    )


def _stepped(scene: Scene, text: str) -> Control[TypedParts] | None:
    """The action in an address."""
    try:
        action = read_action(scene.title, text)
    except ActionTrouble:
        return None
    return _named(scene, action)


def _named(scene: Scene, action: Action) -> Control[TypedParts]:
    """The very action; where it is not allowed, why."""
    refusal = why_not(scene.game, action, by=scene.viewer)
    leaving = passing(scene)
    picked = leaving if isinstance(action, Pass) else None if refusal is not None else chosen(scene, action)
    return Control(
        template="table/controls/meant.html",
        question=asked(scene),
        chosen=picked,
        passing=leaving,
        parts=TypedParts(
            words="",
            is_number=False,
            matches=[Match(0, picked.sentence, True)] if picked else [],
            count=1 if picked else 0,
            all=0,
            trouble=reason(scene, refusal) if refusal else None,
        ),
        marks=_marks(scene, picked),
    )


def _marks(scene: Scene, picked: Chosen | None) -> ControlMarks:
    """What is meant, in place."""
    if picked is None:
        return ControlMarks()
    action = picked.action
    match action:
        case LayTile(hex=hex_id):
            return ControlMarks(hexes=[hex_mark(scene, hex_id, scene.picked(), is_chosen=True, laid=action)])
        case PlaceToken(hex=hex_id):
            return ControlMarks(hexes=[hex_mark(scene, hex_id, scene.picked(), is_chosen=True)])
        case RunTrains():
            takings = takings_of(scene.game, action)
            return ControlMarks(runs=shown_takings(scene, takings)) if isinstance(takings, Takings) else ControlMarks()
    return scene.face.marks(scene, action) or ControlMarks()
