"""What is worth remembering of one game: its rounds, phases, floats, trains sold out, revenues and happenings.

When something came is told by how many operating rounds had begun: 0 is before the first.
"""

from __future__ import annotations

from collections.abc import Iterable

from ferrovia.bots.tally import Tally
from ferrovia.engine.flow.events import Event, OperatingRoundBegins, PhaseBegins, Ran
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import BANK


class Chronicle:
    """Hears a game from its first moment on."""

    def __init__(self, game: Game) -> None:
        self.operating_rounds = 0
        # The round in which something came for the first time; None: never.
        self.phases: dict[str, int | None] = dict.fromkeys(game.title.box.phases)
        self.floats: dict[str, int | None] = dict.fromkeys(game.state.certificates)
        self.sold_out: dict[str, int | None] = dict.fromkeys(game.trains(BANK))  # the bank had none left of a class
        self.revenue: list[int] = []  # of all corporations together, for each operating round
        self._tally = Tally(game.title)
        self._rounds = {game.state.round: None}
        self._for_sale = game.trains(BANK)
        self._note(self.phases, game.state.phase)
        self.hear(game, game.events)

    @property
    def happenings(self) -> dict[str, int]:
        return self._tally.counts

    @property
    def rounds(self) -> int:
        """Rounds of any kind."""
        return sum(played.kind != "end" for played in self._rounds)

    def hear(self, game: Game, events: Iterable[Event]) -> None:
        """What an action did."""
        for event in events:
            match event:
                case OperatingRoundBegins():
                    self.operating_rounds += 1
                    self.revenue.append(0)
                case PhaseBegins():
                    self._note(self.phases, event.phase)
                case Ran() if self.revenue:
                    self.revenue[-1] += event.revenue
        self._tally.hear(events)
        self._rounds.setdefault(game.state.round)
        self._look(game)

    def _look(self, game: Game) -> None:
        """What is read off the position: each title has events of its own for it."""
        for corporation, floated in self.floats.items():
            if floated is None and game.title.corporations.has_floated(game, corporation):
                self._note(self.floats, corporation)
        for_sale = game.trains(BANK)
        if for_sale is not self._for_sale:
            for train in {*self._for_sale}.difference(for_sale):
                self._note(self.sold_out, train)
            self._for_sale = for_sale

    def _note(self, rounds: dict[str, int | None], name: str) -> None:
        if rounds.get(name) is None:
            rounds[name] = self.operating_rounds
