"""1.1, 2.1, 3.2.11, 3.3.7 and 4: how rounds follow one another, what phases bring, and the end."""

from __future__ import annotations

from typing import ClassVar

from ferrovia.engine.finance.certificates import OFFER, POOL
from ferrovia.engine.finance.market import Direction
from ferrovia.engine.flow.facets.calendar import CalendarRules, PhaseEvents
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import Round
from ferrovia.saying.message import term
from ferrovia.titles.t18fb import nationals, political, regionals, stock, trains, unification
from ferrovia.titles.t18fb.events import SeatsTaken
from ferrovia.titles.t18fb.south import BESIDE, is_regional, keep, south
from ferrovia.titles.t18fb.states import CompanyState, is_operational, state_of

POLITICAL, REGIONAL = "political", "regional"
ROUND_NAMES = (term("POLITICAL"), term("REGIONAL"))  # as `Round.message` says them


class SouthernCalendar(CalendarRules):
    """The usual calendar, with the Political Round before it and the Regional Round in it."""

    stock_round = stock.SouthernStockRound

    def settle(self, game: Game) -> None:
        if south(game).leases:
            nationals.repay_leases(game)

    # 2.1, R49: in their order; without a procedure of their own: read off the phase where they are asked for
    phase_events: ClassVar[PhaseEvents] = {
        "delahante_may_use_rome": None,
        "concessions_half_deposit": None,
        "closed_passes_open": None,
        "rome_slots_open": None,
        "vesuvio_slot_open": None,
        "concessions_free": None,
        "garibaldi": unification.garibaldi,
        "political_cards_close": political.discard_all,
        "concessions_discarded": unification.discard_concessions,
        "building_and_frozen_become_definitive": None,
        "full_capital_at_60_percent": None,
        "sfm_available": None,
        "regional_round_after_this_operating_round": unification.regional_round_is_due,
        "regional_trains_available": None,
        "ph5_trains_wear_out": None,
        "rm_forms": nationals.begin,
        "ra_forms": None,
        "regionals_may_be_acquired": None,
    }

    def stock_round_begins(self, game: Game) -> None:
        keep(game, declined=())

    def price_answer(self, game: Game, corporation: str) -> Direction | None:
        """2.2.5.6, R70: up where nothing lies in offer or pool, if its state allows it; a treasury stops no rise."""
        away = {OFFER, POOL, BESIDE} & set(game.holders(corporation))
        return Direction.UP if not away and is_operational(game, corporation) else None

    def operating_round_begins(self, game: Game) -> None:
        keep(game, declined=())
        super().operating_round_begins(game)  # 18FB-3.5.1: the income of the cards, then the companies

    def operating_round_over(self, game: Game) -> None:
        """2.6.5: a train withers; 3.2: the Regional Round follows the round of the first PH5 train, unless that was
        the last of the game (R81)."""
        trains.wither(game)
        now = game.state.round
        if south(game).regional_round == "due" and not self.is_last(game, now):
            keep(game, regional_round="done", declined=())
            game.begin(Round(REGIONAL, now.turn, now.number, now.of))
            regionals.begin_round(game)
        else:
            self.next_round(game)

    def is_last(self, game: Game, now: Round) -> bool:
        """4.1, 4.4: whether a round ends the set in which, or before which, the bank ran out (R67, R81)."""
        has_set_to_come = now.kind == REGIONAL == game.state.bank_broken
        return super().is_last(game, now) and not has_set_to_come

    def dead_end(self, game: Game) -> str:
        return term("no company operates and nobody can start one") if is_dead(game) else ""

    def stock_value(self, game: Game, corporation: str, percent: int) -> int:
        """4.6, 4.7: shares at market value, regionals at nominal value."""
        if is_regional(corporation):
            return regionals.nominal_value(corporation)
        return super().stock_value(game, corporation, percent)


def regional_round_over(game: Game) -> None:
    """3.6.2.6, 3.6.2.8: the tokens are placed, and what was due comes next."""
    regionals.settle_unsold(game)
    regionals.place_tokens(game)
    game.title.track.changed(game)
    game.title.calendar.next_round(game)


def seat_by_cash(game: Game) -> None:
    """3.2.11, 3.2.12: by cash, most first; players with equal cash keep their order."""
    game.seat(sorted(game.state.seats, key=lambda player: -game.cash(player)))
    game.tell(SeatsTaken(order=game.state.seats))


def is_dead(game: Game) -> bool:
    """R77: nothing can ever happen again: no card pays, no company can act, and nobody can buy or start anything."""
    if any(owner in game.players for owner in game.state.privates.values()):
        return False
    companies = game.title.operating.order(game)
    if any(game.trains(name) or state_of(game, name) is not CompanyState.FROZEN for name in companies):
        return False
    turns = [stock.SouthernStockRound(player) for player in game.players]
    return all(next(turn.deals(game), None) is None for turn in turns)
