"""Section 2, setup: players, seats, the order of the corporations, money and trains."""

from __future__ import annotations

from collections.abc import Sequence

from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.facets.setup import SetupRules
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.sheets import Sheet
from ferrovia.engine.flow.state import State
from ferrovia.engine.flow.title import Title
from ferrovia.saying.message import term
from ferrovia.titles.t1849 import components
from ferrovia.titles.t1849.sicily import Sicily

FIVE_CORPORATIONS = "five_corporations"
IFT_FOURTH = "ift_fourth"
BUY_STATION_TOKENS = "buy_station_tokens"
BONDS = "bonds"
ELECTRIC_DREAMS = "electric_dreams"
AS_ON_18XX = "as_on_18xx"

OPTIONS = {
    FIVE_CORPORATIONS: term("Four players only: five corporations instead of six."),
    IFT_FOURTH: term("For new players: IFT is not among the first three corporations."),
    BUY_STATION_TOKENS: term("Variant: from phase 6 corporations may buy the spaces of each other's station tokens."),
    BONDS: term("Variant: from phase 8 every corporation may borrow L. 500 on a bond."),
    ELECTRIC_DREAMS: term("Variant, only with both others: E tokens and electric trains from phase 12."),
    AS_ON_18XX: term(
        "Four rules as 18xx.games reads them, so that the game can be gone on with there: its auction, its sales at a"
        " change of president, and money and bonds of corporations that close."
    ),
}
OPTION_NAMES = {
    FIVE_CORPORATIONS: term("Five corporations"),
    IFT_FOURTH: term("IFT fourth"),
    BUY_STATION_TOKENS: term("Buy station tokens"),
    BONDS: term("Bonds"),
    ELECTRIC_DREAMS: term("Electric Dreams"),
    AS_ON_18XX: term("As on 18xx.games"),
}

# How 18xx.games reads some rules: for games that come from there, which go on as they began. Whoever wants to go there
# with a game of ours takes them all at once (`AS_ON_18XX`).
AUCTION_GOES_ON = "auction_goes_on"  # against 1849-R05
MONEY_STAYS = "money_stays"  # against 1849-R26
BONDS_LAPSE = "bonds_lapse"  # against 1849-14.2.5
EXCHANGED_IS_KEPT = "exchanged_is_kept"  # against 1849-9.5.8

READINGS = {
    AUCTION_GOES_ON: term("As on 18xx.games: while nobody buys SCE, the auction goes on with the next player."),
    MONEY_STAYS: term(
        "As on 18xx.games: a president whose emergency sale closes the corporation in whose turn it is made keeps all"
        " money, and is not offered the loan."
    ),
    EXCHANGED_IS_KEPT: term(
        "As on 18xx.games: a president who gives way and keeps 20 % or more sells nothing that comes out of the"
        " exchange."
    ),
    BONDS_LAPSE: term("As on 18xx.games: nobody pays for the bond of a corporation that closes."),
}
READING_NAMES = {
    AUCTION_GOES_ON: term("The auction goes on"),
    MONEY_STAYS: term("Money stays"),
    BONDS_LAPSE: term("Bonds lapse"),
    EXCHANGED_IS_KEPT: term("What is exchanged is kept"),
}


def is_read(settings: Settings, reading: str) -> bool:
    """Whether a game is played by this reading of 18xx.games."""
    return reading in settings.options or AS_ON_18XX in settings.options


class SicilianSetup(SetupRules):
    """2: seats, money, and the corporations in the order in which they are drawn."""

    options = OPTIONS
    option_names = OPTION_NAMES | READING_NAMES
    readings = READINGS

    def table(self, title: Title, settings: Settings) -> Sheet:
        """1849-14.0.1: what a game is played with is chosen at set-up; Electric Dreams needs the others (14.3.1)."""
        table = super().table(title, settings)
        if ELECTRIC_DREAMS in settings.options:
            for needed in components.variant(ELECTRIC_DREAMS)["requires"]:
                if needed not in settings.options:
                    text = "Electric Dreams also needs the option '{needed:term}'."
                    raise Refusal("1849-14.3.1", text, needed=OPTION_NAMES[needed])
        return table

    def row(self, settings: Settings, rows: Sequence[Sheet]) -> Sheet:
        """1849-1.1.3, 1.1.2: four players may choose five corporations."""
        if FIVE_CORPORATIONS not in settings.options:
            return max(rows, key=lambda row: int(row["corporations"]))
        if len(settings.players) != 4:
            raise Refusal("1849-1.1.2", "Only four players may choose to play with five corporations.")
        return next(row for row in rows if row["corporations"] == 5)

    def corporations(self, title: Title, settings: Settings, table: Sheet, chance: Chance) -> tuple[str, ...]:
        """1849-2.2.1: all six are drawn; with five in play the sixth is removed (2.2.3)."""
        names = list(title.box.corporations)
        shuffled = chance.shuffled(names)
        drawn = list(settings.arrangement.get("corporations", shuffled))
        if sorted(drawn) != sorted(names):
            raise Refusal("1849-2.2.1", "The order must name every corporation exactly once.")
        if IFT_FOURTH in settings.options and drawn.index("IFT") < 3:
            drawn.remove("IFT")
            drawn.insert(3, "IFT")  # 1849-2.2.4: those between move up
        return tuple(drawn[: table["corporations"]])

    def trains(self, title: Title, settings: Settings, table: Sheet) -> tuple[str, ...]:
        return components.train_roster(table["corporations"], settings.options)

    def own(self, title: Title, table: Sheet, in_play: tuple[str, ...], state: State, chance: Chance) -> Sicily:
        return Sicily(
            order=in_play,
            line=in_play,
            certificate_limit=table["certificate_limit"],
            removed="".join(name for name in title.box.corporations if name not in in_play),
        )

    def drawn(self, title: Title, state: State) -> dict[str, tuple[str, ...]]:
        """1849-2.2.1: also the corporations in their order; one that is not in play comes last."""
        order: tuple[str, ...] = state.own.order
        left = tuple(name for name in title.box.corporations if name not in order)
        return {**super().drawn(title, state), "corporations": (*order, *left)}
