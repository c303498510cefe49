"""What a beginner sees in 1883: concessions that are short, coaches and anchors, and what support is good for."""

from __future__ import annotations

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.game import Game
from ferrovia.saying.message import Message
from ferrovia.titles.distances import hexes_between, hexes_to
from ferrovia.titles.first_sight import FirstSight
from ferrovia.titles.purse import Purse
from ferrovia.titles.t1883.actions import BuyConcession, BuySupport, PlaceAnchor, PlaceCoach

BUILT = 40  # as much as for a good tile
SUPPORT = 8
SHORT_LINE = 4  # hexes: what a corporation can build beside its business
FIRST_TILES = 60  # what it should have to build with


class EmilianFirstSight(FirstSight):
    def weight(self, game: Game, purse: Purse, action: Action) -> int | None:
        match action:
            case PlaceCoach() | PlaceAnchor():
                return BUILT
            case BuySupport():
                return SUPPORT
            case BuyConcession(concession=concession, corporation=corporation):
                return _concession(game, purse, concession, corporation)
        return None

    def reason(self, game: Game, purse: Purse, action: Action) -> Message | None:
        match action:
            case PlaceCoach() | PlaceAnchor():
                return Message("It adds to what a round earns.")
            case BuySupport():
                return Message("Political support helps when the next event strikes.")
            case BuyConcession():
                return Message("The line is short enough to be built.")
        return None


def _concession(game: Game, purse: Purse, concession: str, corporation: str) -> int:
    """A concession for a corporation in business is worth its price if the line is short and money is to spare."""
    means = Purse(game, purse.player, corporation)
    line = game.title.seen.line(game, concession)
    ahead = hexes_between(game, line) + hexes_to(game, corporation, line)
    if ahead > SHORT_LINE or not means.can_spare(FIRST_TILES):
        return 0
    return SHORT_LINE + 1 - ahead
