"""3.3.2 and 3.3.3: concessions: deposits and refunds, starting a company, withdrawal and rescue."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Unpack

import msgspec

from ferrovia.engine.finance.certificates import PRESIDENT
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.facets.corporations import presidents_cost
from ferrovia.engine.flow.facets.stock import Extra
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.questions import Question
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.shares import exchange_presidency
from ferrovia.engine.flow.state import BANK
from ferrovia.saying.message import Message, term
from ferrovia.titles.t18fb import components
from ferrovia.titles.t18fb.actions import TakeConcession
from ferrovia.titles.t18fb.events import (
    CompanyStarted,
    ConcessionTaken,
    ConcessionWithdrawn,
    DepositForfeited,
    DepositHalved,
    DepositLowered,
    DepositRefunded,
    StateLost,
    StateRegained,
)
from ferrovia.titles.t18fb.south import ConcessionChanges, is_bourbon_age, keep, south
from ferrovia.titles.t18fb.states import CompanyState, line_state

DEPOSITS = "deposits"  # the purse of what lies on concessions (R17)
RISEIS = "Riseis"
TAKE, LEAVE = term("take"), term("leave")  # whether a withdrawn concession is taken
AT_HALF = term("take at half")  # ... with that card
_FACTORS = ("first", "second", "none")  # which of the two deposits of a concession is due, by phase


def change(game: Game, company: str, **changes: Unpack[ConcessionChanges]) -> None:
    concessions = south(game).concessions
    changed = msgspec.structs.replace(concessions[company], **changes)
    keep(game, concessions={**concessions, company: changed})


# 3.3.2 Deposits


def regular_deposit(game: Game, company: str, lower: int = 0) -> int:
    """The deposit of the phase, or one some steps lower: the first value, the second, nothing."""
    table = components.concession_table(company)
    waiver = table.get("free_with")
    if waiver and (waiver in south(game).gone or south(game).concessions[waiver].taken):
        return 0  # 3.3.2.21, R20
    values = table["deposit"]
    step = _FACTORS.index(components.sheet("game")["deposit"]["factor"].get(game.state.phase, "none")) + lower
    return int(values[step]) if step < len(values) else 0


def deposit(game: Game, player: str, company: str, at_half: bool) -> int:
    """What a player pays for a concession as the action of a stock turn, cards included (2.7.6, 2.7.10, R12)."""
    if company in game.state.floated and line_state(game, company) is CompanyState.DEFINITIVE:
        return 0  # 3.3.3.5
    due = regular_deposit(game, company, lower=int(bool(_discount(game, player, company))))
    return due // 2 if at_half else due


def _discount(game: Game, player: str, company: str) -> str:
    """2.7.10, R84: the card with which a player takes a concession never granted at the next lower deposit."""
    card: str = components.concession_table(company).get("card", "")
    return card if company not in game.state.floated and game.state.privates.get(card) == player else ""


def refund(game: Game, company: str, all_of_it: bool) -> None:
    """3.3.2.3, R18: half of the deposit, rounded down to D5; at the final destination the rest."""
    concession = south(game).concessions.get(company)
    if concession is None or not concession.deposit:
        return
    amount = concession.deposit if all_of_it else concession.deposit // 2 // 5 * 5
    change(game, company, deposit=concession.deposit - amount)
    game.pay(DEPOSITS, concession.owner, amount)
    game.tell(DepositRefunded(player=concession.owner, amount=amount, company=company))


# 3.3.2 Taking a concession


class Taking(Extra):
    """3.3.2: a concession is taken as the one purchase of a turn."""

    actions = (TakeConcession,)

    def choices(self, game: Game, player: str) -> Iterator[TakeConcession]:
        """The concessions a player may think of taking, at every par value."""
        halves = (False, True) if may_halve(game, player) else (False,)
        for company, concession in south(game).concessions.items():
            if concession.owner:
                continue
            prices = (0,) if company in game.state.floated else game.phase.start_values
            for at_half in halves:
                yield from (TakeConcession(company, price, at_half) for price in prices)

    def refusal(self, game: Game, player: str, action: Action) -> Refusal | None:
        assert isinstance(action, TakeConcession)
        company = action.corporation
        names = {"company": company, "player": player, "price": action.price}
        if not is_bourbon_age(game):
            return Refusal("18FB-3.6.7", "Concessions ended with Unification.")
        concession = south(game).concessions.get(company)
        if concession is None:
            return Refusal("18FB-3.3.2.1", "{company} has no concession.", **names)
        if concession.owner:
            return Refusal("18FB-3.3.2.1", "{owner} owns the concession of {company}.", owner=concession.owner, **names)
        if action.at_half and not may_halve(game, player):
            return Refusal("18FB-2.7.6", "{player} has no card to halve the deposit.", **names)
        due = deposit(game, player, company, action.at_half)
        if action.at_half and not due:
            return Refusal("18FB-2.7.6", "No deposit is due for {company}, so none can be halved.", **names)
        if company in game.state.floated:
            return _rescue_refusal(game, player, action, due)
        return start_price_refusal(game, action.price) or start_cost_refusal(game, player, company, action.price, due)

    def play(self, game: Game, player: str, action: Action) -> None:
        assert isinstance(action, TakeConcession)
        company = action.corporation
        due = deposit(game, player, company, action.at_half)
        if action.at_half:
            use_riseis(game, player)
        card = _discount(game, player, company)
        if card:
            game.tell(DepositLowered(player=player, card=card))
        grant(game, player, company, due)
        if company not in game.state.floated:
            start(game, player, company, action.price)


def may_halve(game: Game, player: str) -> bool:
    return game.state.privates.get(RISEIS) == player and not south(game).riseis_used


def use_riseis(game: Game, player: str) -> None:
    keep(game, riseis_used=True)
    game.tell(DepositHalved(player=player, card=RISEIS))


def start_price_refusal(game: Game, price: int) -> Refusal | None:
    if price in game.phase.start_values:
        return None
    values = [Message("{amount:money}", amount=value) for value in game.phase.start_values]
    text = "{price:money} is not a par value of this phase: choose {values:or}."
    return Refusal("18FB-2.1.4", text, price=price, values=values)


def start_cost_refusal(game: Game, player: str, company: str, price: int, due: int) -> Refusal | None:
    """Why a player cannot pay for deposit and president's certificate, or not hold it."""
    names = {"player": player, "company": company}
    if game.certificate_count(player) >= game.title.stock.certificate_limit(game):
        return Refusal("18FB-2.3.2", "{player} is at the certificate limit.", **names)
    cost = due + presidents_cost(game, company, price)
    if game.cash(player) < cost:
        text = "{player} has {cash:money}; the president's certificate of {company} costs {cost:money}."
        if due:
            text = "{player} has {cash:money}; deposit and president's certificate of {company} cost {cost:money}."
        return Refusal("18FB-3.3.2.6", text, cash=game.cash(player), cost=cost, **names)
    return None


