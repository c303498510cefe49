"""Stock: what may be bought and sold, where and for how much, and what else belongs to a stock turn."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ferrovia.engine.finance.certificates import OFFER, POOL, top
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK

if TYPE_CHECKING:
    from ferrovia.engine.flow.decision import Choice
    from ferrovia.engine.flow.game import Game


class Extra(ABC):
    """Something besides stock that a player may do as the one purchase of a stock turn."""

    actions: tuple[type[Action], ...]
    ends_sales: bool = False  # whether nothing may be sold after it even where stock may be sold after buying

    @abstractmethod
    def choices(self, game: Game, player: str) -> Iterable[Choice]:
        """What may be bought."""

    @abstractmethod
    def refusal(self, game: Game, player: str, action: Action) -> Refusal | None:
        """Why it may not."""

    @abstractmethod
    def play(self, game: Game, player: str, action: Action) -> None:
        """Carry the purchase out."""


class StockRules:
    """What may be bought and sold in a stock turn."""

    sources: tuple[str, ...] = ("treasury", "pool")  # where players may buy stock
    sells_after_buying: bool = (
        False  # whether one who has bought may still sell in that turn, if they sold nothing before
    )
    extras: tuple[Extra, ...] = ()

    def certificate_limit(self, game: Game) -> int:
        """How many certificates a player may hold, by the number of those who sat down."""
        rows = game.title.box.sheet("game")["setup"]
        return int(next(row for row in rows if row["players"] == len(game.state.seats))["certificate_limit"])

    def sells_what_is_exchanged(self, game: Game) -> bool:
        """Whether a president who gives way, but keeps as much as that certificate, may sell what they get for it."""
        return True

    def uncounted(self, game: Game, player: str) -> int:
        """Certificates of a player that the limit does not count."""
        return 0

    def share_price(self, game: Game, corporation: str, source: str) -> int:
        """What a share costs that is bought from a place: its par while it is offered for the first time."""
        return game.state.pars[corporation] if source == OFFER else game.price(corporation)

    def next_certificate(self, game: Game, corporation: str, place: str) -> int | None:
        """The certificate of a corporation that is next to be bought from a place."""
        return top(game.holders(corporation), place)

    def payee(self, game: Game, corporation: str, place: str) -> str:
        """Who gets the money for a certificate that is bought from a place.

        A corporation that floats has its whole capital from the bank, so the bank is paid.
        """
        return BANK if place == POOL or game.title.corporations.floats_at else corporation

    def bought(self, game: Game, corporation: str) -> None:
        """A certificate was bought."""
        game.title.corporations.may_float(game, corporation)

    def purchase_refusal(self, game: Game, buyer: str, corporation: str, source: str) -> Refusal | None:
        """Why stock of a corporation cannot be bought for now, besides what holds for all."""
        return None

    def sale_refusal(self, game: Game, seller: str, corporation: str) -> Refusal | None:
        """Why no stock of a started corporation can be sold for now; most titles wait until it has operated."""
        if corporation in game.state.operated:
            return None
        text = "{corporation} has not operated yet, so its stock cannot be sold."
        return Refusal("sell.unoperated", text, corporation=corporation)

    def deal_refusal(self, game: Game, player: str, action: Action) -> Refusal | None:
        """Why a player may not make a deal in a stock round that is legal by itself."""
        return None

    def pass_refusal(self, game: Game, player: str) -> Refusal | None:
        """Why a player may not pass in a stock round, besides holding too many certificates."""
        return None
