"""What is asked, as one sentence, by the frame that asks it."""

from __future__ import annotations

from ferrovia.engine.flow.frame import Frame
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.offers import Offer, side
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.questions import Question
from ferrovia.formats.rulebook import Clause, rulebook
from ferrovia.saying.message import Message
from ferrovia.saying.troubles import UnknownTrouble
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.wording import asked
from ferrovia.titles.t1883.told import CardRevealed

EVENT = "event"  # the step in which a card asks
LONGEST_EVENT = 30  # moves in which everybody has surely answered it


def question_of(scene: Scene) -> str:
    """The question in one sentence; where a title asks something we have no words for, the name of the step."""
    found = _question(scene.game, scene.game.top)
    return scene.say(found) if found is not None else asked(scene)


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


def _question(game: Game, frame: Frame) -> Message | None:
    if isinstance(frame, Offer):
        return _offer(game, frame)
    if isinstance(frame, OperatingTurn):
        return _step(game, frame)
    kind = str(type(frame).__struct_config__.tag)
    corporation = frame.corporation_of(game)
    if kind == "president_exchange":
        return Message(
            "What do you take for the presidency of {corporation}?", corporation=_field(frame, "corporation")
        )
    if kind == "merger_offer":
        return Message("Merge {corporation} with {active}?", corporation=corporation, active=_field(frame, "active"))
    if kind == "odd_share":
        return Message("Pay for your odd share, or give it up?")
    if kind == "strike":
        return Message("A strike: support {corporation}?", corporation=_first(frame))
    if kind == "levy":
        return Message("A levy: money or political support?")
    if kind == "marshall_plan":
        return Message("The Marshall Plan: support {corporation}?", corporation=_first(frame))
    if kind == "war_effort":
        return Message("Which train does {corporation} give up?", corporation=_field(frame, "corporation"))
    if kind == "bonus_choice":
        return Message("Who gets the bonus of {corporation}?", corporation=_field(frame, "corporation"))
    if kind == "sefta_tokens":
        return Message("Which token does {corporation} give up?", corporation=corporation)
    if kind == "card_offer":
        return Message(
            "Buy {card} for {price:money}?", card=_field(frame, "card"), price=int(getattr(frame, "price", 0))
        )
    if kind == "favour":
        return Message("Which company does {card} favour?", card=_field(frame, "card"))
    if kind == "formation":
        return Message(
            "Shall {corporation} join {national}?", corporation=corporation, national=_field(frame, "national")
        )
    if kind == "napoli_token":
        return Message("Which token in Napoli does {national} keep?", national=_field(frame, "national"))
    if kind == "rescue":
        return Message("Take over the concession of {corporation}?", corporation=_field(frame, "company"))
    if kind == "loan_or_leave":
        return Message("Take a loan, or leave the game?")
    return None


def _offer(game: Game, offer: Offer) -> Message:
    named = {"buyer": offer.buyer, "seller": offer.seller, "price": offer.price}
    match offer.thing:
        case "train":
            text = "Sell the {name} of {seller} to {buyer} for {price:money}?"
            return Message(text, name=offer.name, **named)
        case "private":
            return Message("Sell {name} to {buyer} for {price:money}?", name=offer.name, **named)
    place = game.title.box.board.place(offer.name)
    return Message("Sell the token on {name} to {buyer} for {price:money}?", name=place, **named)


def _step(game: Game, turn: OperatingTurn) -> Message | None:
    match turn.step(game):
        case "private":
            return Message("Private companies for {corporation}?", corporation=turn.corporation)
        case "merge":
            return Message("Propose a merger for {corporation}?", corporation=turn.corporation)
        case "e_token":
            return Message("Buy an E token for {corporation}?", corporation=turn.corporation)
    return None


def _field(frame: Frame, name: str) -> str:
    return str(getattr(frame, name, ""))


def _first(frame: Frame) -> str:
    """Of those asked about, the one it is about now."""
    asked_about = getattr(frame, "asked", ())
    return str(asked_about[0]) if asked_about else ""