def _rescue_refusal(game: Game, player: str, action: TakeConcession, due: int) -> Refusal | None:
    names = {"company": action.corporation, "player": player}
    if action.price:
        return Refusal("18FB-3.3.3.4", "{company} already has a par value.", **names)
    now = game.state.round
    if now.kind == "stock" and south(game).concessions[action.corporation].withdrawn == now.turn:
        text = "The concession of {company} was withdrawn in this stock round: it may be taken from the next one on."
        return Refusal("18FB-3.3.3.4", text, **names)
    if not may_manage(game, player, action.corporation):
        return Refusal("18FB-R21", "{player} holds too little of {company} to take its concession.", **names)
    if game.cash(player) < due:
        text = "{player} has {cash:money}; the deposit for {company} is {due:money}."
        return Refusal("18FB-3.3.3.5", text, cash=game.cash(player), due=due, **names)
    return None


def may_manage(game: Game, player: str, company: str) -> bool:
    """R21: the president, or somebody with as much as the president's certificate whom nobody exceeds enough."""
    if game.president(company) == player:
        return True
    held = game.percent(company, player)
    largest = max(game.percent(company, other) for other in game.players if other != player)
    return held >= game.sizes(company)[PRESIDENT] and largest < held + game.title.corporations.takeover_margin(game)


