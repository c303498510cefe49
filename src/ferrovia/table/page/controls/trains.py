"""Trains: what the bank sells next, the pool, others' trains; which must go; money in an emergency."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ferrovia.engine.flow.actions import Bankrupt, BuyTrain, DiscardTrain, Pass, SellShares
from ferrovia.engine.flow.debts import Debt
from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.steps.trains import TrainStep
from ferrovia.table.page.choosing import chosen, number_picked, picked, turn_powers
from ferrovia.table.page.control import Chosen, Control, ControlMarks, Effect
from ferrovia.table.page.controls.bank_trains import TrainCard, rusts_with, train_cards
from ferrovia.table.page.controls.raising import Need, Sales, need_of, sale_effects, sales_of
from ferrovia.table.page.forks import after, at_once
from ferrovia.table.page.options import Option, option, shifts
from ferrovia.table.page.passing import passing
from ferrovia.table.page.reasons import Why, reason, why_not
from ferrovia.table.page.scene import Scene


@dataclass(frozen=True)
class Offered:
    """A train of another corporation that an offer may be made for."""

    number: int
    train: str
    owner: str
    president: str
    seat: int
    is_own: bool  # the viewer presides over both: the deal is made at once
    low: int
    high: int
    is_chosen: bool
    reach: str = ""  # how far it comes, where its name does not tell it


@dataclass(frozen=True)
class TrainsParts:
    """Trains to buy or give up, or money to raise; each where it is so."""

    corporation: str
    cards: Sequence[TrainCard] = ()
    offered: Sequence[Offered] = ()
    count: int = 0
    limit: int | None = None
    need: Need | None = None
    sales: Sequence[Sales] = ()
    rest: Sequence[Option] = ()
    must: Why | None = None  # why no train is no choice
    ends_offers: Why | None = None
    discards: Sequence[tuple[Option, str, int, str]] = ()  # each with train, number owned, with what it rusts
    is_debt: bool = False


def trains(scene: Scene) -> Control[TrainsParts] | None:
    """The control, where trains are bought or given up, or money is raised."""
    if any(isinstance(choice, DiscardTrain) for choice in scene.choices):
        return _discard(scene)
    frame = scene.game.top if not scene.game.over else None
    if isinstance(frame, OperatingTurn) and isinstance(frame.step_of(scene.game), TrainStep):
        return _trains(scene, frame)
    if isinstance(frame, Debt):
        return _debt(scene)
    return None


# The train step


def _trains(scene: Scene, turn: OperatingTurn) -> Control[TrainsParts]:
    game, corporation = scene.game, turn.corporation
    need = need_of(scene)
    sales = sales_of(scene, need.missing if need else 0)
    cards = train_cards(scene)
    offered = _offered(scene)
    shown = {card.number for card in cards} | {each.number for each in offered}
    shown |= {number for sale in sales for number in sale.numbers}
    powers = turn_powers(scene)
    rest = [
        option(scene, number, choice)
        for number, choice in enumerate(scene.choices)
        if number not in shown and choice not in powers
    ]
    limit = game.phase.train_limit
    title = "{corporation} must buy a train" if need else "Buy trains for {corporation}"
    none = passing(scene)
    return Control(
        template="table/controls/trains.html",
        question=scene.say(title, corporation=corporation),
        chosen=_chosen(scene, need),
        passing=none,
        parts=TrainsParts(
            corporation=corporation,
            cards=cards,
            offered=offered,
            count=game.trains_in_limit(corporation),
            limit=limit,
            need=need,
            sales=sales,
            rest=rest,
            must=why_not(scene, Pass()) if need or none is None else None,
            ends_offers=_ends_offers(scene, offered, sales),
        ),
        marks=_marks(scene),
    )


def _offered(scene: Scene) -> list[Offered]:
    game, found = scene.game, []
    for number, choice in enumerate(scene.choices):
        if isinstance(choice, Range) and isinstance(choice.action, BuyTrain):
            owner = choice.action.source
            president = game.president(owner)
            found.append(
                Offered(
                    number,
                    choice.action.train,
                    owner,
                    president,
                    scene.mark(president),
                    president == scene.viewer,
                    choice.low,
                    choice.high,
                    number == number_picked(scene),
                    scene.face.train_reach(choice.action.train),
                )
            )
    return found


def _ends_offers(scene: Scene, offered: list[Offered], sales: list[Sales]) -> Why | None:
    """Why no train of another can be bought any more once something is sold, where it is so."""
    if not offered or not sales:
        return None
    choice = scene.choices[sales[0].counts[0].number]
    then = after(scene, choice) if isinstance(choice, SellShares) else None
    if then is None or then.over or any(isinstance(each, Range) for each in then.decision):
        return None
    refusal = then.why_not(BuyTrain(offered[0].train, offered[0].owner, offered[0].low))
    return reason(scene, refusal) if refusal is not None else None


def _chosen(scene: Scene, need: Need | None) -> Chosen | None:
    choice = picked(scene)
    if choice is None or choice in turn_powers(scene):
        return None
    if isinstance(choice, Range) and isinstance(choice.action, BuyTrain):
        return _offer(scene, choice, choice.action)
    if isinstance(choice, BuyTrain):
        return chosen(scene, choice, scene.say("Buy {train} for {price:money}", train=choice.train, price=choice.price))
    made = chosen(scene, choice, scene.say("Give up") if isinstance(choice, Bankrupt) else "")
    if isinstance(choice, SellShares) and need is not None:
        return sale_effects(scene, made, choice, need)
    return made


def _offer(scene: Scene, choice: Range, action: BuyTrain) -> Chosen:
    """An offer at the price that is named so far: what changes if it is accepted."""
    president = scene.game.president(action.source)
    if president == scene.viewer:
        return chosen(scene, choice, scene.say("Buy"))
    asked = Effect(president, note=scene.say("must agree"))
    return chosen(scene, choice, scene.say("Make the offer"), more=(asked,))


def _marks(scene: Scene) -> ControlMarks:
    """A sale that is pointed at moves a price."""
    choice = picked(scene)
    if not isinstance(choice, SellShares):
        return ControlMarks()
    then = at_once(scene, choice)
    return ControlMarks(market=shifts(scene.game, then) if then is not None else None)


# Trains over the limit


def _discard(scene: Scene) -> Control[TrainsParts]:
    game = scene.game
    corporation = game.top.corporation_of(game)
    own = Counter(game.trains(corporation))
    options = []
    for number, choice in enumerate(scene.choices):
        if isinstance(choice, DiscardTrain):
            made = option(scene, number, choice)
            options.append((made, choice.train, own[choice.train], rusts_with(scene, choice.train)))
    choice_now = picked(scene)
    return Control(
        template="table/controls/trains.html",
        question=scene.say("{corporation} must give up a train", corporation=corporation),
        chosen=chosen(scene, choice_now) if isinstance(choice_now, DiscardTrain) else None,
        passing=passing(scene),
        parts=TrainsParts(
            corporation=corporation,
            discards=options,
            count=game.trains_in_limit(corporation),
            limit=game.phase.train_limit,
            rest=_rest(scene, DiscardTrain),
        ),
    )


def _rest(scene: Scene, kind: type[object]) -> list[Option]:
    powers = turn_powers(scene)
    return [
        option(scene, number, choice)
        for number, choice in enumerate(scene.choices)
        if not isinstance(choice, kind) and choice not in powers
    ]


# Debts


def _debt(scene: Scene) -> Control[TrainsParts]:
    need = need_of(scene)
    assert need is not None
    sales = sales_of(scene, need.missing)
    shown = {number for sale in sales for number in sale.numbers}
    choice = picked(scene)
    made = chosen(scene, choice) if choice is not None else None
    if made is not None and isinstance(choice, SellShares):
        made = sale_effects(scene, made, choice, need)
    return Control(
        template="table/controls/trains.html",
        question=scene.say("{player} must raise {missing:money}", player=need.president, missing=need.missing),
        chosen=made,
        passing=passing(scene),
        parts=TrainsParts(
            corporation=need.corporation,
            need=need,
            sales=sales,
            rest=[option(scene, number, each) for number, each in enumerate(scene.choices) if number not in shown],
            is_debt=True,
        ),
        marks=_marks(scene),
    )
