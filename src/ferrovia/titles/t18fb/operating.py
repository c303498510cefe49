"""3.5: the operating round: who has a turn and when, its steps, and what a turn leaves behind."""

from __future__ import annotations

from collections.abc import Sequence

from ferrovia.engine.finance.certificates import OFFER, POOL
from ferrovia.engine.flow.facets.operating import OperatingRules
from ferrovia.engine.flow.game import Game
from ferrovia.titles.t18fb import regionals
from ferrovia.titles.t18fb.acquisitions import ACQUISITION
from ferrovia.titles.t18fb.building import LineStep
from ferrovia.titles.t18fb.dividends import EarningsStep, SouthernDividendStep
from ferrovia.titles.t18fb.finance import FinanceStep, ForcedSales, sell_banned
from ferrovia.titles.t18fb.homes import FpHome
from ferrovia.titles.t18fb.south import BESIDE, FP, keep, south
from ferrovia.titles.t18fb.states import CompanyState, state_of
from ferrovia.titles.t18fb.track import SouthernTrackStep
from ferrovia.titles.t18fb.trains import SouthernTrainStep


class SouthernOperating(OperatingRules):
    """3.5: the order of companies and the steps of their turns."""

    steps = (
        SouthernTrackStep(),  # 3.5.1
        LineStep(),  # 3.5.2, 3.5.3
        EarningsStep(),  # 3.5.4, 3.5.5
        SouthernDividendStep(),  # 3.5.6, 3.5.7
        ForcedSales(seconds_too=False),
        SouthernTrainStep(),  # 3.5.8, 3.5.10
        ForcedSales(seconds_too=True),
        FinanceStep(),  # 3.5.9
    )
    powers = (ACQUISITION,)  # 3.7.3

    def order(self, game: Game) -> Sequence[str]:
        """3.6.3.4: regionals first; then what has floated, by price; a national needs somebody to decide (R59)."""
        floated = game.state.floated
        railways = [name for name in game.market_order() if name in floated and game.president(name)]
        return [*regionals.operating(game), *railways]

    def turn_begins(self, game: Game, corporation: str) -> None:
        """2.2.3.2: what it may not own goes first. R19: before its first tile FP has its end of the line to choose."""
        keep(game, earning="")
        sell_banned(game, corporation)
        if corporation == FP and not south(game).fp_home and state_of(game, FP) is not CompanyState.FROZEN:
            game.push(FpHome())

    def turn_over(self, game: Game, corporation: str) -> None:
        """R23: a company whose earnings were counted has operated; so it has when its turn is over."""
        own = south(game)
        is_first = own.earning == corporation and corporation not in own.earned
        if is_first and game.title.corporations.is_open(game, corporation):
            keep(game, earned=(*own.earned, corporation))
        keep(game, earning="")

    def dividend_goes_to(self, game: Game, corporation: str, holder: str) -> str | None:
        """3.5.6.5, 3.5.6.6: nothing for the pool; what was not sold or bought back earns for the company."""
        if holder in (POOL, BESIDE):
            return None
        return corporation if holder == OFFER else holder
