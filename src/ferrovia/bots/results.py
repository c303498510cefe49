"""How a game between computer players went: what a simulation keeps of it, a JSON line a game."""

from __future__ import annotations

import msgspec


class Thinking(msgspec.Struct):
    """How long one kind of player thought, in processor time; the choices had been listed."""

    decisions: int = 0
    seconds: float = 0.0
    worst: float = 0.0

    def add(self, seconds: float) -> None:
        self.decisions += 1
        self.seconds += seconds
        self.worst = max(self.worst, seconds)


class Result(msgspec.Struct):
    """How a game went; with `error` set, where it broke off.

    All but `seconds` and `thinking` is the same wherever and however often it is played. Rounds are numbers of
    operating rounds that had begun: 0 is before the first, and what never came has none.
    """

    index: int
    title: str
    series: str  # the seed of the whole simulation
    seed: str
    release: str  # of Ferrovia: another one may have other players
    players: int
    options: tuple[str, ...]
    bots: dict[str, str]
    seats: tuple[str, ...] = ()  # as the players sat when the game began, the first to decide first
    winner: str | None = None  # None: several share the first place
    winners: list[str] = []
    scores: dict[str, int] = {}
    actions: int = 0
    rounds: int = 0  # of all kinds
    operating_rounds: int = 0
    phase: str = ""  # the last one reached
    phases: dict[str, int | None] = {}  # the round in which each was reached
    floats: dict[str, int | None] = {}  # the round in which each corporation floated
    sold_out: dict[str, int | None] = {}  # the round in which the bank's last train of a class was gone
    revenue: list[int] = []  # of all corporations together, round by round
    happenings: dict[str, int] = {}
    end_reason: str = ""
    end_clause: str = ""
    seconds: float = 0.0
    thinking: dict[str, Thinking] = {}  # by the kind of player
    error: str = ""
    command: str = ""
    revision: int = 1  # of the title's data
