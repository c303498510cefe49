"""2.7.11 and 3.2: political cards as private companies: what they pay, and what follows their auction."""

from __future__ import annotations

from ferrovia.engine.flow.facets.privates import PrivateRules
from ferrovia.engine.flow.game import Game
from ferrovia.titles.t18fb import calendar, components
from ferrovia.titles.t18fb.south import south


class SouthernPrivates(PrivateRules):
    """2.7, 3.2: the income of cards, which are put up one by one (see `political`)."""

    def revenue(self, game: Game, private: str) -> int:
        """2.7.11: of four cards less, once their company has a token beyond its home."""
        table = components.card_table(private)
        first, last = table["revenue"][0], table["revenue"][-1]
        return int(last if table.get("share") in south(game).extended else first)

    def auction_over(self, game: Game) -> None:
        """3.2.11, 3.6.2.6: also that of the regional companies."""
        if game.state.round.kind == calendar.POLITICAL:
            calendar.seat_by_cash(game)
            super().auction_over(game)
        else:
            calendar.regional_round_over(game)
