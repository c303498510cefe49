"""Sections 4, 5.7, 6.0 and 9: how rounds follow one another, what phases bring, and how the game ends."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from ferrovia.engine.finance.market import Direction
from ferrovia.engine.flow.facets.calendar import CalendarRules, PhaseEvents
from ferrovia.engine.flow.frame import Procedure
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingRound
from ferrovia.saying.message import term
from ferrovia.titles.t1883 import (
    components,
    concessions,
    cooperative,
    event_cards,
    gravity,
    merger,
    privates,
    raids,
    setup,
)
from ferrovia.titles.t1883.corporations import PRESIDENTS_SHARES, may_launch
from ferrovia.titles.t1883.emilia import CCFR, FROZEN, SARSA, emilia, is_cooperative, keep


def _change_deck(game: Game, number: int) -> None:
    keep(game, deck=tuple(game.shuffled(components.event_deck(number))))


def _change_to_last_deck(game: Game) -> None:
    _change_deck(game, 3)
    if setup.BOMBS_AWAY in game.settings.options and not emilia(game).raids_done:
        raids.begin(game)  # 1883-12.3.1


def _capitalise(game: Game) -> None:
    if setup.MANDATORY_MERGING in game.settings.options:
        merger.demand(game)  # 1883-12.1.2: the merger comes first, when the turn is over
    else:
        cooperative.capitalise(game)


class EmilianCalendar(CalendarRules):
    """The usual calendar, with a deck of events, concessions that run out and a co-operative that changes leaders."""

    # 4.0; without a procedure of their own: read off the phase where they are asked for
    phase_events: ClassVar[PhaseEvents] = {
        "ccfr_receives_3": partial(cooperative.receive, gift="3"),
        "ccfr_receives_4": partial(cooperative.receive, gift="4"),
        "event_deck_2": partial(_change_deck, number=2),
        "event_deck_3": _change_to_last_deck,
        "close_privates": privates.close_all,
        "ccfr_capitalised": _capitalise,
        "unsold_concessions_removed": concessions.remove_unsold,
        "fsf_second_tile_ends": None,
        "sefta_may_merge": None,
        "coaches_on_plain": None,
    }

    def phase_event(self, game: Game, event: str) -> None:
        super().phase_event(game, event)
        if emilia(game).ccfr == FROZEN:
            cooperative.give_up_surplus(game)
        for corporation in game.title.box.corporations:
            gravity.return_surplus(game, corporation)

    def stock_round_begins(self, game: Game) -> None:
        keep(game, launched=(), waiting=(), concession_buyers=(), hot_autumn=False, limit_players=len(game.players))

    def price_answer(self, game: Game, corporation: str) -> Direction | None:
        """5.7: sold-out corporations rise, in price order; a co-operative never does."""
        if corporation == CCFR and is_cooperative(game):
            return None
        return super().price_answer(game, corporation)

    def begin_set(self, game: Game) -> None:
        if game.state.round.turn == 1:
            cooperative.choose_first_leader(game)
        super().begin_set(game)

    def operating_round_begins(self, game: Game) -> None:
        """6.0: private income and counters, the event, the corporations."""
        keep(game, operated_before=game.state.operated)
        game.title.privates.pay_revenue(game)
        concessions.advance_counters(game)
        game.push(OperatingRound())
        if emilia(game).first_round_over:
            event_cards.draw(game)
        keep(game, first_round_over=True)

    def operating_round_over(self, game: Game) -> None:
        """6.11: overdue concessions are settled before the round is over."""
        game.push(RoundEnd())
        concessions.check_deadlines(game)

    def dead_end(self, game: Game) -> str:
        return term("no corporation operates and nobody can launch one") if is_dead(game) else ""


class RoundEnd(Procedure, frozen=True, tag="round_end"):
    """What closes an operating round once all penalties are paid."""

    def proceed(self, game: Game) -> bool:
        game.pop()
        done = tuple(name for name in game.market_order() if name in game.state.operated)
        keep(game, operated_last=done)
        event_cards.end_of_round(game)
        cooperative.rotate(game)
        game.title.calendar.next_round(game)
        return True


def is_dead(game: Game) -> bool:
    """R71: nothing can ever happen again: nobody operates, nothing pays, and no launch can be afforded."""
    if game.title.operating.order(game) or any(owner in game.state.seats for owner in game.state.privates.values()):
        return False
    cheapest = min(game.phase.start_values) * PRESIDENTS_SHARES
    can_be_launched = emilia(game).waiting or list(may_launch(game))
    return not can_be_launched or all(game.cash(player) < cheapest for player in game.players)


def entered(game: Game, corporation: str) -> None:
    """9.0: SARSA on the highest value ends the game at once."""
    if corporation == SARSA:
        clause = "1883-9.0.4" if game.state.round.kind == "operating" else "1883-9.0.5"
        game.end(clause, term("SARSA has reached the highest share value"))
