"""A table of 1883 for tests: a position laid out in a few lines, then what may and may not be done in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Self, TypeVar

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.finance.certificates import OFFER
from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.events import Event
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import BANK, OUT, Round
from ferrovia.titles.t1883 import TITLE
from ferrovia.titles.t1883.emilia import CAPITALIST, CCFR, SARSA, Emilia, emilia, keep
from tests.table import PLAYERS, AnyTable, routes

E = TypeVar("E", bound=Event)


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
        names = list(TITLE.box.phases)
        before = {TITLE.box.phases[phase].starts_with for phase in names[1 : names.index(name)]} | {"2"}
        gone = before if name != "1" else set()
        if names.index(name) >= names.index("4"):
            gone.add("2G")
        first = TITLE.box.phases[name].starts_with
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
        cell = TITLE.box.market.start_cell(at) if isinstance(at, int) else at
        holders = [OFFER] * len(game.sizes(corporation))
        holders[0] = president
        place = 1
        for holder, count in (stock or {}).items():
            for _ in range(count):
                holders[place] = holder
                place += 1
        state.certificates = {**state.certificates, corporation: tuple(holders)}
        game.put_on_market(corporation, cell)
        game.set_par(corporation, par or TITLE.box.market.price(cell))
        if operated:
            state.operated = (*state.operated, corporation)
            if corporation == SARSA and not self.own.coaches:
                keep(game, coaching=True, coaches=game.corporation(SARSA).homes)
        if corporation != SARSA and homes:
            for hex_id in game.corporation(corporation).homes:
                if stop_id(hex_id) not in state.stations[corporation]:
                    game.place_token(corporation, stop_id(hex_id))
        return self.cash(**{corporation: cash})

    def capitalised(self, president: str, at: int | Cell = 100, stock: Mapping[str, int] | None = None) -> Self:
        """CCFR has become an ordinary corporation: who presides it, and who else than the pool holds shares."""
        keep(self.game, ccfr=CAPITALIST, ccfr_leader="")
        self.start(CCFR, president, at, stock)
        holders = tuple("pool" if holder == OFFER else holder for holder in self.game.holders(CCFR))
        self.game.state.certificates = {**self.game.state.certificates, CCFR: holders}
        return self._again()

    def support(self, **cards: int) -> Self:
        """How many cards of political support players hold."""
        keep(self.game, support={**self.own.support, **cards})
        return self._again()

    def dice(self, *faces: int) -> Self:
        """What the next dice show, all of them."""
        shown = iter(faces)

        def roll(game: Game, sides: int) -> int:
            game.state.draws += 1
            return next(shown)

        self.game.__class__ = type("Loaded", (Game,), {"__slots__": (), "roll": roll})
        return self

    def draws(self, *deck: str, turn: int = 2, number: int = 1, of: int = 1) -> Self:
        """An operating round begins, and the first card of this deck is drawn."""
        keep(self.game, deck=deck, first_round_over=True)
        self.game.state.agenda = ()
        self.game.events = []
        self.game.title.calendar.begin_operating_round(self.game, Round("operating", turn, number, of))
        self.game._settle()
        return self._again()

    def comes_to(self, corporation: str, step: str = "") -> Self:
        """Do as little as is allowed until a corporation is to act, at a step of its turn."""

        def is_there() -> bool:
            decision = self.game.decision
            return decision.for_corporation == corporation and decision.step == (step or decision.step)

        self.pass_on(is_there)
        assert is_there(), f"{corporation} never comes to {step or 'act'}."
        return self

    def comes_to_round(self, name: str) -> Self:
        """Do as little as is allowed until a round begins, e.g. `comes_to_round("OR 2.3")`."""
        self.pass_on(lambda: str(self.game.state.round) == name)
        assert str(self.game.state.round) == name, f"{name} never begins."
        return self

    def told_of(self, kind: type[E]) -> list[E]:
        """What happened last, of one kind."""
        return [event for event in self.game.events if isinstance(event, kind)]

    def members(self, *players: str) -> Self:
        """Only these players still have their share of the co-operative; the others' shares are in the pool."""
        holders = tuple(holder if holder in (OFFER, *players) else "pool" for holder in self.game.holders(CCFR))
        self.game.state.certificates = {**self.game.state.certificates, CCFR: holders}
        return self._again()


__all__ = ["PLAYERS", "Table", "routes"]
