"""A table of 1849 for tests: a position laid out in a few lines, then what may and may not be done in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Self

from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import BANK, OUT
from ferrovia.titles.t1849 import TITLE
from ferrovia.titles.t1849.sicily import Sicily, keep, sicily
from tests.table import PLAYERS, AnyTable, routes

ORDER = ("RCS", "CTL", "ATA", "SFA", "IFT", "AFG")


class Table(AnyTable):
    """A game of 1849 in a position made by hand."""

    title = TITLE

    def __init__(
        self,
        players: int = 4,
        order: Sequence[str] = ORDER,
        options: Iterable[str] = (),
        runs_as_shown: bool = False,
    ) -> None:
        self.players = PLAYERS[:players]
        arrangement = {"seats": self.players, "corporations": tuple(order)}
        settings = Settings("1849", self.players, "a seed", tuple(options), arrangement, runs_as_shown)
        self.game = Game(TITLE, settings)

    @property
    def own(self) -> Sicily:
        return sicily(self.game)

    def phase(self, name: str) -> Self:
        """Go to a phase: trains of the classes before are gone, one of its own class was sold and is gone too."""
        state = self.game.state
        names = list(TITLE.box.phases)
        gone = [TITLE.box.phases[phase].starts_with for phase in names[1 : names.index(name)]] + (
            ["4H"] if name != "4" else []
        )
        bank = list(state.trains[BANK])
        out = [train for train in bank if train in gone]
        first = TITLE.box.phases[name].starts_with
        if first:
            out.append(first)
            bank.remove(first)
        state.trains = {**state.trains, BANK: tuple(t for t in bank if t not in gone), OUT: (*state.trains[OUT], *out)}
        state.phase = name
        if names.index(name) >= names.index("12"):
            state.privates = {}
        return self._again()

    def start(
        self,
        corporation: str,
        president: str = "Ada",
        at: int | Cell = 100,
        stock: Mapping[str, Sequence[int]] | None = None,
        cash: int = 0,
        operated: bool = True,
        home: str = "",
    ) -> Self:
        """A started corporation. `stock` says who holds which sizes besides the treasury, which has the rest:
        `stock={"Ada": [10], "Bruno": [20], "pool": [10, 10]}` (20 is the last certificate). The president has the
        president's certificate anyway. `at` is a start value or a market space."""
        game, state = self.game, self.game.state
        cell = TITLE.box.market.start_cell(at) if isinstance(at, int) else at
        holders = [corporation] * len(game.sizes(corporation))
        holders[0] = president
        for holder, sizes in (stock or {}).items():
            for size in sizes:
                number = next(
                    n for n in range(1, 8) if holders[n] == corporation and game.sizes(corporation)[n] == size
                )
                holders[number] = holder
        state.certificates = {**state.certificates, corporation: tuple(holders)}
        game.put_on_market(corporation, cell)
        keep(game, line=tuple(name for name in self.own.line if name != corporation))
        if operated:
            state.operated = (*state.operated, corporation)
        home = home or game.corporation(corporation).homes[0]
        state.stations = {**state.stations, corporation: ()}
        state.tokens = {**state.tokens, corporation: game.corporation(corporation).tokens}
        return self.tokens(corporation, home).cash(**{corporation: cash})


__all__ = ["ORDER", "PLAYERS", "Table", "routes"]
