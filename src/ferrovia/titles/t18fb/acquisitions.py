"""3.7.3: majors and nationals that acquire regional companies, from PH6."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.closing import bequeath_trains
from ferrovia.engine.flow.facets.operating import Power
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.titles.t18fb import components, earnings, places
from ferrovia.titles.t18fb.actions import Acquire
from ferrovia.titles.t18fb.bankruptcy import retire
from ferrovia.titles.t18fb.components import place
from ferrovia.titles.t18fb.destinations import place_token
from ferrovia.titles.t18fb.emergency import is_bound
from ferrovia.titles.t18fb.events import RegionalAcquired, TokenSucceeded, TreasuryKept
from ferrovia.titles.t18fb.lines import reaches
from ferrovia.titles.t18fb.regionals import nominal_value
from ferrovia.titles.t18fb.south import add_markers, has_come, is_regional, keep, phase_number, south

MAY_BE_ACQUIRED = "regionals_may_be_acquired"


def price(game: Game, regional: str) -> int:
    """3.7.3.2, R64: the full earnings its trains could make now, and its nominal value."""
    return earnings.earnings(game, regional).total + nominal_value(regional)


class Acquisition(Power):
    """3.7.3.1: at any moment of the turn of a major or national."""

    actions = (Acquire,)

    def choices(self, game: Game, turn: OperatingTurn) -> Iterator[Acquire]:
        company = turn.corporation
        if has_come(game, MAY_BE_ACQUIRED) and not is_regional(company):
            for regional in components.regionals():
                if self.refusal(game, turn, Acquire(regional)) is None:
                    yield Acquire(regional)

    def refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        assert isinstance(action, Acquire)
        company, regional = turn.corporation, action.company
        names = {"company": company, "regional": regional}
        if not has_come(game, MAY_BE_ACQUIRED) or is_regional(company):
            return Refusal("18FB-3.7.3.1", "{company} cannot acquire a regional company now.", **names)
        if company in south(game).leases:
            return Refusal("18FB-R63", "{company} must pay for its leased train before it acquires a company.", **names)
        if is_bound(game, turn):
            return Refusal("18FB-R91", "{company} is raising money for a train and cannot acquire a company.", **names)
        if not is_regional(regional) or game.holders(regional)[0] not in game.players:
            return Refusal("18FB-R64", "{regional} is not a regional company owned by a player.", **names)
        cost, cash = price(game, regional), game.cash(company)
        if cash < cost:
            text = "{regional} costs {cost:money}; {company} has {cash:money}."
            return Refusal("18FB-3.7.3.4", text, cost=cost, cash=cash, **names)
        if not _is_connected(game, company, place(places.home_stop(game, regional))):
            return Refusal("18FB-3.7.3.3", "No line of {company} leads to the home of {regional}.", **names)
        return None

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        assert isinstance(action, Acquire)
        company, regional = turn.corporation, action.company
        owner, cost, own = game.holders(regional)[0], price(game, regional), south(game)
        game.pay(company, owner, cost)
        game.tell(RegionalAcquired(company=company, regional=regional, owner=owner, cost=cost))
        if game.cash(regional):
            game.tell(TreasuryKept(owner=owner, amount=game.cash(regional), regional=regional))
        game.pay(regional, owner, game.cash(regional))
        bequeath_trains(game, regional, company)
        add_markers(game, company, own.markers.get(regional, 0))
        _replace_token(game, company, regional)
        retire(game, regional)
        if not game.over:
            game.title.track.changed(game)


ACQUISITION = Acquisition()


def _is_connected(game: Game, company: str, home: str) -> bool:
    """A token there already counts (R65)."""
    if places.has_token(game, company, home):
        return True
    return home in reaches(game.layout, game.title.tokens.route_starts(game, company), phase_number(game))


def _replace_token(game: Game, company: str, regional: str) -> None:
    """3.7.3.8, R65, R89: in the slot of the regional, so that one kept for the company in that city goes."""
    stop = next(iter(game.state.stations[regional]), None)
    if stop is None or not game.state.tokens[company] or places.has_token(game, company, place(stop)):
        return
    is_kept = places.is_kept_for(game, company, stop)
    game.tell(TokenSucceeded(company=company, regional=regional, hex=hex_of(stop)))
    place_token(game, company, stop)
    if is_kept:  # only now: a destination of the charter has its bonus (3.5.3.2)
        keep(game, given_up=(*south(game).given_up, (company, place(stop))))
