"""A table of 1883 for tests: a position laid out in a few lines, then what may and may not be done in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Self

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.finance.certificates import OFFER
from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import BANK, OUT
from ferrovia.engine.flow.title import Settings
from ferrovia.titles.t1883 import TITLE
from ferrovia.titles.t1883.emilia import CCFR, SARSA, Emilia, emilia, keep
from tests.table import PLAYERS, AnyTable, routes


class Table(AnyTable):
    """A game of 1883 in a position made by hand: the private companies are closed unless laid out."""

    title = TITLE

    def __init__(self, players: int = 4, options: Iterable[str] = ()) -> None:
        self.players = PLAYERS[:players]
        settings = Settings("1883", self.players, "a seed", tuple(options), {"seats": self.players})
        self.game = Game(TITLE, settings)
        keep(self.game, ccfr_leader=self.players[0])

    @property
    def own(self) -> Emilia:
        return emilia(self.game)

    def phase(self, name: str) -> Self:
        """Go to a phase: trains of the classes before are gone, one of its own class was sold and is gone too."""
        state = self.game.state
        names = list(TITLE.phases)
        before = {TITLE.phases[phase].starts_with for phase in names[1 : names.index(name)]} | {"2"}
        gone = before if name != "1" else set()
        if names.index(name) >= names.index("4"):
            gone.add("2G")
        first = TITLE.phases[name].starts_with
        bank = list(state.trains[BANK])
        out = [train for train in bank if train in gone]
        if first:
            out.append(first)
            bank.remove(first)
        state.trains = {**state.trains, BANK: tuple(t for t in bank if t not in gone), OUT: (*state.trains[OUT], *out)}
        state.phase = name
        return self._again()

    def start(
        self,
        corporation: str,
        president: str = "Ada",
        at: int | Cell = 100,
        stock: Mapping[str, int] | None = None,
        cash: int = 0,
        operated: bool = True,
        par: int = 0,
        homes: bool = True,
    ) -> Self:
        """A launched corporation. `stock` says how many 10% shares others than the Initial Offers hold, the
        president's besides the president's certificate: `stock={"Ada": 1, "Bruno": 2, "pool": 3}`."""
        game, state = self.game, self.game.state
        cell = TITLE.market.start_cell(at) if isinstance(at, int) else at
        holders = [OFFER] * len(game.sizes(corporation))
        holders[0] = president
        place = 1
        for holder, count in (stock or {}).items():
            for _ in range(count):
                holders[place] = holder
                place += 1
        state.certificates = {**state.certificates, corporation: tuple(holders)}
        game.put_on_market(corporation, cell)
        keep(game, pars={**self.own.pars, corporation: par or TITLE.market.price(cell)})
        if operated:
            state.operated = (*state.operated, corporation)
        if corporation != SARSA and homes:
            for hex_id in game.corporation(corporation).homes:
                if stop_id(hex_id) not in state.stations[corporation]:
                    game.place_token(corporation, stop_id(hex_id))
        return self.cash(**{corporation: cash})

    def members(self, *players: str) -> Self:
        """Only these players still have their share of the co-operative; the others' shares are in the pool."""
        holders = tuple(holder if holder in (OFFER, *players) else "pool" for holder in self.game.holders(CCFR))
        self.game.state.certificates = {**self.game.state.certificates, CCFR: holders}
        return self._again()


__all__ = ["PLAYERS", "Table", "routes"]
