"""2.4, 3.3.5 and 3.6.9: which companies are in business, how they are started from PH5 on, and who presides."""

from __future__ import annotations

from collections.abc import Iterable

from ferrovia.engine.finance.certificates import PRESIDENT
from ferrovia.engine.flow.actions import Start
from ferrovia.engine.flow.facets.corporations import CorporationRules, presidents_cost
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK
from ferrovia.titles.t18fb import components, concessions, homes
from ferrovia.titles.t18fb.events import CompanyStarted
from ferrovia.titles.t18fb.south import (
    SFM,
    is_bourbon_age,
    is_major,
    is_national,
    is_regional,
    south,
)


class SouthernCorporations(CorporationRules):
    """2.4, 3.3.5, 3.6.9: majors, nationals and regionals."""

    def is_open(self, game: Game, corporation: str) -> bool:
        if is_regional(corporation):
            return game.holders(corporation)[PRESIDENT] in game.players
        return corporation in game.state.floated

    # 3.3.5 Presidents

    def president(self, game: Game, corporation: str) -> str:
        """R59: where nobody has a national's president's certificate, whoever has most shares, first to exchange."""
        holder = game.holders(corporation)[PRESIDENT]
        if not is_national(corporation) or holder in game.state.seats:
            return holder
        players = [player for player in south(game).exchange_order if game.percent(corporation, player)]
        return max(players, key=lambda player: game.percent(corporation, player), default="")

    def takeover_margin(self, game: Game) -> int:
        """3.3.5: concessionaires are protected in PH1 to PH4."""
        margin = components.sheet("game")["stock_round"]["takeover_margin"]
        return int(margin["concession_era" if is_bourbon_age(game) else "from_PH5"])

    def presidency_changed(self, game: Game, corporation: str, outgoing: str) -> None:
        """3.3.3.1: a concessionaire who is president no more loses the concession; the new president may take it."""
        concession = south(game).concessions.get(corporation)
        president = game.president(corporation)
        if not is_bourbon_age(game) or concession is None or concession.owner in ("", president):
            return
        concessions.withdraw(game, corporation)
        game.push(concessions.Rescue(corporation, president))

    # 3.6.9: from PH5 a company is started without a concession

    def may_start(self, game: Game) -> Iterable[str]:
        if is_bourbon_age(game):
            return []
        return [name for name in components.majors() if not game.is_started(name) and name not in south(game).gone]

    def start_refusal(self, game: Game, player: str, action: Start) -> Refusal | None:
        company = action.corporation
        if not is_major(company):
            return Refusal("18FB-3.3.4.4", "{company} is not a major company.", company=company)
        if is_bourbon_age(game):
            if company == SFM:
                return Refusal("18FB-2.4.2", "SFM may be started from PH5 on.")
            return Refusal("18FB-3.3.4.4", "{company} is started by taking its concession.", company=company)
        if company not in self.may_start(game):
            return Refusal("18FB-3.3.4.4", "{company} can no longer be started.", company=company)
        refusal = concessions.start_price_refusal(game, action.price)
        if refusal is None and company == SFM and not homes.for_sfm(game):
            refusal = Refusal("18FB-3.6.1.2", "No city has an empty slot for SFM.")
        return refusal or concessions.start_cost_refusal(game, player, company, action.price, 0)

    def start(self, game: Game, player: str, action: Start) -> None:
        """R51: par value and president's certificate; the bank keeps the money until the company floats."""
        company, price = action.corporation, action.price
        game.put_on_market(company, game.title.box.market.start_cell(price))
        game.set_par(company, price)
        game.pay(player, BANK, presidents_cost(game, company, price))
        game.hand_over(company, PRESIDENT, player)
        game.tell(CompanyStarted(player=player, company=company, price=price, payee=BANK))
        if company == SFM:
            game.push(homes.SfmHome(player))
        game.title.stock.bought(game, company)
