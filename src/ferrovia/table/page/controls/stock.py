"""Stock: sell, buy, start, by corporation; and whatever else may be done in such a turn."""

from __future__ import annotations

from dataclasses import dataclass, replace

import msgspec

from ferrovia.drawing.edition import Edition
from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.actions import (
    Action,
    BuyPrivate,
    BuyShare,
    IssueShares,
    Pass,
    RedeemShare,
    SellShares,
    UsePrivate,
)
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.steps.dividend import DividendStep
from ferrovia.engine.flow.steps.privates import PrivateStep
from ferrovia.engine.flow.steps.run import RunStep
from ferrovia.engine.flow.steps.token import TokenStep
from ferrovia.engine.flow.steps.track import TrackStep
from ferrovia.engine.flow.steps.trains import TrainStep
from ferrovia.engine.flow.stock import StockRound
from ferrovia.table.page.choosing import chosen, number_picked, price_picked
from ferrovia.table.page.control import Chosen, Control, ControlMarks, Effect
from ferrovia.table.page.controls.shelves import Row, shelves
from ferrovia.table.page.grants import grant_marks
from ferrovia.table.page.inset import Inset
from ferrovia.table.page.market import CellLink
from ferrovia.table.page.options import words
from ferrovia.table.page.passing import passing
from ferrovia.table.page.reasons import Why, ask_why, asked_why
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition, hex_mark
from ferrovia.table.page.wording import asked

TEMPLATE = "table/controls/stock.html"
MOST_LATER = 4  # corporations that cannot start now, among those that can
# Steps with a control of their own.
ELSEWHERE = frozenset({TrainStep.word, TrackStep.word, TokenStep.word, RunStep.word, DividendStep.word})


@dataclass(frozen=True)
class Other:
    """A choice that fits no column, by its sentence."""

    number: int
    text: str
    is_chosen: bool
    price: Range | None = None


@dataclass(frozen=True)
class StockParts:
    """What can be done in a turn of stock."""

    edition: Edition
    rows: list[Row]
    later: list[Row]  # corporations that cannot start now, where they are many
    is_asked_later: bool
    is_stock: bool
    issues: bool
    has_order: bool  # selling before buying
    asks_papers: bool  # whether some sale will ask which certificates
    extras: Inset | None  # what the title sells besides
    others: list[Other]
    stepper: bool
    why: Why | None
    no_pass: str
    warnings: list[str]


def stock(scene: Scene) -> Control[StockParts] | None:
    """The control, where stock may be bought or sold, or something else in a stock round."""
    decision = scene.decision
    if decision is None or not _is_about_stock(scene):
        return None
    choices = scene.choices
    picked = number_picked(scene)
    found = shelves(scene, choices, picked)
    extras = scene.face.stock.extras(scene, picked)
    shown = found.shown | extras.shown
    others = [
        Other(number, words(scene, each), number == picked, each if isinstance(each, Range) else None)
        for number, each in enumerate(choices)
        if number not in shown
    ]
    ways = next((row.ways for row in found.rows if row.ways), ())
    made = replace(_chosen(scene, choices[picked]), ways=ways) if picked >= 0 else None
    rows, later = _in_two(found.rows)
    return Control(
        template=TEMPLATE,
        question=asked(scene),
        chosen=made,
        passing=passing(scene),
        parts=StockParts(
            edition=edition(scene),
            rows=rows,
            later=later,
            is_asked_later=any(row.why for row in later),
            is_stock=isinstance(scene.game.top, StockRound),
            issues=any(isinstance(each, IssueShares | RedeemShare) for each in choices),
            has_order=not scene.title.stock.sells_after_buying,
            asks_papers=any(button.asks for row in found.rows for button in row.sells),
            extras=extras.inset,
            others=others,
            stepper=any(other.is_chosen and other.price for other in others),
            why=asked_why(scene),
            no_pass=_no_pass(scene),
            warnings=[scene.say(each) for each in scene.title.seen.warnings(scene.game, decision.player)],
        ),
        marks=ControlMarks(
            cells=_cells(scene, choices, picked),
            hexes=grant_marks(scene, extras.grant)
            if extras.grant is not None
            else [
                hex_mark(scene, each.hex, scene.picked(c=number, why="", price=""), is_chosen=number == picked)
                for number, each in enumerate(choices)
                if isinstance(each, UsePrivate) and each.hex
            ],
        ),
    )


def _in_two(rows: list[Row]) -> tuple[list[Row], list[Row]]:
    """The rows, and apart from them those of corporations that cannot start now, where they are many."""
    later = [row for row in rows if row.price is None and not row.starts]
    if len(later) <= MOST_LATER:
        return rows, []
    return [row for row in rows if row not in later], later


def _chosen(scene: Scene, choice: Choice) -> Chosen:
    return chosen(
        scene,
        choice,
        button=_act(scene, choice),
        more=(*_if_agreed(scene, choice), *scene.face.stock.promises(scene, choice)),
    )


def _if_agreed(scene: Scene, choice: Choice) -> list[Effect]:
    """What an offer costs the corporation if it is accepted; the offer by itself moves nothing."""
    game = scene.game
    buyer = game.top.corporation_of(game)
    if not isinstance(choice, Range) or not isinstance(choice.action, BuyPrivate) or not buyer:
        return []
    if game.state.privates.get(choice.action.private) == scene.viewer:
        return []  # nobody need agree: what follows says it all
    price, cash = price_picked(scene, choice), game.cash(buyer)
    what = scene.say("Treasury of {corporation}, if agreed", corporation=buyer)
    return [Effect(what, str(cash), str(cash - price), -price)]


def _act(scene: Scene, choice: Choice) -> str:
    """What the main button says where the usual words would not do."""
    say = scene.say
    match choice:
        case IssueShares(count=count):
            return say("Issue {count}", count=count)
        case RedeemShare():
            return say("Buy back")
        case Action():
            return scene.face.stock.button(scene, choice)
    return ""


def _cells(scene: Scene, choices: tuple[Choice, ...], picked: int) -> dict[Cell, CellLink]:
    """The spaces on which the corporation that is to be started could start instead."""
    made, start_price = choices[picked] if picked >= 0 else None, scene.face.stock.start_price
    price = start_price(made) if isinstance(made, Action) else 0
    if not price:
        return {}
    found = {}
    for number, each in enumerate(choices):
        if type(each) is type(made) and msgspec.structs.replace(each, price=price) == made:
            assert isinstance(each, Action)
            cell = scene.title.box.market.start_cell(start_price(each))
            name = words(scene, each)
            found[cell] = CellLink(scene.picked(c=number, why="", price=""), name, number == picked)
    return found


def _is_about_stock(scene: Scene) -> bool:
    if isinstance(scene.game.top, StockRound):
        return True
    decision = scene.decision
    assert decision is not None
    if decision.step in ELSEWHERE:
        return False
    if decision.step == PrivateStep.word:
        return True
    return any(isinstance(each, SellShares | BuyShare | IssueShares | RedeemShare) for each in decision.choices)


def _no_pass(scene: Scene) -> str:
    """The query that asks why the viewer may not pass in a stock round; empty where they may."""
    decision = scene.decision
    is_allowed = decision is None or Pass() in decision.choices
    return "" if is_allowed or not isinstance(scene.game.top, StockRound) else ask_why(scene, Pass())
