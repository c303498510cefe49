"""The region's affairs under the ledger: concessions with their clocks, political support, the co-operative."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.engine.flow.game import Game
from ferrovia.table.page.inset import Inset
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition
from ferrovia.titles.t1883.cooperative import members
from ferrovia.titles.t1883.emilia import CCFR, COOPERATIVE, emilia
from ferrovia.titles.t1883.stock import support_price
from ferrovia.titles.t1883.table.government import ConcessionParts, concession_parts

DONE, NOW, TO_COME = "done", "now", "ahead"


@dataclass(frozen=True)
class Owned:
    """A concession that a corporation has bought."""

    it: ConcessionParts
    clock: tuple[str, ...]  # a station for every operating round that it has: done, now, ahead

    @property
    def rounds(self) -> int:
        """Those that are left, with the one that is on."""
        return len(self.clock) - self.clock.count(DONE)

    @property
    def is_on(self) -> bool:
        """Whether one of them is the present one."""
        return NOW in self.clock


@dataclass(frozen=True)
class Hand:
    """A player's political support."""

    player: str
    place: int
    cards: int
    price: int | None  # of one more; None for a full hand
    is_mine: bool


@dataclass(frozen=True)
class Cooperative:
    """CCFR: how it stands, who leads it, who has looted it."""

    state: str
    leader: str
    ran: int | None
    looters: tuple[str, ...]

    @property
    def is_led(self) -> bool:
        return self.state == COOPERATIVE and bool(self.leader)


@dataclass(frozen=True, eq=False)
class Concessions:
    """All of them: one for all who see a position in one language."""

    edition: object  # for the plates
    phase: str
    owned: tuple[Owned, ...]
    free: tuple[ConcessionParts, ...]


@dataclass(frozen=True)
class RegionParts:
    """What the template asks for."""

    concessions: Concessions
    hands: tuple[Hand, ...]
    cooperative: Cooperative


def region(scene: Scene) -> Inset:
    game = scene.game
    return Inset(
        "t1883/region.html",
        RegionParts(
            game.remembered(("concessions", scene.language), lambda: _concessions(scene.for_all)),
            tuple(
                Hand(player, scene.mark(player), cards, support_price(game, player), player in scene.players)
                for player, cards in emilia(game).support.items()
                if player in game.players
            ),
            _cooperative(game),
        ),
    )


def _concessions(scene: Scene) -> Concessions:
    game = scene.game
    every = [concession_parts(scene, name) for name in emilia(game).concessions]
    return Concessions(
        edition(scene),
        game.phase.name,
        tuple(Owned(each, clock(game, each)) for each in every if each.owner),
        tuple(each for each in every if not each.owner),
    )


def clock(game: Game, concession: ConcessionParts) -> tuple[str, ...]:
    """5.6, 6.11: its counter goes on when an operating round begins, and at the end of the last it has failed."""
    counter = emilia(game).concessions[concession.name].counter
    is_on = game.state.round.kind == "operating" and counter > 0
    done = counter - is_on
    return (*(DONE,) * done, *(NOW,) * is_on, *(TO_COME,) * (concession.due - counter))


def _cooperative(game: Game) -> Cooperative:
    """8.1.5: whoever has no share of the co-operative any more has looted it, and never leads it again."""
    own = emilia(game)
    gone = tuple(player for player in game.players if player not in members(game)) if own.ccfr == COOPERATIVE else ()
    return Cooperative(own.ccfr, own.ccfr_leader, game.state.earnings.get(CCFR), gone)
