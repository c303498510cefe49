"""Corporations: how they are started, who presides over them, and whether they are in business."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.finance.certificates import OFFER, PRESIDENT
from ferrovia.engine.flow.events import Floated, HomeTaken, Started
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK

if TYPE_CHECKING:
    from ferrovia.engine.flow.actions import Start
    from ferrovia.engine.flow.game import Game


class CorporationRules:
    """How a corporation comes into business, and who decides for it."""

    certificates_at_start: int = 0  # how many may be added to the president's one in the same turn
    # How many per cent must be sold before it operates; then the bank pays for all of its stock at par. With 0 it
    # operates once it is started, and is paid for what it sells.
    floats_at: int = 0

    def may_start(self, game: Game) -> Iterable[str]:
        """The corporations that can be started now."""
        return (name for name in game.state.certificates if not game.is_started(name))

    def start_refusal(self, game: Game, player: str, action: Start) -> Refusal | None:
        """Why a player may not start a corporation at a share value."""
        names = {"player": player, "corporation": action.corporation, "price": action.price}
        if action.corporation not in self.may_start(game):
            return Refusal("start.now", "{corporation} cannot be started now.", **names)
        if action.price not in game.phase.start_values:
            text = "A corporation cannot be started at {price:money} a share in phase {phase}."
            return Refusal("start.price", text, phase=game.state.phase, **names)
        if game.certificate_count(player) >= game.title.stock.certificate_limit(game):
            return Refusal(
                "start.certificate_limit", "{player} already holds as many certificates as the limit allows.", **names
            )
        cost = presidents_cost(game, action.corporation, action.price)
        if game.cash(player) < cost:
            text = "The president's certificate costs {cost:money}; {player} has {cash:money}."
            return Refusal("start.cash", text, cost=cost, cash=game.cash(player), **names)
        return None

    def start(self, game: Game, player: str, action: Start) -> None:
        """Open the corporation for its new president: its price, the certificate, its home."""
        corporation, par = action.corporation, action.price
        place = game.holders(corporation)[PRESIDENT]
        game.put_on_market(corporation, game.title.box.market.start_cell(par))
        game.set_par(corporation, par)
        game.pay(player, game.title.stock.payee(game, corporation, place), presidents_cost(game, corporation, par))
        game.hand_over(corporation, PRESIDENT, player)
        game.tell(Started(player, corporation, par))
        for hex_id in game.corporation(corporation).homes:
            game.place_token(corporation, stop_id(hex_id))
            game.tell(HomeTaken(corporation, hex_id))
        game.title.track.changed(game)
        self.may_float(game, corporation)

    def has_floated(self, game: Game, corporation: str) -> bool:
        """Whether enough of a corporation is sold for it to operate."""
        return corporation in game.state.floated if self.floats_at else self.is_open(game, corporation)

    def may_float(self, game: Game, corporation: str) -> None:
        """Stock was bought: a corporation floats as soon as enough of it is sold."""
        if not self.floats_at or corporation in game.state.floated:
            return
        if 100 - game.percent(corporation, OFFER) >= self.floats_at:
            capital = game.state.pars[corporation] * 100 // game.share(corporation)
            game.note_floated(corporation)
            game.pay(BANK, corporation, capital)
            game.tell(Floated(corporation, capital))

    def is_open(self, game: Game, corporation: str) -> bool:
        """Whether a corporation is in business; in most titles that is to have a price."""
        return game.is_started(corporation)

    def president(self, game: Game, corporation: str) -> str:
        """The player who decides for a corporation."""
        return game.holders(corporation)[PRESIDENT]

    def takeover_margin(self, game: Game) -> int:
        """By how many per cent somebody must exceed the president's holding to become president."""
        return 1

    def presidency_changed(self, game: Game, corporation: str, outgoing: str) -> None:
        """A corporation has a new president."""


def presidents_cost(game: Game, corporation: str, par: int) -> int:
    """What the president's certificate costs at a par."""
    return par * game.sizes(corporation)[PRESIDENT] // game.share(corporation)
