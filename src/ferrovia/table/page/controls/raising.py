"""Raising money: who pays what, what may be sold for it, what each sale leaves missing."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ferrovia.engine.flow.actions import Bankrupt, SellShares
from ferrovia.engine.flow.debts import Debt
from ferrovia.engine.flow.emergency import Emergency
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.steps.trains import TrainStep
from ferrovia.table.page.choosing import number_picked, picked
from ferrovia.table.page.control import Chosen, Effect
from ferrovia.table.page.forks import at_once
from ferrovia.table.page.reasons import Why, why_not
from ferrovia.table.page.scene import Scene


@dataclass(frozen=True)
class Need:
    """Who must raise how much, and what each purse gives."""

    corporation: str
    president: str
    price: int
    treasury: int
    cash: int
    sale: int  # what the sale that is pointed at would bring
    missing: int  # before it
    is_bankrupt: bool  # nothing is left to sell
    risk: Why | None

    @property
    def still(self) -> int:
        return max(0, self.missing - self.sale)

    @property
    def from_cash(self) -> int:
        """What of the cash goes into it."""
        return max(0, min(self.cash, self.price - self.treasury))

    @property
    def from_sale(self) -> int:
        return max(0, min(self.sale, self.missing))


@dataclass(frozen=True)
class Count:
    """So many certificates of a corporation."""

    number: int
    label: str
    brings: int
    then: int | None  # the price after it; None where the corporation closes
    loses: bool  # the presidency
    is_chosen: bool


@dataclass(frozen=True)
class Sales:
    """What may be sold of one corporation."""

    corporation: str
    price: int
    percent: int
    presides: bool
    counts: tuple[Count, ...]

    @property
    def numbers(self) -> set[int]:
        return {count.number for count in self.counts}

    @property
    def may_lose_presidency(self) -> bool:
        return any(count.loses for count in self.counts)

    @property
    def shown(self) -> Count:
        """The sale whose figures stand in the row: the one pointed at, or the largest."""
        return next((count for count in self.counts if count.is_chosen), self.counts[-1])

    @property
    def is_chosen(self) -> bool:
        return any(count.is_chosen for count in self.counts)


def emergency_of(game: Game) -> Emergency | None:
    """What is to be raised now, by the frame that asks for it."""
    frame = game.top
    if isinstance(frame, Debt):
        return frame.need(game)
    if isinstance(frame, OperatingTurn):
        step = frame.step_of(game)
        return step.need(game, frame) if isinstance(step, TrainStep) else None
    return None


def need_of(scene: Scene) -> Need | None:
    game = scene.game
    found = emergency_of(game)
    if found is None:
        return None
    is_debt = isinstance(game.top, Debt)
    treasury = 0 if is_debt else game.cash(found.corporation)
    cash = found.price - treasury - found.missing  # what the rules count of it
    choice = picked(scene)
    sale = brings(scene, choice) if isinstance(choice, SellShares) else 0
    is_bankrupt = any(isinstance(each, Bankrupt) for each in scene.choices)
    # Why the step cannot be left, or why nobody may give up yet: the clause that says what is at stake.
    risk = None if is_bankrupt else why_not(scene, Bankrupt())
    return Need(found.corporation, found.president, found.price, treasury, cash, sale, found.missing, is_bankrupt, risk)


def brings(scene: Scene, sale: SellShares) -> int:
    """What a sale brings to whoever sells: the corporation, or a player."""
    then = at_once(scene, sale)
    if then is None:
        return 0
    game = scene.game
    purses = (scene.decider, game.top.corporation_of(game))
    return max((then.cash(purse) - game.cash(purse) for purse in purses if purse), default=0)


def sales_of(scene: Scene, missing: int) -> list[Sales]:
    """What may be sold, corporation by corporation."""
    by_corporation: dict[str, list[tuple[int, SellShares]]] = {}
    for number, choice in enumerate(scene.choices):
        if isinstance(choice, SellShares):
            by_corporation.setdefault(choice.corporation, []).append((number, choice))
    return [_sales(scene, name, listed) for name, listed in by_corporation.items()]


def _sales(scene: Scene, corporation: str, listed: list[tuple[int, SellShares]]) -> Sales:
    game, seller = scene.game, scene.decider
    share = game.share(corporation)
    president = game.president(corporation)
    counts = []
    for number, choice in listed:
        then = at_once(scene, choice)
        is_open = then is not None and then.is_started(corporation)
        alike = sum(sum(other.certificates) == sum(choice.certificates) for _, other in listed) > 1
        shares = sum(choice.certificates) // share
        counts.append(
            Count(
                number,
                "+".join(str(size // share) for size in choice.certificates) if alike else str(shares),
                brings(scene, choice),
                then.price(corporation) if then is not None and is_open else None,
                president == seller and then is not None and is_open and then.president(corporation) != seller,
                number == number_picked(scene),
            )
        )
    counts.sort(key=lambda count: (count.brings, count.number))
    return Sales(
        corporation, game.price(corporation), game.percent(corporation, seller), president == seller, tuple(counts)
    )


def sale_effects(scene: Scene, made: Chosen, choice: SellShares, need: Need) -> Chosen:
    """What is missing before and after a sale comes first."""
    amount = brings(scene, choice)
    left = max(0, need.missing - amount)
    note = scene.say("you must go on") if left else scene.say("enough")
    missing = Effect(scene.say("Still missing"), str(need.missing), str(left), note=note)
    others = tuple(effect for effect in made.effects if effect.what != missing.what)
    return replace(made, effects=(missing, *others), button=made.button)
