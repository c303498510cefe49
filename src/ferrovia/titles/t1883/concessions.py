"""Sections 5.6 and 6.11: government concessions, their completion, bonus, deadline and penalty."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec

from ferrovia.engine.finance.certificates import OFFER, POOL
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.debts import Debt
from ferrovia.engine.flow.events import DividendReceived
from ferrovia.engine.flow.facets.stock import Extra
from ferrovia.engine.flow.frame import Frame, Procedure
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.questions import Question
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK
from ferrovia.saying.message import term
from ferrovia.titles.t1883 import components
from ferrovia.titles.t1883.actions import BuyConcession
from ferrovia.titles.t1883.connections import is_joined
from ferrovia.titles.t1883.emilia import SARSA, Concession, emilia, is_railway, is_sold, keep, spend_support
from ferrovia.titles.t1883.events import (
    ConcessionBought,
    ConcessionCompleted,
    ConcessionFailed,
    ConcessionForgone,
    ConcessionUnsold,
    PenaltyPaid,
)

TO_TREASURY, SHARED = "treasury", "shareholders"


# Buying


class ConcessionPurchase(Extra):
    """5.6: a concession, bought for a corporation by its president."""

    actions = (BuyConcession,)

    def choices(self, game: Game, player: str) -> Iterator[BuyConcession]:
        for name, concession in emilia(game).concessions.items():
            if not concession.owner:
                for corporation in game.state.certificates:
                    if game.is_started(corporation) and game.president(corporation) == player:
                        yield BuyConcession(name, corporation)

    def refusal(self, game: Game, player: str, action: Action) -> Refusal | None:
        assert isinstance(action, BuyConcession)
        own, corporation = emilia(game), action.corporation
        names = {"player": player, "corporation": corporation, "concession": action.concession}
        concession = own.concessions.get(action.concession)
        if concession is None:
            clause = "1883-5.6.3.1" if are_withdrawn(game) else "1883-5.6.1.5"
            return Refusal(clause, "Concession {concession} is not in play.", **names)
        if concession.owner:
            return Refusal(
                "1883-5.6.1", "Concession {concession} already belongs to {owner}.", owner=concession.owner, **names
            )
        if corporation not in game.state.certificates or not game.is_started(corporation):
            return Refusal("1883-5.6.2", "{corporation} is not in play.", **names)
        if not is_railway(game, corporation):
            clause = "1883-8.2.19" if corporation == SARSA else "1883-R67"
            return Refusal(clause, "{corporation} may not buy concessions.", **names)
        if game.president(corporation) != player:
            return Refusal("1883-5.6.2", "{player} is not the president of {corporation}.", **names)
        if corporation in own.launched:
            return Refusal(
                "1883-5.6.4",
                "{corporation} was launched in this stock round and may not buy a concession yet.",
                **names,
            )
        if corporation in own.concession_buyers:
            return Refusal("1883-5.6.3", "{corporation} has already bought a concession in this stock round.", **names)
        cost = components.concession_table(action.concession)["cost"]
        if game.cash(corporation) < cost:
            return Refusal("1883-5.6.2", "Concession {concession} costs {cost:money}; {corporation} has {cash:money}.",
                           cost=cost, cash=game.cash(corporation), **names)  # fmt: skip
        return None

    def play(self, game: Game, player: str, action: Action) -> None:
        assert isinstance(action, BuyConcession)
        own, corporation = emilia(game), action.corporation
        cost = components.concession_table(action.concession)["cost"]
        game.pay(corporation, BANK, cost)
        keep(
            game,
            concessions={**own.concessions, action.concession: Concession(corporation)},
            concession_buyers=(*own.concession_buyers, corporation),
        )
        game.tell(ConcessionBought(corporation=corporation, concession=action.concession, cost=cost))
        settle_joined(game)


# Completion


def settle_joined(game: Game) -> None:
    """R21, R76: after every change of map or tokens, and when a concession changes hands."""
    for name, concession in emilia(game).concessions.items():
        if concession.owner:
            if is_complete(game, name, concession.owner):
                _complete(game, name, concession.owner)
        elif any(is_complete(game, name, corporation) for corporation, _, _ in game.state.market):
            _remove(game, name)
            game.tell(ConcessionForgone(concession=name))


def is_complete(game: Game, concession: str, corporation: str) -> bool:
    """5.6.1: one route from a token of the corporation through all places in order, without FS lines."""
    stations = game.state.stations[corporation]
    if not stations:
        return False
    closed = game.closed_to(corporation)
    key = ("concession", concession, stations, closed)
    places = components.concession_table(concession)["stops"]
    return game.layout.memory.recall(key, is_joined, game.layout, places, stations, closed)


def _complete(game: Game, name: str, corporation: str) -> None:
    _remove(game, name)
    bonus = components.concession_table(name)["bonus"][game.phase.revenue_level]
    game.tell(ConcessionCompleted(corporation=corporation, concession=name, bonus=bonus))
    choice = BonusChoice(corporation, bonus)
    game.push(choice)
    choice.proceed(game)  # without political support there is nothing to choose


def _remove(game: Game, name: str) -> None:
    keep(game, concessions={key: concession for key, concession in emilia(game).concessions.items() if key != name})


class BonusChoice(Question, frozen=True, tag="bonus_choice"):
    """5.6.1: the bonus goes to the treasury, or for a card of political support to the shareholders."""

    corporation: str
    bonus: int

    word = "bonus"
    label = term("bonus")
    asks = Prompt(term("Where does the bonus go?"), term("{player} decides where the bonus of {corporation} goes"))

    def clause(self) -> str:
        return "1883-5.6.1.7"

    def decider(self, game: Game) -> str:
        return game.president(self.corporation)

    def corporation_of(self, game: Game) -> str:
        return self.corporation

    def answers(self, game: Game) -> tuple[str, ...]:
        has_support = emilia(game).support.get(self.decider(game), 0) > 0
        return (TO_TREASURY, SHARED) if has_support else (TO_TREASURY,)

    def answer(self, game: Game, choice: str) -> None:
        game.pop()
        if choice == TO_TREASURY:
            game.pay(BANK, self.corporation, self.bonus)
            game.tell(DividendReceived(holder=self.corporation, amount=self.bonus))
            return
        spend_support(game, game.president(self.corporation))
        for holder in dict.fromkeys(game.holders(self.corporation)):
            receiver = self.corporation if holder in (OFFER, POOL) else holder
            amount = self.bonus * game.percent(self.corporation, holder) // 100
            game.pay(BANK, receiver, amount)
            game.tell(DividendReceived(holder=receiver, amount=amount))


def pass_on_bonuses(game: Game, heir: str, former: Collection[str]) -> None:
    """What corporations that are no more have earned but not yet cashed is their heir's."""

    def inherited(frame: Frame) -> Frame:
        is_theirs = isinstance(frame, BonusChoice) and frame.corporation in former
        return msgspec.structs.replace(frame, corporation=heir) if is_theirs else frame

    game.amend(inherited)


