"""3.7.1 and 3.7.2: Rete Mediterranea and Rete Adriatica form, each out of two companies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.finance.certificates import OFFER, POOL, PRESIDENT
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.closing import bequeath
from ferrovia.engine.flow.events import PresidentChanged
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingRound, OperatingTurn
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.questions import Question
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.shares import exchange_presidency
from ferrovia.engine.flow.state import BANK
from ferrovia.saying.message import term
from ferrovia.titles.t18fb import components
from ferrovia.titles.t18fb.bankruptcy import retire
from ferrovia.titles.t18fb.components import company_table, place
from ferrovia.titles.t18fb.events import (
    CompanyJoined,
    InvestmentTakenOver,
    LeasePaid,
    MergerAnswered,
    NationalFormed,
    NationalStockReceived,
    OddSharePaid,
    TokenGivenUp,
    TrainLeased,
)
from ferrovia.titles.t18fb.places import NAPOLI
from ferrovia.titles.t18fb.south import BESIDE, keep, south
from ferrovia.titles.t18fb.trains import replenish

YES, NO = term("merge"), term("refuse")
OLD_FOR_ONE = 2  # old shares for a new one
FOR_PRESIDENT = 4  # old shares for the president's certificate


def begin(game: Game) -> None:
    """3.7.1: both form at once, RM first (R57); players exchange from the one who began PH6."""
    turn = game.find(OperatingTurn)
    assert turn is not None
    first = game.president(turn.corporation)
    keep(game, exchange_order=(first, *game.to_the_left(first)))
    for national in reversed(components.nationals()):
        game.push(Formation(national))


class Formation(Question, frozen=True, tag="formation"):
    """The presidents of the candidates are asked, the dearest first, until two companies are found."""

    national: str
    asked: tuple[str, ...] = ()
    willing: tuple[str, ...] = ()

    word = "merger"
    label = term("merger")
    asks = Prompt(
        term("Let {corporation} join {national}?"), term("{player} is asked whether {corporation} joins {national}")
    )

    def clause(self) -> str:
        return "18FB-3.7.1.3"

    def _candidates(self, game: Game) -> list[str]:
        """R58: a closed company only where there are not two others."""
        names, closed = company_table(self.national)["merges"], south(game).closed
        left = [name for name in names if name not in closed]
        return [*left, *(name for name in names if name in closed)][: max(len(left), 2)]

    def floated(self, game: Game) -> list[str]:
        """The floated candidates in stock-market order."""
        candidates = self._candidates(game)
        return [name for name in game.market_order() if name in candidates and name in game.state.floated]

    def unfloated(self, game: Game) -> list[str]:
        """R58: those with value zero: never started, started below 60%, or closed."""
        return [name for name in self._candidates(game) if name not in game.state.floated]

    def _next(self, game: Game) -> str | None:
        """Whom to ask next: nobody once two are willing, or once no more than two have not refused (3.7.1.6)."""
        refused = len(self.asked) - len(self.willing)
        if len(self.willing) == 2 or len(self._candidates(game)) - refused == 2:
            return None
        return next((name for name in self.floated(game) if name not in self.asked), None)

    def decider(self, game: Game) -> str:
        company = self._next(game) or self.willing[0]
        return game.president(company)

    def corporation_of(self, game: Game) -> str:
        return self._next(game) or self.willing[0]

    def answers(self, game: Game) -> Sequence[str]:
        if self._next(game) is not None:
            return (YES, NO)
        return self.unfloated(game)  # 3.7.1.8: the president picks the second company

    def refusal(self, game: Game, action: Action) -> Refusal | None:
        refusal = super().refusal(game, action)
        is_pick = self._next(game) is None
        return refusal.cited("18FB-3.7.1.8") if refusal is not None and is_pick else refusal

    def proceed(self, game: Game) -> bool:
        if self._next(game) is not None:
            return False
        missing = 2 - len(self.willing)
        unfloated = self.unfloated(game)
        if missing == 1 and len(unfloated) > 1:
            return False
        self._merge(game, (*self.willing, *self._forced(game, missing)))
        return True

    def _forced(self, game: Game, missing: int) -> list[str]:
        """3.7.1.5 to 3.7.1.9: the lowest must; of unfloated companies lots decide."""
        unfloated = self.unfloated(game)
        if missing == 2 and len(unfloated) > 2:
            return game.shuffled(unfloated)[:2]
        floated = [name for name in reversed(self.floated(game)) if name not in self.willing]
        return [*unfloated, *floated][:missing]

    def answer(self, game: Game, choice: str) -> None:
        company = self._next(game)
        if company is None:
            self._merge(game, (*self.willing, choice))
            return
        willing = (*self.willing, company) if choice == YES else self.willing
        game.change(msgspec.structs.replace(self, asked=(*self.asked, company), willing=willing))
        game.tell(MergerAnswered(company=company, answer="merge" if choice == YES else "refuse"))

    def _merge(self, game: Game, pair: Sequence[str]) -> None:
        game.pop()
        form(game, self.national, tuple(pair))


# The formation, step by step


def form(game: Game, national: str, pair: tuple[str, ...]) -> None:
    """3.7.1.10 to 3.7.1.29, in the order of the rules."""
    own = south(game)
    floated = [name for name in game.market_order() if name in pair and name in game.state.floated]
    game.tell(NationalFormed(national=national, first=pair[0], second=pair[1]))
    for name in pair:
        was: Literal["floated", "unfloated", "closed"] = "closed" if name in own.closed else "unfloated"
        game.tell(CompanyJoined(company=name, national=national, was="floated" if name in floated else was))
    market = game.title.box.market
    start = int(company_table(national)["unfloated_start_price"])
    cell = game.cell(floated[0]) if floated else market.start_cell(start)  # R88
    price = market.price(cell)
    _exchange_shares(game, national, pair, floated, price)
    _take_assets(game, national, pair)
    stations = {name: game.state.stations[name] for name in pair}
    has_operated = _has_operated(game, pair)
    for name in pair:
        if name not in own.gone:
            retire(game, name)
    game.put_on_market(national, cell)
    game.set_par(national, price)
    game.note_floated(national)
    _settle_presidency(game, national)
    _wait_if_operated(game, national, has_operated)
    _replace_tokens(game, national, stations)
    if not game.trains(national):
        _lease(game, national, company_table(national)["leases"])
    game.title.track.changed(game)


def _exchange_shares(game: Game, national: str, pair: tuple[str, ...], floated: list[str], price: int) -> None:
    """Two old shares for a new one: players, investing companies, treasury, pool; the rest is RM's own (R62)."""

    def old(holder: str) -> int:
        return sum(game.percent(name, holder) // game.share(name) for name in pair)

    new: dict[str, int] = {}
    president = ""
    players = [player for player in south(game).exchange_order if player in game.players]
    investors = [name for name in game.state.certificates if name not in pair]
    for holder in (*players, *investors):
        count = old(holder)
        new[holder] = count // OLD_FOR_ONE
        if not president and holder in players and count >= FOR_PRESIDENT:
            president = holder
        is_paid = any(game.percent(name, holder) for name in floated)
        if count % OLD_FOR_ONE and is_paid:  # R60
            game.pay(BANK, holder, price // 2)
            game.tell(OddSharePaid(holder=holder, amount=price // 2))
    treasury = sum(old(place) for place in (OFFER, BESIDE, *pair))
    new[POOL] = (old(POOL) + treasury % OLD_FOR_ONE) // OLD_FOR_ONE
    _issue(game, national, new, president)


def _issue(game: Game, national: str, new: dict[str, int], president: str) -> None:
    """Hand out the new certificates; what is left over lies in the national's treasury (3.7.1.19), the president's
    certificate too if nobody can take it (R90)."""
    holders = [national] * len(game.sizes(national))
    singles = iter(range(1, len(holders)))
    if president:
        holders[PRESIDENT] = president
    for holder, count in new.items():
        for _ in range(count - (2 if holder == president else 0)):
            number = next(singles, None)
            if number is not None:
                holders[number] = holder
    game.place_stock(national, holders)
    for holder in dict.fromkeys(holders):
        percent = game.percent(national, holder)
        game.tell(NationalStockReceived(holder=holder, percent=percent, corporation=national))


def _take_assets(game: Game, national: str, pair: tuple[str, ...]) -> None:
    """3.7.1.21, R61: money, trains, markers, certificates of others, the favour of Falcon."""
    own = south(game)
    for name in pair:
        bequeath(game, name, national)
        for other, holders in game.state.certificates.items():
            percent = game.percent(other, name)
            if other not in pair and percent:
                for number, holder in enumerate(holders):
                    if holder == name:
                        game.hand_over(other, number, national)
                game.tell(InvestmentTakenOver(heir=national, percent=percent, other=other, corporation=name))
    markers = {**own.markers, national: sum(own.markers.get(name, 0) for name in pair)}
    papal = (*own.papal, national) if set(pair) & set(own.papal) else own.papal
    keep(game, markers=markers, falcon=national if own.falcon in pair else own.falcon, papal=papal)


def _settle_presidency(game: Game, national: str) -> None:
    """3.7.1.20: whoever holds more than the holder of the president's certificate becomes president."""
    president = game.holders(national)[PRESIDENT]
    if president not in game.players:
        return
    order = (president, *game.to_the_left(president))
    most = max(order, key=lambda player: game.percent(national, player))
    if game.percent(national, most) > game.percent(national, president):
        exchange_presidency(game, national, most, (game.share(national),) * 2)
    else:
        game.tell(PresidentChanged(heir=president, corporation=national))


def _has_operated(game: Game, pair: tuple[str, ...]) -> bool:
    rounds = game.find(OperatingRound)
    return rounds is not None and any(name in rounds.done for name in pair)


def _wait_if_operated(game: Game, national: str, has_operated: bool) -> None:
    """3.7.1.29: it waits for the next round if one of the two has had its turn in this one."""
    rounds = game.find(OperatingRound)
    if rounds is not None and has_operated:
        game.change(OperatingRound((*rounds.done, national)))


def _replace_tokens(game: Game, national: str, stations: dict[str, tuple[StopId, ...]]) -> None:
    """3.7.1.24: one token where any of the two stood; R61: of two halves of Napoli its president picks one."""
    stops = list(dict.fromkeys(stop for found in stations.values() for stop in found))
    kept: list[StopId] = []
    for stop in stops:
        if place(stop) == NAPOLI or all(place(stop) != place(other) for other in kept):
            kept.append(stop)
        else:
            game.tell(TokenGivenUp(national=national, hex=hex_of(stop)))
    set_tokens(game, national, kept)
    halves = [stop for stop in kept if place(stop) == NAPOLI]
    if len(halves) > 1:
        game.push(NapoliToken(national, tuple(halves)))


def set_tokens(game: Game, national: str, stops: Sequence[StopId]) -> None:
    game.set_stations(national, stops, game.corporation(national).tokens - len(stops))


class NapoliToken(Question, frozen=True, tag="napoli_token"):
    """Both companies stood in Napoli: one of the two tokens stays."""

    national: str
    stops: tuple[StopId, ...]

    word = "token"
    label = term("token")
    asks = Prompt(
        term("Which token does {corporation} keep?"), term("{player} chooses which token {corporation} keeps")
    )

    def clause(self) -> str:
        return "18FB-R61"

    def decider(self, game: Game) -> str:
        return game.president(self.national)

    def corporation_of(self, game: Game) -> str:
        return self.national

    def answers(self, game: Game) -> Sequence[str]:
        return self.stops if game.president(self.national) in game.players else self.stops[:1]

    def answer(self, game: Game, choice: str) -> None:
        game.pop()
        dropped = [stop for stop in self.stops if stop != choice]
        set_tokens(game, self.national, [stop for stop in game.state.stations[self.national] if stop not in dropped])
        for stop in sorted(dropped):
            game.tell(TokenGivenUp(national=self.national, hex=hex_of(stop)))
        game.title.track.changed(game)


# 3.7.1.25 to 28 The lease


def _lease(game: Game, national: str, train: str) -> None:
    game.give_train(train, BANK, national)
    replenish(game)
    keep(game, leases={**south(game).leases, national: game.title.box.trains[train].cost})
    game.tell(TrainLeased(national=national, train=train))


def repay_leases(game: Game) -> None:
    """R63: as soon as a treasury holds the price, the leased train is paid."""
    for national, owed in south(game).leases.items():
        if game.cash(national) >= owed:
            keep(game, leases={name: debt for name, debt in south(game).leases.items() if name != national})
            game.pay(national, BANK, owed)
            game.tell(LeasePaid(national=national, owed=owed))
