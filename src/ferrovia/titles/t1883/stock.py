"""Section 5: what stock is dealt in and at what price, and what else a stock turn may hold."""

from __future__ import annotations

from collections.abc import Iterable

from ferrovia.engine.finance.certificates import OFFER, POOL, PRESIDENT
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.decision import Choice
from ferrovia.engine.flow.facets.stock import Extra, StockRules
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK
from ferrovia.titles.t1883 import balance, components
from ferrovia.titles.t1883.actions import BuySupport
from ferrovia.titles.t1883.concessions import ConcessionPurchase
from ferrovia.titles.t1883.emilia import CCFR, SEFTA, emilia, gain_support, is_cooperative
from ferrovia.titles.t1883.events import SupportBought


class PoliticalSupport(Extra):
    """5.5: a card of political support, with which the sales of a turn end (5.5.2, R14)."""

    actions = (BuySupport,)
    ends_sales = True

    def choices(self, game: Game, player: str) -> Iterable[Choice]:
        yield BuySupport()

    def refusal(self, game: Game, player: str, action: Action) -> Refusal | None:
        price = support_price(game, player)
        if price is None:
            return Refusal(
                "1883-5.5.3", "{player} already holds nine political support cards, the maximum.", player=player
            )
        if game.cash(player) < price:
            text = "The next political support card costs {price:money}; {player} has {cash:money}."
            return Refusal("1883-5.5.4", text, price=price, player=player, cash=game.cash(player))
        return None

    def play(self, game: Game, player: str, action: Action) -> None:
        price = support_price(game, player)
        assert price is not None
        game.pay(player, BANK, price)
        gain_support(game, player)
        game.tell(SupportBought(player=player, price=price))


def support_price(game: Game, player: str) -> int | None:
    """5.5: it depends on the cards already held."""
    prices = components.sheet("game")["political_support"]["prices"]
    held = emilia(game).support[player]
    return int(prices[held]) if held < len(prices) else None


class EmilianStock(StockRules):
    """Section 5, with what 8.1 says of the co-operative's stock and 8.2 of SARSA's."""

    sources = (OFFER, POOL)
    sells_after_buying = True  # 1883-5.1.2
    extras = (PoliticalSupport(), ConcessionPurchase())

    def share_price(self, game: Game, corporation: str, source: str) -> int:
        """5.3.2: the Initial Offers sell at par."""
        return game.state.pars[corporation] if source == OFFER else game.price(corporation)

    def sale_refusal(self, game: Game, seller: str, corporation: str) -> Refusal | None:
        if game.state.round.kind == "stock" and game.state.round.turn == 1:
            return Refusal("1883-5.2.1.1", "No shares may be sold in the first stock round.")
        if corporation == CCFR and is_cooperative(game):
            return Refusal("1883-8.1.1.2", "Shares of the co-operative cannot be sold before it is capitalised.")
        if corporation == SEFTA and game.holders(SEFTA)[PRESIDENT] == OFFER:
            return Refusal("1883-8.3.12", "Shares of SEFTA cannot be sold before it has a president.")
        return None

    def purchase_refusal(self, game: Game, buyer: str, corporation: str, source: str) -> Refusal | None:
        if corporation == CCFR and is_cooperative(game):
            return Refusal("1883-8.1.1.3", "Shares of the co-operative cannot be bought before it is capitalised.")
        return None

    def certificate_limit(self, game: Game) -> int:
        """5.4: by players in the game when the stock round began, and lower once SEFTA exists."""
        key = "certificate_limit_sefta" if emilia(game).merged else "certificate_limit"
        tables = components.sheet("game")["setup"]
        counted = emilia(game).limit_players or len(game.players)
        players = max(counted, min(table["players"] for table in tables))
        return int(next(table for table in tables if table["players"] == players)[key])

    def pass_refusal(self, game: Game, player: str) -> Refusal | None:
        """8.2.18: nobody passes with too many shares of SARSA who can still mend it (R48)."""
        if not balance.can_be_mended(game, player):
            return None
        text = "Before passing, {player} must get back to one SARSA share for every two railway shares."
        return Refusal("1883-8.2.18", text, player=player)

    def deal_refusal(self, game: Game, player: str, action: Action) -> Refusal | None:
        """8.2.18: why a player may not make a deal that is legal by itself: it would shut the way back (R48)."""
        if not balance.shuts_the_way_back(game, player, action):
            return None
        text = (
            "After this deal {player} could not get back to one SARSA share for every two railway shares in this round."
        )
        return Refusal("1883-8.2.18", text, player=player)
