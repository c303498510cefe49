"""The finished games of a simulation in a file, a JSON line each, from which the same simulation goes on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from ferrovia import __version__
from ferrovia.bots.results import Result
from ferrovia.bots.simulation import Match, blank
from ferrovia.formats.files import FileTrouble
from ferrovia.formats.ledger import Ledger


class Logbook:
    """Keeps each game as soon as it is over."""

    def __init__(self, path: Path) -> None:
        """What is there already is read, and stays; raises `FileTrouble` for a file of something else."""
        self._ledger = Ledger(path)
        self.path = str(path)
        try:
            self.results = [self._read(number, line) for number, line in enumerate(self._ledger.lines, 1)]
        except BaseException:
            self.close()
            raise

    @property
    def series(self) -> str | None:
        """The seed of the simulation that the games are of."""
        return self.results[0].series if self.results else None

    def left(self, plan: Sequence[Match]) -> list[Match]:
        """The games that are still to be played; raises `FileTrouble` where the file has games of another plan."""
        for result in self.results:
            if result.index >= len(plan):
                text = "{path} holds game {number} and only {games} are asked for; ask for more, or name another file."
                raise FileTrouble(text, path=self.path, number=result.index, games=len(plan))
            if result.release != __version__:
                text = "{path} was written by Ferrovia {other} and this is {ours}; name another file."
                raise FileTrouble(text, path=self.path, other=result.release, ours=__version__)
            planned = blank(plan[result.index])
            if result.title == planned.title and result.revision != planned.revision:
                text = (
                    "{path} holds games with revision {other} of the data of {title}, and this is revision {ours};"
                    " name another file."
                )
                raise FileTrouble(
                    text, path=self.path, title=result.title, other=result.revision, ours=planned.revision
                )
            if _identity(result) != _identity(planned):
                text = "{path} holds other games: its game {number} is `{command}`; name another file."
                raise FileTrouble(text, path=self.path, number=result.index, command=result.command)
        finished = {result.index for result in self.results}
        return [match for match in plan if match.index not in finished]

    def add(self, result: Result) -> None:
        self._ledger.add(msgspec.json.encode(result))
        self.results.append(result)

    def close(self) -> None:
        self._ledger.close()

    def __enter__(self) -> Logbook:
        return self

    def __exit__(self, *what: object) -> None:
        self.close()

    def _read(self, number: int, line: bytes) -> Result:
        try:
            return msgspec.json.decode(line, type=Result)
        except ValueError as error:
            text = "Line {number} of {path} is no game of a simulation; name another file."
            raise FileTrouble(text, path=self.path, number=number) from error


def _identity(result: Result) -> tuple[object, ...]:
    return result.title, result.series, result.seed, result.bots, result.options
