"""Sections 3.2 to 3.4: the sale of the private companies, what comes with them, and what corporations pay for them."""

from __future__ import annotations

from ferrovia.engine.finance.certificates import OFFER, top
from ferrovia.engine.flow.facets.privates import PrivateRules
from ferrovia.engine.flow.game import Game
from ferrovia.titles.t1883 import components
from ferrovia.titles.t1883.emilia import FSF, emilia, is_railway, keep
from ferrovia.titles.t1883.launching import FsfPar
from ferrovia.titles.t1883.privates import FSF_P
from ferrovia.titles.t1883.told import StockReceived


class EmilianPrivates(PrivateRules):
    """Section 3."""

    def sold(self, game: Game, private: str, player: str) -> None:
        """3.2: what the first owner of a private company gets with it."""
        share = components.company_table(private).get("share")
        if share:
            corporation = share["corporation"]
            number = top(game.holders(corporation), OFFER)
            assert number is not None
            game.hand_over(corporation, number, player)
            game.tell(StockReceived(holder=player, percent=share["percent"], corporation=corporation))
        elif private == FSF_P:
            game.close_private(FSF_P)
            keep(game, anchors={**emilia(game).anchors, FSF: components.company_table(FSF)["anchors"]})
            game.push(FsfPar(player))

    def prices(self, game: Game, corporation: str, private: str) -> tuple[int, int] | None:
        """3.4, 6.10: half to double the face value from phase 2; FRV before that for no more than its face value."""
        if not is_railway(game, corporation):
            return None
        if game.phase.corporations_buy_privates:
            return game.title.box.privates[private].corporation_price
        early = components.company_table(private).get(f"corporation_price_phase_{game.state.phase}")
        return (early[0], early[1]) if early else None
