"""The stock round: sell any stock, then buy one certificate or start a corporation, or pass."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

import msgspec

from ferrovia.engine.flow.actions import Action, BuyShare, Pass, SellShares, Start
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.events import Passed
from ferrovia.engine.flow.facets.stock import Extra
from ferrovia.engine.flow.frame import Frame, not_now
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.shares import Sale, buy, plan_sale, possible_sales, purchase_refusal, restack, sell
from ferrovia.engine.flow.wording import out_of
from ferrovia.saying.message import term

# By what may be done in a turn, before and after the first deal of it.
_FIRST_SALES = Prompt(term("Sell, then buy"), term("{player} sells, then buys"))
_BOTH = Prompt(term("Sell and buy"), term("{player} sells and buys"))
_SALES = Prompt(term("Sell, or pass"), term("{player} sells, or passes"))
_PURCHASES = Prompt(term("Buy, or pass"), term("{player} buys, or passes"))
_SALES_LEFT = Prompt(term("Sell, or end the turn"), term("{player} sells, or ends the turn"))
_PURCHASES_LEFT = Prompt(term("Buy, or end the turn"), term("{player} buys, or ends the turn"))
_NOTHING = Prompt(term("Nothing but passing"), term("{player} has nothing but passing"))


class StockRound(Frame, frozen=True, tag="stock_round"):
    """Players take turns until all of them pass in succession."""

    player: str
    passes: int = 0
    sold: tuple[tuple[str, str], ...] = ()  # (player, corporation) sold in this round
    # The turn in progress:
    acted: bool = False
    bought: bool = False
    sold_first: bool = False  # something was sold before the purchase
    no_more_sales: bool = False  # what was bought ends the sales of the turn
    order_before: tuple[str, ...] = ()  # market order before the first sale of the turn
    moved: tuple[str, ...] = ()  # corporations whose tokens this turn's sales have moved
    started: str = ""  # the corporation started this turn
    added: int = 0  # certificates bought along with its president's one

    word = "stock"
    label = term("stock")

    def prompt(self, game: Game) -> Prompt:
        choices = [*game.decision]
        sells = any(isinstance(choice, SellShares) for choice in choices)
        buys = any(not isinstance(choice, SellShares | Pass) for choice in choices)
        if sells and buys:
            return _BOTH if game.title.stock.sells_after_buying else _FIRST_SALES
        if not sells and not buys:
            return _NOTHING
        return (_SALES_LEFT if sells else _PURCHASES_LEFT) if self.acted else (_SALES if sells else _PURCHASES)

    def decider(self, game: Game) -> str:
        return self.player

    # What may be done

    def choices(self, game: Game) -> Iterator[Choice]:
        yield from self.deals(game)
        if self._pass_refusal(game) is None:
            yield Pass()

    def deals(self, game: Game) -> Iterator[Choice]:
        """All that may be sold or bought now."""
        yield from self._sales(game)
        yield from self._purchases(game)

    def _sales(self, game: Game) -> Iterator[Action]:
        if self._selling_is_over(game):
            return
        for corporation, holders in game.state.certificates.items():
            if self.player not in holders:
                continue
            for sale in possible_sales(game, self.player, corporation):
                action = SellShares(corporation, sale.certificates)
                if game.title.stock.deal_refusal(game, self.player, action) is None:
                    yield action

    def _selling_is_over(self, game: Game) -> bool:
        sales_are_over = self.sold_first or self.no_more_sales or not game.title.stock.sells_after_buying
        return self.bought and sales_are_over

    def _purchases(self, game: Game) -> Iterator[Choice]:
        if self.bought and not self.started:
            return
        for corporation in (self.started,) if self.started else game.state.certificates:
            for source in game.title.stock.sources:
                action = BuyShare(corporation, source)  # type: ignore[arg-type]
                if self._deal_refusal(game, action) is None:
                    yield action
        if self.bought:
            return
        for corporation in game.title.corporations.may_start(game):
            for price in game.phase.start_values:
                start = Start(corporation, price)
                if self._deal_refusal(game, start) is None:
                    yield start
        for extra in game.title.stock.extras:
            for choice in extra.choices(game, self.player):
                if self._deal_refusal(game, choice.action if isinstance(choice, Range) else choice) is None:
                    yield choice

    def refusal(self, game: Game, action: Action) -> Refusal | None:
        return self._pass_refusal(game) if isinstance(action, Pass) else self._deal_refusal(game, action)

    def _deal_refusal(self, game: Game, action: Action) -> Refusal | None:
        """Why a deal may not be made: by itself, or for what it would leave its player with."""
        match action:
            case SellShares():
                refusal = self._sell_refusal(game, action)
            case BuyShare():
                refusal = self._buy_refusal(game, action)
            case Start():
                refusal = self._start_refusal(game, action)
            case _:
                extra = _extra(game, action)
                if extra is None:
                    return not_now(action, self.called(game))
                refusal = self._extra_refusal(game, extra, action)
        return refusal or game.title.stock.deal_refusal(game, self.player, action)

    def _extra_refusal(self, game: Game, extra: Extra, action: Action) -> Refusal | None:
        if self.bought:
            return Refusal(
                "stock.one_purchase", "{player} has already bought something in this turn.", player=self.player
            )
        return extra.refusal(game, self.player, action)

    def _sell_refusal(self, game: Game, action: SellShares) -> Refusal | None:
        if self._selling_is_over(game):
            return Refusal(
                "stock.sell_first",
                "Selling comes before buying: {player} has already bought.",
                player=self.player,
            )
        plan = plan_sale(game, self.player, action.corporation, action.certificates)
        return plan if isinstance(plan, Refusal) else None

    def _buy_refusal(self, game: Game, action: BuyShare) -> Refusal | None:
        if self.bought:
            if (action.corporation, action.source) != (self.started, "treasury"):
                return Refusal(
                    "stock.one_purchase", "{player} has already bought something in this turn.", player=self.player
                )
            return self._addition_refusal(game)
        if action.source not in game.title.stock.sources:
            text = "Stock of {corporation} cannot be bought {source} in this game."
            return Refusal("turn", text, corporation=action.corporation, source=out_of(action.source))
        if (self.player, action.corporation) in self.sold:
            return Refusal(
                "buy.sold_this_round",
                "{player} has sold stock of {corporation} in this round and may not buy any until the next.",
                player=self.player,
                corporation=action.corporation,
            )
        over = self._over_limit_refusal(game)
        return over or purchase_refusal(game, self.player, action.corporation, action.source)

    def _addition_refusal(self, game: Game) -> Refusal | None:
        most = game.title.corporations.certificates_at_start
        if self.added >= most:
            text = "At most {most} {most:certificate|certificates} may be bought along with the president's."
            return Refusal("start.most", text, most=most)
        refusal = purchase_refusal(game, self.player, self.started, "treasury")
        return (
            refusal.cited("start.certificate_limit") if refusal and refusal.rule == "buy.certificate_limit" else refusal
        )

    def _start_refusal(self, game: Game, action: Start) -> Refusal | None:
        if self.bought:
            return Refusal(
                "stock.one_purchase", "{player} has already bought something in this turn.", player=self.player
            )
        return self._over_limit_refusal(game) or game.title.corporations.start_refusal(game, self.player, action)

    def _pass_refusal(self, game: Game) -> Refusal | None:
        over = self._over_limit_refusal(game)
        if over and self._can_sell(game):
            return over
        return None if self.acted else game.title.stock.pass_refusal(game, self.player)

    def _over_limit_refusal(self, game: Game) -> Refusal | None:
        count, limit = game.certificate_count(self.player), game.title.stock.certificate_limit(game)
        if count <= limit:
            return None
        return Refusal(
            "stock.over_limit",
            "{player} holds {count} {count:certificate|certificates}, but the limit is {limit}: sell first.",
            player=self.player,
            count=count,
            limit=limit,
        )

    def _can_sell(self, game: Game) -> bool:
        return next(iter(self._sales(game)), None) is not None

    def is_idle(self, game: Game) -> bool:
        """Whether the player can do nothing and is passed over."""
        return not self._can_sell(game) and next(iter(self._purchases(game)), None) is None

    # What it does

    def play(self, game: Game, action: Action) -> None:
        match action:
            case SellShares(corporation=corporation, certificates=certificates):
                plan = plan_sale(game, self.player, corporation, certificates)
                assert isinstance(plan, Sale)
                self._sell(game, plan)
            case BuyShare(corporation=corporation, source=source):
                self._note_purchase(game, added=self.added + 1 if self.started else 0)
                buy(game, self.player, corporation, source)
            case Start(corporation=corporation):
                self._note_purchase(game, started=corporation)
                game.title.corporations.start(game, self.player, action)
            case Pass():
                if not self.acted:
                    game.tell(Passed(player=self.player))
                self._next_player(game)
            case _:
                extra = _extra(game, action)
                assert extra is not None
                self._note_purchase(game, no_more_sales=extra.ends_sales)
                extra.play(game, self.player, action)

    def _note_purchase(self, game: Game, **facts: object) -> None:
        sold_first = self.sold_first or bool(self.order_before)
        turn = msgspec.structs.replace(self, acted=True, bought=True, sold_first=sold_first, **facts)
        self._note_action(game, turn)

    def _note_action(self, game: Game, acted: StockRound) -> None:
        game.give_priority(game.left_of(self.player))
        game.change(acted)

    def _sell(self, game: Game, sale: Sale) -> None:
        corporation = sale.corporation
        before = self.order_before or game.market_order()
        cell = game.cell(corporation)
        turn = msgspec.structs.replace(
            self, acted=True, order_before=before, sold=(*self.sold, (self.player, corporation))
        )
        self._note_action(game, turn)
        sell(game, sale)
        if game.is_started(corporation) and game.cell(corporation) != cell:
            moved = tuple(dict.fromkeys((*self.moved, corporation)))
            game.change(msgspec.structs.replace(turn, moved=moved))
            restack(game, [name for name in before if name in moved])

    def _next_player(self, game: Game) -> None:
        game.change(
            type(self)(
                player=game.left_of(self.player),
                passes=0 if self.acted else self.passes + 1,
                sold=self.sold,
            )
        )

    def with_forced_sale(self, player: str, corporation: str) -> Self:
        """Somebody has had to sell in the middle of a turn: they do not buy it back in this round, and what the turn
        has sold before is complete."""
        sold = (*self.sold, (player, corporation))
        sold_first = self.sold_first or bool(self.order_before)
        return msgspec.structs.replace(self, sold=sold, sold_first=sold_first, order_before=(), moved=())

    def proceed(self, game: Game) -> bool:
        """Pass on a player who can do nothing, and end the round when all have passed."""
        if self.passes >= len(game.players):
            game.pop()
            game.title.calendar.stock_round_over(game)
            return True
        if self.is_idle(game):
            self._next_player(game)
            return True
        return False


def _extra(game: Game, action: Action) -> Extra | None:
    """What the title offers besides stock that an action would buy."""
    return next((extra for extra in game.title.stock.extras if isinstance(action, extra.actions)), None)
