"""Emergency money: the president pays for the train that the corporation must have and cannot afford."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Self

import msgspec

from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.actions import Action, Bankrupt, BuyTrain, IssueShares, SellShares
from ferrovia.engine.flow.frame import not_now
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.shares import Sale, plan_sale, possible_sales, sell


class Emergency(msgspec.Struct, frozen=True):
    """A corporation must buy a train for more than it has."""

    corporation: str
    president: str
    price: int  # of the cheapest train in bank and pool
    missing: int  # what treasury and president's cash together lack; 0 or less: the train can be bought

    def choices(self, game: Game) -> Iterator[Action]:
        if self.missing <= 0:
            return
        sales: list[Action] = [SellShares(sale.corporation, sale.certificates) for sale in self._sales(game)]
        yield from sales or [Bankrupt()]

    def _sales(self, game: Game) -> Iterator[Sale]:
        if self._vain_refusal(game) is not None:
            return
        for sale in self._fitting(game):
            if self._ruin_refusal(game, sale) is None:
                yield sale

    def _fitting(self, game: Game) -> Iterator[Sale]:
        """Sales that are legal by themselves, whatever can be raised after them."""
        for corporation in game.state.certificates:
            for sale in possible_sales(game, self.president, corporation):
                if self._sale_refusal(game, sale) is None:
                    yield sale

    # Where nothing is sold for nothing

    def _vain_refusal(self, game: Game) -> Refusal | None:
        """Why a president who cannot raise enough sells no stock."""
        if not game.title.trains.sales_must_suffice or self._suffices(game, set()):
            return None
        return Refusal(
            "emergency.in_vain",
            "{missing:money} is missing, more than {president} could raise by selling: nothing is sold.",
            missing=self.missing,
            president=self.president,
        )

    def _ruin_refusal(self, game: Game, sale: Sale) -> Refusal | None:
        """Why a president who could raise enough does not make a sale after which the rest is out of reach."""
        if not game.title.trains.sales_must_suffice:
            return None
        rest, after = self._after(game, sale)
        if rest._is_void(after) or rest._suffices(after, set()):
            return None
        return Refusal(
            "emergency.ruin",
            "After this sale {president} could not raise all of the {missing:money}; other sales would.",
            president=self.president,
            missing=self.missing,
        )

    def _after(self, game: Game, sale: Sale) -> tuple[Self, Game]:
        """What is still missing after a sale, and the game as it would stand."""
        after = game.fork()
        after.events = []  # what is only tried out is not told
        sell(after, sale)
        brought = after.cash(self.president) - game.cash(self.president)
        return msgspec.structs.replace(self, missing=self.missing - brought), after

    def _is_void(self, game: Game) -> bool:
        """Whether nothing has to be raised any more because the corporation has closed."""
        return not game.title.corporations.is_open(game, self.corporation)

    def _suffices(self, game: Game, dead_ends: set[tuple[object, ...]]) -> bool:
        """Whether some sales, one after the other, bring what is missing.

        As sales never raise a price, all of each corporation at once is the most; mostly that settles it, and the
        first order that is tried, the largest sales first, succeeds.
        """
        if self.missing <= 0:
            return True
        position = (game.state.market, *game.state.certificates.values())
        if self._is_void(game) or position in dead_ends or self._most(game) < self.missing:
            return False
        for sale in sorted(self._fitting(game), key=partial(self._late, game)):
            rest, after = self._after(game, sale)
            if rest._suffices(after, dead_ends):
                return True
        dead_ends.add(position)
        return False

    def _late(self, game: Game, sale: Sale) -> tuple[bool, int]:
        """How late a sale is tried: the largest first, those of the corporation itself at the end."""
        return sale.corporation == self.corporation, -game.price(sale.corporation) * sale.shares

    def _most(self, game: Game) -> int:
        """More than this no sales can bring: of each corporation all that may be sold, together at one price."""
        total = 0
        for corporation in game.state.certificates:
            shares = [sale.shares for sale in self._legal(game, corporation)]
            total += max(shares) * game.price(corporation) if shares else 0
        return total

    # What is legal by itself, and what is more than needed

    def _legal(self, game: Game, corporation: str) -> Iterator[Sale]:
        """What may be sold of a corporation, however much is missing."""
        for sale in possible_sales(game, self.president, corporation):
            if self._presidency_refusal(game, sale) is None:
                yield sale

    def brings(self, game: Game, corporation: str, shares: int) -> int:
        """What a sale of so many shares brings."""
        return game.price(corporation) * shares

    def _less_is_enough(self, game: Game, sale: Sale, missing: int) -> bool:
        """Whether fewer shares of the corporation would do: a smaller sale counts only where it is legal itself."""
        return any(
            smaller.shares < sale.shares and self.brings(game, sale.corporation, smaller.shares) >= missing
            for smaller in self._legal(game, sale.corporation)
        )

    # Why not

    def refusal(self, game: Game, action: Action) -> Refusal | None:
        match action:
            case SellShares(corporation=corporation, certificates=certificates):
                plan = plan_sale(game, self.president, corporation, certificates)
                if isinstance(plan, Refusal):
                    return plan
                return self._sale_refusal(game, plan) or self._vain_refusal(game) or self._ruin_refusal(game, plan)
            case Bankrupt():
                if self.missing <= 0 or next(self._sales(game), None) is not None:
                    return Refusal("emergency.go_on", "{president} can still raise money.", president=self.president)
                return None
            case IssueShares():
                return Refusal(
                    "emergency.no_issue",
                    "{corporation} may not issue stock to pay for the train it must buy.",
                    corporation=self.corporation,
                )
        return not_now(action, "trains")

    def _sale_refusal(self, game: Game, sale: Sale) -> Refusal | None:
        if self.missing <= 0:
            return Refusal(
                "emergency.enough", "Enough has been raised: {president} must stop selling.", president=self.president
            )
        barred = self._presidency_refusal(game, sale)
        if barred:
            return barred
        rest = sale.shares - min(sale.certificates) // sale.share
        is_large = self.brings(game, sale.corporation, rest) >= self.missing
        if is_large and self._less_is_enough(game, sale, self.missing):
            return Refusal(
                "emergency.enough",
                "Only {missing:money} is missing: fewer certificates of {corporation} are enough.",
                missing=self.missing,
                corporation=sale.corporation,
            )
        if self._gives_up(sale) and self.brings(game, sale.corporation, sale.shares) < self.missing:
            return Refusal(
                "emergency.last",
                "This sale ends the presidency of {president}: it must be the last one and raise all the rest.",
                president=self.president,
            )
        return None

    def _gives_up(self, sale: Sale) -> bool:
        """Whether another becomes president of the corporation for which money is raised."""
        return bool(sale.successor) and sale.corporation == self.corporation

    def _presidency_refusal(self, game: Game, sale: Sale) -> Refusal | None:
        """Why the president may not give up the corporation for which money is raised."""
        if not self._gives_up(sale) or not game.title.trains.president_must_stay:
            return None
        return Refusal(
            "emergency.own_presidency",
            "{president} may not lose the presidency of {corporation} by this sale.",
            president=self.president,
            corporation=self.corporation,
        )

    def purchase_refusal(self, game: Game, action: BuyTrain) -> Refusal | None:
        """Why a train of bank or pool may not be bought with the president's help."""
        if action.price != self.price:
            return Refusal(
                "emergency.cheapest",
                "With the president's help only the cheapest train may be bought, for {price:money}.",
                price=self.price,
            )
        if self.missing > 0:
            return Refusal(
                "emergency.missing",
                "{missing:money} is still missing: {president} must sell stock first.",
                missing=self.missing,
                president=self.president,
            )
        return None


def emergency(game: Game, turn: OperatingTurn, on_sale: Sequence[str] | None = None) -> Emergency | None:
    """The emergency a corporation is in at its train step, if it is in one.

    `on_sale` are the trains it could buy from bank and pool, where that is not all they have.
    """
    corporation = turn.corporation
    if any(game.title.box.trains[train].meets_duty for train in game.trains(corporation)):
        return None
    if on_sale is None:
        on_sale = (*game.title.trains.on_sale(game), *game.trains(POOL))
    names = [train for train in on_sale if game.title.box.trains[train].meets_duty]
    price = min((game.title.box.trains[train].cost for train in names), default=None)
    cash = game.cash(corporation)
    if price is None or cash >= price or not game.title.trains.must_own(game, corporation):
        return None
    president = game.president(corporation)
    return Emergency(corporation, president, price, price - cash - game.cash(president))
