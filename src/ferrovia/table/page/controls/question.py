"""Questions: mergers, events, offers, exchanges, loans; each answer with what follows."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.actions import Accept, Action, Answer, Bankrupt, BuyPrivate, Decline, Exchange, UsePrivate
from ferrovia.engine.flow.auction import Auction, Contest
from ferrovia.engine.flow.decision import Choice
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.offers import Offer
from ferrovia.engine.flow.state import BANK
from ferrovia.engine.flow.stock import StockRound
from ferrovia.table.page.choosing import CHOICE, chosen, number_picked, picked, with_effects
from ferrovia.table.page.control import Chosen, Control, ControlMarks
from ferrovia.table.page.forks import after, at_once
from ferrovia.table.page.named import action_of, hex_named
from ferrovia.table.page.options import Option, option, shifts
from ferrovia.table.page.papers import Paper, paper
from ferrovia.table.page.passing import passing
from ferrovia.table.page.question_context import asked_by, offered, rule_behind
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import HexMark, hex_mark
from ferrovia.table.page.wording import asked

# The kinds of action by which questions are answered, and what may be done at any moment of a turn: a step that has
# nothing else is a question too. A title may add kinds of its own.
_ANSWERS: tuple[type[Action], ...] = (Accept, Decline, Answer, Exchange, Bankrupt, UsePrivate, BuyPrivate)


@dataclass(frozen=True)
class Card:
    """A corporation that the question is about, as it stands."""

    name: str
    price: int | None
    president: str
    percent: int
    cash: int
    trains: tuple[str, ...]
    tokens: int


@dataclass(frozen=True)
class Row:
    """What an answer changes for a player: money, and what it is worth with the stock."""

    name: str
    seat: int
    is_viewer: bool
    cash: int
    worth: int
    certificates: int


@dataclass(frozen=True)
class QuestionParts:
    """The answers, and what stands behind the question."""

    by: str  # who asks
    paper: Paper | None
    card: str
    rule: tuple[str, str]  # in our words, and its clause
    options: list[Option]
    cards: list[Card]
    born: list[Card]
    rows: list[Row]


def question(scene: Scene) -> Control[QuestionParts] | None:
    """The control, where one of a few answers is to be given."""
    decision = scene.decision
    if decision is None or scene.game.over or isinstance(scene.game.top, StockRound | Auction | Contest):
        return None
    none = passing(scene)
    if (not scene.choices and none is None) or not _is_question(scene):
        return None
    choice = picked(scene)
    then = _then(scene, choice) if choice is not None else None
    card = scene.face.card_that_asks(scene)
    options = [option(scene, number, each) for number, each in enumerate(scene.choices)]
    return Control(
        template="table/controls/question.html",
        question=asked(scene),
        chosen=_chosen(scene, choice) if choice is not None else None,
        passing=none,
        parts=QuestionParts(
            by=asked_by(scene),
            paper=paper(scene, offered(scene)),
            card=card,
            rule=("", "") if card else rule_behind(scene),
            options=[_plainer(scene, each) for each in options],
            cards=[_card(scene, scene.game, name) for name in _about(scene.game)],
            born=[_card(scene, then, name) for name in _born(scene.game, then)] if then is not None else [],
            rows=_rows(scene, then) if then is not None else [],
        ),
        marks=_marks(scene, then),
    )


def _is_question(scene: Scene) -> bool:
    kinds = _ANSWERS + scene.face.answers
    return all(isinstance(action_of(choice), kinds) for choice in scene.choices)


def _plainer(scene: Scene, made: Option) -> Option:
    """What is told about an answer, without what the answer itself says again."""
    return replace(made, told=tuple(text for text in made.told if text.rstrip(".") != made.text))


def _chosen(scene: Scene, choice: Choice) -> Chosen:
    """The answer for the footer; the buttons for yes and no are short."""
    match choice:
        case Accept():
            return chosen(scene, choice, scene.say("Accept"))
        case Decline():
            return chosen(scene, choice, scene.say("Decline"))
    made = chosen(scene, choice)
    then = at_once(scene, made.action)
    more = (*scene.face.changes(scene, then),) if then is not None else ()
    return with_effects(made, *more, *scene.face.prospects(scene, made.action))


def _about(game: Game) -> list[str]:
    """The corporations that a question names."""
    frame, named = game.top, []
    if isinstance(frame, Offer):
        named = [frame.seller, frame.buyer]
    else:
        fields = [getattr(frame, name) for name in frame.__struct_fields__ if name not in ("payee",)]
        named = [field for field in fields if isinstance(field, str)]
        named.append(frame.corporation_of(game))
    known = game.state.certificates
    return [name for name in dict.fromkeys(named) if name in known and name != BANK][:2]


def _card(scene: Scene, game: Game, name: str) -> Card:
    started = game.is_started(name)
    president = game.president(name) if started or game.title.corporations.is_open(game, name) else ""
    return Card(
        name,
        game.price(name) if started else None,
        president,
        game.percent(name, president) if president else 0,
        game.cash(name),
        tuple(scene.face.train_label(train) for train in game.trains(name)),
        game.state.tokens.get(name, 0),
    )


def _then(scene: Scene, choice: Choice) -> Game | None:
    """The game after an answer, before another round begins; None where dice or cards would have a say in it."""
    action = action_of(choice)
    then = after(scene, action)
    if then is not None and then.state.round != scene.game.state.round:
        then = at_once(scene, action)
    return then if then is not None and then.state.draws == scene.game.state.draws else None


def _born(game: Game, then: Game) -> list[str]:
    """The corporations that begin with an answer."""
    return [name for name in then.state.certificates if then.is_started(name) and not game.is_started(name)]


def _rows(scene: Scene, then: Game) -> list[Row]:
    """For each player what the answer changes, as far as it can be known."""
    game, found = scene.game, []
    for name in game.state.seats:
        if name in then.state.gone or name in game.state.gone:
            continue
        cash = then.cash(name) - game.cash(name)
        worth = _worth(then, name) - _worth(game, name)
        certificates = then.certificate_count(name) - game.certificate_count(name)
        if cash or worth or certificates:
            found.append(Row(name, scene.mark(name), name == scene.viewer, cash, worth, certificates))
    return found


def _worth(game: Game, player: str) -> int:
    """Cash and stock at its price."""
    stock = sum(
        game.price(name) * game.percent(name, player) // game.share(name)
        for name in game.state.certificates
        if game.is_started(name)
    )
    return game.cash(player) + stock


def _marks(scene: Scene, then: Game | None) -> ControlMarks:
    """Answers that name a place are lit on the map."""
    hexes = scene.title.box.board.hexes
    found: list[HexMark] = []
    for number, each in enumerate(scene.choices):
        action = action_of(each)
        named = hex_of(StopId(action.choice)) if isinstance(action, Answer) else hex_named(scene, action)
        if named in hexes:
            pick = scene.picked(only=True, **{CHOICE: number})
            found.append(hex_mark(scene, named, pick, is_chosen=number == number_picked(scene)))
    moves = shifts(scene.game, then) if then is not None else []
    return ControlMarks(hexes=found, market=moves or None)
