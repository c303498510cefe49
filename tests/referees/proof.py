"""The proof that referees can object: which of the clauses judged in a game some corruption brings up."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ferrovia.bots.play import bot_game
from tests.referees.corruption import corruptions
from tests.referees.referee import Moment, Referee
from tests.referees.watching import referee_for, watch

# A clause that is judged at every moment can often be broken only late in a game: its moments are looked at more and
# more seldom, the first, second, third, fifth ...
LOOKED_AT = frozenset(int(1.6**power) for power in range(24))


class Proof(msgspec.Struct):
    """Clauses judged, and the first moment at which each was objected to."""

    judged: set[str] = set()
    objected: dict[str, str] = {}
    seen: dict[str, int] = {}  # how often each was judged

    @property
    def silent(self) -> list[str]:
        """Clauses by which no corruption was objected to."""
        return sorted(self.judged - self.objected.keys())

    def take(self, name: str, seed: str, players: int, options: tuple[str, ...] = (), most: int = 100_000) -> None:
        """Look for objections at the moments of one game between sensible players."""
        game, bots = bot_game(name, ["sensible"] * players, seed, options)
        referee = referee_for(game)
        moments = watch(game, lambda game: bots[game.top.decider(game)].choose(game), referee, most)
        while True:
            before, count = referee.fork(), referee.judged.copy()
            moment = next(moments, (None, []))[0]
            if moment is None:
                return
            judged = {clause for clause, times in referee.judged.items() if times != count[clause]}
            self.judged |= judged
            for clause in judged:
                self.seen[clause] = self.seen.get(clause, 0) + 1
            silent = judged - self.objected.keys()
            wanted = {clause for clause in silent if self.seen[clause] in LOOKED_AT or moment.after.over}
            for clause in self._objections(before, referee, moment, wanted):
                self.objected.setdefault(clause, f"{name}, seed {seed}, action {moment.number}")

    def _objections(self, before: Referee, referee: Referee, moment: Moment, wanted: set[str]) -> Iterator[str]:
        """What corruptions of a moment bring up, until all that is wanted has come up."""
        left = set(wanted)
        for corrupted, remember in corruptions(referee, moment) if left else ():
            twin = before.fork()
            remember(twin)
            try:
                faults = twin.see(corrupted)
            except (ArithmeticError, AssertionError, AttributeError, LookupError, StopIteration, TypeError, ValueError):
                continue  # no such table could be: a referee need not make sense of it
            found = {clause for fault in faults for clause in fault.clause.split(", ")}
            yield from found
            left -= found
            if not left:
                return