def grant(game: Game, player: str, company: str, due: int) -> None:
    """The concession goes to a player, who becomes president if somebody else is (R21)."""
    game.pay(player, DEPOSITS, due)
    change(game, company, owner=player, deposit=due, taken=True)
    game.tell(ConcessionTaken(player=player, corporation=company, due=due))
    if company in game.state.floated:
        _thaw(game, company)
    if company in game.state.floated and game.president(company) != player:
        exchange_presidency(game, company, player, (game.share(company),) * 2)


def _thaw(game: Game, company: str) -> None:
    """A frozen company comes back to the state of its line; one that is building again has not operated (3.3.1.7)."""
    state = line_state(game, company)
    game.tell(StateRegained(company=company, state=state))
    if state is CompanyState.BUILDING:
        keep(game, earned=tuple(name for name in south(game).earned if name != company))


def start(game: Game, player: str, company: str, price: int) -> None:
    """3.3.2.5 to 7: par value, president's certificate, and the company floats."""
    game.put_on_market(company, game.title.box.market.start_cell(price))
    game.set_par(company, price)
    game.note_floated(company)
    game.pay(player, company, presidents_cost(game, company, price))
    game.hand_over(company, PRESIDENT, player)
    game.tell(CompanyStarted(player=player, company=company, price=price, payee=company))


# 3.3.3 Withdrawal


def withdraw(game: Game, company: str) -> None:
    now = game.state.round
    forfeit(game, company)
    change(game, company, owner="", withdrawn=now.turn if now.kind == "stock" else 0)
    game.tell(ConcessionWithdrawn(company=company))
    game.tell(StateLost(company=company, state=line_state(game, company)))


def forfeit(game: Game, company: str) -> None:
    """What lies on a concession goes to the bank."""
    amount = south(game).concessions[company].deposit
    if amount:
        change(game, company, deposit=0)
        game.pay(DEPOSITS, BANK, amount)
        game.tell(DepositForfeited(amount=amount, company=company))


class Rescue(Question, frozen=True, tag="rescue"):
    """3.3.3.3: the new president may acquire the withdrawn concession at once."""

    company: str
    player: str

    word = "rescue"
    label = term("withdrawn concession")
    asks = Prompt(term("Take the concession of {company}?"), term("{player} is offered the concession of {company}"))

    def clause(self) -> str:
        return "18FB-3.3.3.3"

    def decider(self, game: Game) -> str:
        return self.player

    def corporation_of(self, game: Game) -> str:
        return self.company

    def due(self, game: Game, choice: str = TAKE) -> int:
        """The deposit that an answer costs."""
        is_done = line_state(game, self.company) is CompanyState.DEFINITIVE
        due = 0 if is_done else regular_deposit(game, self.company)
        return due // 2 if choice == AT_HALF else due

    def answers(self, game: Game) -> Sequence[str]:
        """R82: with Riseis also for half of the deposit."""
        due, cash = self.due(game), game.cash(self.player)
        prices = {TAKE: due}
        if due and may_halve(game, self.player):
            prices[AT_HALF] = self.due(game, AT_HALF)
        ways = [way for way, price in prices.items() if price <= cash] if is_bourbon_age(game) else []
        return (*ways, LEAVE)

    def proceed(self, game: Game) -> bool:
        """A president who lacks the money is still asked while he owns a card: he may sell it at any moment (R92)."""
        has_card = is_bourbon_age(game) and self.player in game.state.privates.values()
        return False if has_card else super().proceed(game)

    def answer(self, game: Game, choice: str) -> None:
        game.pop()
        due = self.due(game, choice)
        if choice == AT_HALF:
            use_riseis(game, self.player)
        if choice != LEAVE:
            grant(game, self.player, self.company, due)