# Deadlines


def advance_counters(game: Game) -> None:
    concessions = {
        name: Concession(concession.owner, concession.counter + 1) if concession.owner else concession
        for name, concession in emilia(game).concessions.items()
    }
    keep(game, concessions=concessions)


def check_deadlines(game: Game) -> None:
    """6.11: overdue concessions go back to the bank and cost twice their price, the dearest corporation first."""
    own = emilia(game)
    overdue = [
        (concession.owner, name)
        for name, concession in own.concessions.items()
        if concession.owner and concession.counter >= components.concession_table(name)["due"]
    ]
    if not overdue:
        return
    order = game.market_order()
    overdue.sort(key=lambda item: order.index(item[0]))
    failed = {name for _, name in overdue}
    gone = are_withdrawn(game)
    keep(
        game,
        concessions={
            name: Concession() if name in failed else concession
            for name, concession in own.concessions.items()
            if not (gone and name in failed)
        },
    )
    factor = components.sheet("game")["concession_rules"]["penalty_factor"]
    for corporation, name in overdue:
        game.tell(ConcessionFailed(corporation=corporation, concession=name))
    for corporation, name in reversed(overdue):
        game.push(Penalty(corporation, components.concession_table(name)["cost"] * factor))
    settle_joined(game)


class Penalty(Procedure, frozen=True, tag="penalty"):
    """6.11: the treasury pays, and its president what is missing."""

    corporation: str
    amount: int

    def proceed(self, game: Game) -> bool:
        game.pop()
        if not game.is_started(self.corporation):
            return True
        paid = min(self.amount, game.cash(self.corporation))
        game.pay(self.corporation, BANK, paid)
        if paid:
            game.tell(PenaltyPaid(corporation=self.corporation, amount=paid))
        if paid < self.amount:
            game.push(Debt(game.president(self.corporation), self.amount - paid, BANK, self.corporation))
        return True


def are_withdrawn(game: Game) -> bool:
    """5.6.3: whether concessions that nobody owns leave play."""
    return is_sold(game, components.sheet("game")["concession_rules"]["unsold_removed_by_train"])


def remove_unsold(game: Game) -> None:
    """5.6.3: at the first 8 train."""
    for name, concession in emilia(game).concessions.items():
        if not concession.owner:
            game.tell(ConcessionUnsold(concession=name))
    keep(game, concessions={name: item for name, item in emilia(game).concessions.items() if item.owner})
