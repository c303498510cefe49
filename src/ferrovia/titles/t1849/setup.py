"""Section 2, setup: players, seats, the order of the corporations, money and trains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ferrovia.engine.board.layout import Layout
from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.auction import Auction, AuctionRules
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.seating import check_names, draw_seats
from ferrovia.engine.flow.state import BANK, OUT, Round, State
from ferrovia.titles.t1849 import components
from ferrovia.titles.t1849.sicily import Sicily

FIVE_CORPORATIONS = "five_corporations"
IFT_FOURTH = "ift_fourth"
BUY_STATION_TOKENS = "buy_station_tokens"
BONDS = "bonds"
ELECTRIC_DREAMS = "electric_dreams"

OPTIONS = {
    FIVE_CORPORATIONS: "Four players only: five corporations instead of six.",
    IFT_FOURTH: "For new players: IFT is not among the first three corporations.",
    BUY_STATION_TOKENS: "Variant: from phase 6 corporations buy the spaces of each other's station tokens.",
    BONDS: "Variant: from phase 8 every corporation may borrow L. 500 on a bond.",
    ELECTRIC_DREAMS: "Variant, only with both others: E tokens and electric trains from phase 12.",
}


def set_up(settings: Settings, chance: Chance) -> State:
    """Everything in its place before the first bid."""
    table = _set_up_table(settings)
    seats = draw_seats(settings, chance)
    drawn = _corporation_order(settings, chance)
    in_play = drawn[: table["corporations"]]
    game_sheet = components.sheet("game")
    auction = game_sheet["auction"]
    rules = AuctionRules(auction["bid_step"], auction["markdown"]["step"], auction["markdown"]["last_paid_price"])
    cash = {BANK: game_sheet["bank"] - table["starting_cash"] * len(seats)}
    cash |= dict.fromkeys(seats, table["starting_cash"])
    cash |= dict.fromkeys(in_play, 0)
    corporations = components.BOX.corporations
    ordered = [name for name in corporations if name in in_play]
    return State(
        seats=seats,
        priority=seats[0],
        phase=game_sheet["start"]["phase"],
        round=Round("auction"),
        cash=cash,
        certificates={name: (name,) * len(corporations[name].certificates) for name in ordered},
        privates=dict.fromkeys(auction["order"], BANK),
        trains={BANK: components.train_roster(table["corporations"], settings.options), POOL: (), OUT: ()},
        market=(),
        layout=Layout(components.BOX.board),
        supply={tile.id: tile.count for tile in components.BOX.board.tiles.values()},
        stations=dict.fromkeys(ordered, ()),
        tokens={name: corporations[name].tokens for name in ordered},
        earnings={},
        agenda=(Auction(seats[0], rules, opener=seats[0]),),
        own=Sicily(
            order=in_play,
            line=in_play,
            certificate_limit=table["certificate_limit"],
            removed="".join(drawn[table["corporations"] :]),
        ),
    )


def _set_up_table(settings: Settings) -> dict[str, Any]:
    """The line of the set-up table for this game (1849-1.1.3)."""
    players = len(settings.players)
    check_names(settings, components.BOX.corporations)
    _check_options(settings.options)
    tables = [table for table in components.sheet("game")["setup"] if table["players"] == players]
    if not tables:
        raise Refusal("1849-1.1.1", "1849 is for 3, 4 or 5 players, not {players}.", players=players)
    if FIVE_CORPORATIONS not in settings.options:
        table: dict[str, Any] = max(tables, key=lambda line: line["corporations"])
        return table
    if players != 4:
        raise Refusal("1849-1.1.2", "Only four players may choose five corporations.")
    return next(table for table in tables if table["corporations"] == 5)


def _check_options(options: Sequence[str]) -> None:
    """1849-14.0.1: what a game is played with is chosen at set-up; Electric Dreams needs the others (14.3.1)."""
    for option in options:
        if option not in OPTIONS:
            raise Refusal("options", "There is no option {option}.", option=option)
    if ELECTRIC_DREAMS in options:
        for needed in components.variant(ELECTRIC_DREAMS)["requires"]:
            if needed not in options:
                raise Refusal("1849-14.3.1", "Electric Dreams is played only with {needed} too.", needed=needed)


def _corporation_order(settings: Settings, chance: Chance) -> tuple[str, ...]:
    """1849-2.2.1: all six are drawn; with five in play the sixth is removed (2.2.3)."""
    names = list(components.BOX.corporations)
    shuffled = chance.shuffled(names)
    drawn = list(settings.arrangement.get("corporations", shuffled))
    if sorted(drawn) != sorted(names):
        raise Refusal("1849-2.2.1", "The order must hold each corporation once.")
    if IFT_FOURTH in settings.options and drawn.index("IFT") < 3:
        drawn.remove("IFT")
        drawn.insert(3, "IFT")  # 1849-2.2.4: those between move up
    return tuple(drawn)
