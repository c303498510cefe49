"""2.2: the stock market with its two ledges and three zones."""

from __future__ import annotations

from ferrovia.engine.finance.market import Cell, Direction, Market
from ferrovia.engine.flow.facets.market import MarketRules
from ferrovia.engine.flow.game import Game
from ferrovia.saying.message import term
from ferrovia.titles.t18fb import components

WHITE, LIGHT_BLUE, DARK_BLUE = "white", "light_blue", "dark_blue"
_DEPTH = {WHITE: 0, LIGHT_BLUE: 1, DARK_BLUE: 2}
# Why the game ends: a state keeps the words, so those for each company stand here by themselves.
_AT_THE_TOP = {
    "NN": term("NN has reached the highest share value"),
    "FSC": term("FSC has reached the highest share value"),
    "LdA": term("LdA has reached the highest share value"),
    "FC": term("FC has reached the highest share value"),
    "FB": term("FB has reached the highest share value"),
    "LTF": term("LTF has reached the highest share value"),
    "SFTF": term("SFTF has reached the highest share value"),
    "FS": term("FS has reached the highest share value"),
    "FP": term("FP has reached the highest share value"),
    "FST": term("FST has reached the highest share value"),
    "SFM": term("SFM has reached the highest share value"),
    "RM": term("RM has reached the highest share value"),
    "RA": term("RA has reached the highest share value"),
}


def zone_of(market: Market, cell: Cell) -> str:
    return next(zone.kind for zone in market.zones if cell in zone.cells)


def zone(game: Game, company: str) -> str:
    return zone_of(game.title.box.market, game.cell(company))


class SouthernMarket(MarketRules):
    """2.2.5, 4.2: how markers move over zones and ledges, and the space that ends the game."""

    def __init__(self) -> None:
        row, col = components.sheet("market")["end"]["cell"]
        self._highest = (row, col)

    def moved(self, game: Game, cell: Cell, step: Direction, times: int) -> Cell:
        market, (row, col) = game.title.box.market, cell
        match step:
            case Direction.DOWN:
                return fallen(market, cell, times)
            case Direction.LEFT:
                to = (row, col - 1)
                return to if market.has(to) else fallen(market, cell, 1)  # R28
            case Direction.RIGHT:
                to = (row, col + 1)
                if market.has(to) and _depth(market, to) <= _depth(market, cell):
                    return to
        above = (row - 1, col)  # also where a move right meets the edge or a lower zone (R28)
        return above if market.has(above) else cell

    def entered(self, game: Game, corporation: str, cell: Cell) -> None:
        if cell == self._highest:
            game.end("18FB-4.2", _AT_THE_TOP[corporation])


def fallen(market: Market, cell: Cell, rows: int) -> Cell:
    """R27: the full drop, unless it would end one row below a ledge that the marker stood on or above."""
    row, col = cell
    landing = row + rows
    for ledge in range(row, landing):
        below = (ledge + 1, col)
        if not market.has(below):
            return (ledge, col)  # the bottom
        if ledge + 1 == landing and _depth(market, below) > _depth(market, (ledge, col)):
            return (ledge, col)
    return (landing, col)


def _depth(market: Market, cell: Cell) -> int:
    return _DEPTH[zone_of(market, cell)]
