"""A referee: sees the table before an action, the action, and the table after it, and objects by clause.

It works out what must have followed from the rulebook alone. It reads what is printed (board, tiles, market,
charters) and what lies on the table, and calls no rule of the program.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import copy, deepcopy
from typing import Self, TypeVar

import msgspec

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.events import Event
from ferrovia.engine.flow.frame import Frame
from ferrovia.engine.flow.state import State
from ferrovia.engine.flow.title import Title
from tests.referees.books import UNASKED, Books, Fault

F = TypeVar("F", bound=Frame)


class Moment(msgspec.Struct):
    """One action: who decided what for which corporation, and the table before and after."""

    number: int
    player: str
    step: str
    corporation: str
    before: State
    action: Action
    after: State
    events: tuple[Event, ...] = ()


class Referee:
    """Judges one game, moment by moment."""

    def __init__(self, title: Title, settings: Settings) -> None:
        self.title = title
        self.settings = settings
        self.judged: Counter[str] = Counter()  # how often each clause was put to the test
        self.faults: list[Fault] = []
        self.now: Moment
        self.books: Books

    def see(self, moment: Moment) -> list[Fault]:
        """What is wrong with a moment."""
        self.faults = []
        self.now = moment
        self.books = Books(self.title, moment.before)
        self.books.own = self.own_tables(moment.before)
        self.judge()
        for clauses in self.books.clauses.values():
            self.judged.update(set(clauses))
        for what, sentence in self.books.compare(moment.after, self.own_tables(moment.after)):
            clauses = list(dict.fromkeys(self.books.clauses.get(what, [UNASKED])))
            self.faults.append(Fault(", ".join(clauses), f"{sentence}."))
        return self.faults

    def begin(self, state: State) -> None:
        """See the table before the first action."""
        raise NotImplementedError

    def own_tables(self, state: State) -> dict[str, dict[str, object]]:
        """What only this title keeps, as tables to be held against each other."""
        return {}

    def judge(self) -> None:
        """Enter into the books what must follow, and check what must hold."""
        raise NotImplementedError

    def score(self, scores: dict[str, int]) -> list[Fault]:
        """What is wrong with the final scores."""
        self.faults = []
        self.judge_scores(scores)
        return self.faults

    def judge_scores(self, scores: dict[str, int]) -> None:
        raise NotImplementedError

    def fork(self) -> Self:
        """A referee who remembers the same of the game so far, and has judged nothing yet."""
        twin = copy(self)
        for name, value in vars(self).items():
            if name not in ("title", "settings", "now", "books"):  # shared, or replaced with every moment
                setattr(twin, name, Counter() if name == "judged" else deepcopy(value))
        return twin

    # Objecting

    def check(self, is_right: bool, clause: str, sentence: str) -> None:
        self.judged[clause] += 1
        if not is_right:
            self.faults.append(Fault(clause, sentence))

    def check_end(self, reasons: dict[str, bool], otherwise: bool) -> None:
        """The game is over for one of these reasons, by clause, and not without one; `otherwise` is a ruling's."""
        over = bool(self.now.after.over)
        for clause, holds in reasons.items():
            self.check(not holds or over, clause, "The game goes on after its end.")
        text = f"The game ends without a reason: {self.now.after.over}."
        self.check(not over or otherwise or any(reasons.values()), next(iter(reasons)), text)

    # Looking

    def told(self, kind: type[Event] | str) -> Iterator[Event]:
        """The lines of this moment of a kind, or with a text."""
        return (event for event in self.now.events if type(event) is kind)

    def was_told(self, kind: type[Event] | str) -> bool:
        return next(self.told(kind), None) is not None


def frame_of(state: State, kind: type[F]) -> F | None:
    """The topmost frame of a kind on the agenda: where in the turn the table stands."""
    for frame in reversed(state.agenda):
        if isinstance(frame, kind):
            return frame
    return None


def top_of(state: State) -> Frame | None:
    return state.agenda[-1] if state.agenda else None
