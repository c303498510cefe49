"""Where the site goes another way than our game: what would show there stops an export, with a sentence.

Which rules these are, and who is right, is told in PROVENANCE.md of 1849 by the numbers that are named here.
"""

from __future__ import annotations

import msgspec

from ferrovia.engine.flow import actions as ours
from ferrovia.engine.flow.auction import Auction
from ferrovia.engine.flow.events import CorporationClosed, PresidentAdded, PrivateForced, PrivateMarkedDown
from ferrovia.engine.flow.frame import Frame
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.stock import StockRound
from ferrovia.saying.message import Trouble
from ferrovia.titles.t1849.closing import LoanOrLeave
from ferrovia.titles.t1849.eighteenxx import steps
from ferrovia.titles.t1849.events import BondOwed
from ferrovia.titles.t1849.sicily import GARIBALDI, MESSINA, sicily


class SiteTrouble(Trouble, ValueError):
    """What the site's rules do not know."""


# Before an action


def check_leaving(game: Game, player: str) -> None:
    """19: private companies of a player who leaves are closed here."""
    if player in game.state.privates.values():
        text = "On the site {player} would keep private companies after leaving the game."
        raise SiteTrouble(text, player=player)


def check_bankrupt(game: Game, turn: OperatingTurn) -> None:
    """25: on the site all that can be sold is sold for the president, and more than can be sold here."""
    president = game.president(turn.corporation)
    if steps.may_sell_half(game, president, besides=turn.corporation):
        text = (
            "Before a bankruptcy the site would sell half of a president's certificate of {player}, by a fault of its"
            " own."
        )
        raise SiteTrouble(text, player=president)


def check_train(corporation: str, notes: steps.Notes) -> None:
    """24: the step is passed over there, whatever the corporation needs."""
    if notes.without_trains:
        text = (
            "The earthquake has closed AFG in its own purchase, and then the site passes over the trains of"
            " {corporation}, by a fault of its own."
        )
        raise SiteTrouble(text, corporation=corporation)


def check_bought_token(game: Game, seller: str) -> None:
    """27: a home that was lost in Messina is no longer the home there, but the next token is."""
    own = sicily(game)
    if seller == GARIBALDI and own.garibaldi_home == MESSINA and seller in own.lost_tokens:
        text = "Since the earthquake the site takes another token of {seller} for its home, by a fault of its own."
        raise SiteTrouble(text, seller=seller)


# After an action, which was played on what lay on top of the agenda


def check_played(game: Game, top: Frame, action: ours.Action, was_bankrupt: bool) -> None:
    """Raise `SiteTrouble` if the site stands elsewhere now; `was_bankrupt` by this action or the one before."""
    _check_auction(game, top)
    _check_closings(game, action)
    if not game.over and isinstance(game.top, LoanOrLeave):
        _check_loan(game, was_bankrupt)


def _check_auction(game: Game, top: Frame) -> None:
    """22: while nobody buys the first company, the site goes on with the next player."""
    if not isinstance(top, Auction):
        return
    following = game.left_of(top.player)
    for event in game.events:
        if isinstance(event, PrivateForced):
            first = event.player
        elif isinstance(event, PrivateMarkedDown):
            first = game.top.decider(game)
        else:
            continue
        if first != following:
            text = "While nobody buys {private}, the auction goes on with {following} there; here {first} begins again."
            raise SiteTrouble(text, private=event.private, following=following, first=first)


def _check_closings(game: Game, action: ours.Action) -> None:
    closed = {event.corporation for event in game.events if isinstance(event, CorporationClosed)}
    is_sale = isinstance(action, ours.SellShares)
    for event in game.events:
        if isinstance(event, BondOwed):  # 18
            text = "On the site nobody pays for the bond of a corporation that closes; here {president} has to."
            raise SiteTrouble(text, president=event.president)
        if is_sale and isinstance(event, PresidentAdded) and event.corporation in closed:  # 20
            text = "On the site {corporation} takes no money of its president with it when a sale closes it."
            raise SiteTrouble(text, corporation=event.corporation)


def _check_loan(game: Game, was_bankrupt: bool) -> None:
    if not was_bankrupt:  # 19
        raise SiteTrouble("The site offers the loan only to a president who could not pay for a train.")
    if not game.market_order():  # 23
        raise SiteTrouble("Where no corporation is left the site offers no loan, by a fault of its own.")


class LastDeal(msgspec.Struct, frozen=True):
    """26: a sale that closed a corporation and left its seller nothing to do: the site must not end a round with it."""

    round: str = ""
    corporation: str = ""

    def after(self, game: Game, top: Frame, action: ours.Action, before: str) -> LastDeal:
        """The last deal of a stock round, if it is such a sale; raises `SiteTrouble` when the round is over with it."""
        last = self._now(game, top, action, before)
        if last.corporation and last.round != str(game.state.round):
            text = (
                "The site does not end a stock round as it should whose last deal closed {corporation},"
                " by a fault of its own."
            )
            raise SiteTrouble(text, corporation=last.corporation)
        return last

    def _now(self, game: Game, top: Frame, action: ours.Action, before: str) -> LastDeal:
        if not isinstance(top, StockRound) or isinstance(action, ours.Pass):
            return self
        closed = next((event.corporation for event in game.events if isinstance(event, CorporationClosed)), "")
        now = game.find(StockRound) if not game.over else None
        goes_on = str(game.state.round) == before and now is not None and now.acted and now.player == top.player
        return LastDeal(before, closed) if isinstance(action, ours.SellShares) and not goes_on else LastDeal()
