"""Dividends: pay, share or keep, and who gets what."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ferrovia.engine.finance.certificates import OFFER, POOL
from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.actions import Dividend, RunTrains
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.state import BANK
from ferrovia.engine.flow.steps.run import RunStep, Takings
from ferrovia.saying.message import Message, term
from ferrovia.table.page.choosing import chosen, number_picked
from ferrovia.table.page.control import Control, ControlMarks, Effect, Ghost
from ferrovia.table.page.controls.running import shown_takings
from ferrovia.table.page.effects import ordered
from ferrovia.table.page.forks import at_once
from ferrovia.table.page.options import words
from ferrovia.table.page.passing import passing
from ferrovia.table.page.routes import Shown, best_shown
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.wording import asked

_LATELY = 12  # moves within which trains ran for which a dividend is decided
_BUTTONS = {
    "pay": term("Pay {revenue:money}"),
    "withhold": term("Keep {revenue:money}"),
    "half": term("Pay half of {revenue:money}"),
    "loot": term("Loot {revenue:money}"),
}
_HEADS = {"pay": term("If paid"), "withhold": term("If kept"), "half": term("If halved"), "loot": term("If looted")}


@dataclass(frozen=True)
class Answer:
    """One way to use a run: what each purse gets, and where the price goes."""

    number: int
    choice: str
    head: str
    text: str
    is_chosen: bool
    gains: dict[str, int]  # by purse, the bank's apart
    price: int | None  # after it; None where the corporation is closed
    cell: Cell | None
    change: int  # of the price
    worth: int  # by how much the viewer's stock gains or loses
    percent: int  # that the viewer holds then


@dataclass(frozen=True)
class Row:
    """A holder, and what every answer brings them."""

    name: str
    kind: str  # player, corporation, pool
    percent: int
    is_viewer: bool
    seat: int
    gains: tuple[int, ...]


@dataclass(frozen=True)
class DividendParts:
    """Who gets what by each answer."""

    corporation: str
    answers: list[Answer]
    rows: list[Row]
    price: int | None
    worth: list[int]
    has_worth: bool


def dividend(scene: Scene) -> Control[DividendParts] | None:
    """The control, where a run is paid or kept."""
    listed = [(number, choice) for number, choice in enumerate(scene.choices) if isinstance(choice, Dividend)]
    turn = scene.game.top if not scene.game.over else None
    if not listed or not isinstance(turn, OperatingTurn):
        return None
    corporation, revenue = turn.corporation, turn.revenue
    at = number_picked(scene)
    numbers = [number for number, _ in listed]
    at = at if at in numbers else numbers[0]
    answers = [_answer(scene, corporation, number, choice, number == at) for number, choice in listed]
    now = next(answer for answer in answers if answer.is_chosen)
    choice = dict(listed)[at]
    made = chosen(scene, choice, scene.say(Message(_BUTTONS[choice.choice], revenue=revenue)))
    known = {effect.what for effect in made.effects}
    quiet = [effect for effect in _effects(scene, corporation, now) if effect.what not in known]
    made = replace(made, effects=ordered((*quiet, *made.effects)))
    shown = _run(scene, corporation, revenue)
    return Control(
        template="table/controls/dividend.html",
        question=asked(scene),
        chosen=made,
        passing=passing(scene),
        parts=DividendParts(
            corporation=corporation,
            answers=answers,
            rows=_rows(scene, corporation, answers),
            price=scene.game.price(corporation) if scene.game.is_started(corporation) else None,
            worth=[answer.worth for answer in answers],
            has_worth=any(answer.worth for answer in answers),
        ),
        marks=ControlMarks(runs=shown, market=_moves(scene.game, corporation, now)),
    )


def _answer(scene: Scene, corporation: str, number: int, choice: Dividend, is_chosen: bool) -> Answer:
    game = scene.game
    then = at_once(scene, choice)
    assert then is not None
    gains = {
        purse: then.cash(purse) - amount
        for purse, amount in game.state.cash.items()
        if purse != BANK and then.cash(purse) != amount
    }
    started = then.is_started(corporation)
    before = game.price(corporation) if game.is_started(corporation) else 0
    price = then.price(corporation) if started else None
    viewer = scene.viewer or ""
    return Answer(
        number,
        choice.choice,
        scene.say.term(_HEADS[choice.choice]),
        words(scene, choice),
        is_chosen,
        gains,
        price,
        then.cell(corporation) if started else None,
        (price or 0) - before,
        _value(then, corporation, viewer) - _value(game, corporation, viewer) if viewer else 0,
        then.percent(corporation, viewer) if viewer else 0,
    )


def _value(game: Game, corporation: str, holder: str) -> int:
    """What the stock that somebody holds then is worth: by some answers it is lost."""
    if not game.is_started(corporation):
        return 0
    return game.price(corporation) * game.percent(corporation, holder) // game.share(corporation)


def _rows(scene: Scene, corporation: str, answers: list[Answer]) -> list[Row]:
    """Players with stock or a gain first, the viewer leading; then other purses, the pool, the treasury."""
    game = scene.game
    seats = list(game.state.seats)
    gaining = {purse for answer in answers for purse in answer.gains}
    rows = [
        _row(scene, corporation, answers, name, "player", scene.mark(name))
        for name in sorted(seats, key=lambda name: (name != scene.viewer, -game.percent(corporation, name)))
        if game.percent(corporation, name) or name in gaining
    ]
    others = [name for name in gaining if name not in seats and name != corporation]
    rows += [_row(scene, corporation, answers, name, "corporation", 0) for name in sorted(others)]
    for place in (POOL, OFFER):
        if game.percent(corporation, place):
            rows.append(_row(scene, corporation, answers, place, place, 0))
    rows.append(_row(scene, corporation, answers, corporation, "treasury", 0))
    return rows


def _row(scene: Scene, corporation: str, answers: list[Answer], name: str, kind: str, seat: int) -> Row:
    gains = tuple(answer.gains.get(name, 0) for answer in answers)
    return Row(name, kind, scene.game.percent(corporation, name), name == scene.viewer, seat, gains)


def _effects(scene: Scene, corporation: str, answer: Answer) -> tuple[Effect, ...]:
    """The viewer's purse and stock, the price and the treasury, whether they change or not."""
    game, found = scene.game, []
    if scene.viewer:
        cash, gain = game.cash(scene.viewer), answer.gains.get(scene.viewer, 0)
        found.append(Effect(scene.say("Your money"), str(cash), str(cash + gain), gain))
    if game.is_started(corporation):
        before, after = str(game.price(corporation)), str(answer.price) if answer.price is not None else ""
        name = scene.say("Price of {corporation}", corporation=corporation)
        note = "" if answer.price is not None else scene.say("it closes")
        found.append(Effect(name, before, after, answer.change, note))
    if scene.viewer and answer.percent != game.percent(corporation, scene.viewer):
        held = _value(game, corporation, scene.viewer)
        what = scene.say("Your stock of {corporation}", corporation=corporation)
        found.append(Effect(what, str(held), str(held + answer.worth), answer.worth))
    cash, gain = game.cash(corporation), answer.gains.get(corporation, 0)
    treasury = scene.say("Treasury of {corporation}", corporation=corporation)
    found.append(Effect(treasury, str(cash), str(cash + gain), gain))
    return tuple(found)


def _moves(game: Game, corporation: str, answer: Answer) -> list[Ghost]:
    if answer.cell is None or not game.is_started(corporation) or answer.cell == game.cell(corporation):
        return []
    return [Ghost(corporation, game.cell(corporation), answer.cell)]


def _run(scene: Scene, corporation: str, revenue: int) -> Shown | None:
    """The run that earned it, as it was shown; where trains follow no routes, what they earn together."""
    game, turn = scene.game, scene.game.top
    step = next((step for step in scene.title.operating.steps if isinstance(step, RunStep)), None)
    if step is None or not isinstance(turn, OperatingTurn):
        shown = best_shown(scene, corporation)
        return shown if shown is not None and shown.total == revenue else None
    lately = reversed(scene.moment.record.actions[-_LATELY:])
    last = next((action for action in lately if isinstance(action, RunTrains)), None)
    takings = step.takings(game, turn, last) if last is not None else None
    if not isinstance(takings, Takings) or takings.revenue != revenue:
        return None
    return shown_takings(scene, takings)
