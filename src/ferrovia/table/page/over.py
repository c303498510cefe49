"""The end of a game: who won, what their worth is made of, how it went, and how anybody can check the seed."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from threading import Lock

from ferrovia.drawing.history import HistoryTrouble, history
from ferrovia.drawing.history import Moment as RoundEnd
from ferrovia.drawing.palette import plate_for
from ferrovia.engine.flow.events import PhaseBegins
from ferrovia.formats.view import standings, winners
from ferrovia.sitting.moment import Moment
from ferrovia.table.page.actors import Actor, actor
from ferrovia.table.page.history import ROUNDS
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.seat_numbers import Numbers, numbers_of
from ferrovia.table.page.stage import edition

_KEPT = 20  # games whose course is remembered
WIDE, HIGH = 1000.0, 520.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 52.0, 880.0, 14.0, 494.0
_DASHES = ("", "14 4", "3 5", "12 4 3 4", "20 6", "6 4")
_LINES = 4


@dataclass(frozen=True)
class Part:
    """A part of what somebody is worth."""

    name: str  # empty for cash
    percent: int
    amount: int
    colour: str = ""
    ink: str = ""
    share: float = 0.0  # of the whole, for its label


@dataclass(frozen=True)
class Rank:
    """One line of the ranking."""

    place: int
    actor: Actor
    worth: int
    width: float  # of the best worth, in per cent
    parts: list[Part]


@dataclass(frozen=True)
class Curve:
    """What one player was worth over time, as a line of the chart."""

    actor: Actor
    way: str
    ink: str
    dashes: str
    end: float
    label: float  # where the name stands
    last: int
    values: list[int]


@dataclass(frozen=True)
class Turning:
    """The round in which somebody gained or lost most against the others."""

    number: int
    actor: Actor
    round: str
    gain: int  # by how much their worth grew more than that of the others on the average
    cash: int  # by how much it grew in that round
    rest: int  # ... and all the rest of their worth
    phases: tuple[str, ...]  # that began in it
    move: int  # the last of that round
    x: float
    y: float


@dataclass(frozen=True)
class Chart:
    curves: list[Curve]
    rounds: list[str]
    grid: list[tuple[float, int]]  # heights with their amounts
    names: list[tuple[float, str]]  # rounds with their places
    turnings: list[Turning]

    @property
    def rows(self) -> list[tuple[str, list[int]]]:
        """The same as figures: each round with the worth of every player."""
        return [(name, [curve.values[place] for curve in self.curves]) for place, name in enumerate(self.rounds)]


@dataclass(frozen=True)
class Ended:
    """All that is said of a game that is over."""

    winners: list[str]
    worth: int
    ranking: list[Rank]
    why: str
    clause: str
    moves: int
    seed: str
    salt: str
    commitment: str
    numbers: Numbers | None  # that the seed was made of

    @property
    def told_numbers(self) -> dict[str, object]:
        """All that a browser needs to make the seed again."""
        assert self.numbers is not None
        rows = [
            {name: getattr(row, name) for name in ("player", "source", "number", "nonce", "commitment")}
            for row in self.numbers.rows
        ]
        own = {name: getattr(self.numbers, name) for name in ("number", "nonce", "commitment")}
        return {"seed": self.seed, **own, "rows": rows}

    @property
    def proof(self) -> str:
        """What the hash was taken of: see flow.chance."""
        salt = f"salt {len(self.salt)} {self.salt} " if self.salt else ""
        return f"ferrovia {salt}seed {self.seed}"


def ended(scene: Scene) -> Ended:
    game = scene.game
    best = winners(game) if game.players else []
    return Ended(
        best,
        game.title.calendar.worth(game, best[0]) if best else 0,
        ranking(scene),
        scene.say.term(game.state.over),
        game.state.ended_by,
        scene.number,
        game.settings.seed,
        game.settings.salt,
        game.commitment,
        numbers_of(scene.moment.record.shared_seed, is_over=game.over),
    )


def ranking(scene: Scene) -> list[Rank]:
    game = scene.game
    places = standings(game)
    most = max([1, *(worth for _, _, worth in places)])
    return [
        Rank(place, actor(scene, player), worth, round(100 * max(0, worth) / most, 1), _parts(scene, player, worth))
        for place, player, worth in places
    ]


def _parts(scene: Scene, player: str, worth: int) -> list[Part]:
    """Cash and certificates; what a title counts besides comes last."""
    game, printed = scene.game, edition(scene)
    found = [Part("", 0, game.cash(player))]
    for name, holders in game.state.certificates.items():
        percent = game.percent(name, player) if player in holders else 0
        amount = game.title.calendar.stock_value(game, name, percent) if percent else 0
        if percent:
            colour, ink = plate_for(printed.companies[name]["rgb"], printed.companies[name]["text"])
            found.append(Part(name, percent, amount, colour, ink))
    rest = worth - sum(part.amount for part in found)
    if rest and player not in game.state.gone:
        reasons = [name for name, _ in scene.face.owed(scene, player)] if rest < 0 else []
        found.append(Part(", ".join(reasons) or scene.say("other"), 0, rest))
    whole = max(1, sum(max(0, part.amount) for part in found))
    return [Part(p.name, p.percent, p.amount, p.colour, p.ink, round(max(0, p.amount) / whole, 3)) for p in found]


class Courses:
    """How games went up to some position, once worked out."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, list[RoundEnd]] = OrderedDict()
        self._lock = Lock()

    def known(self, table_id: int, moment: Moment) -> list[RoundEnd] | None:
        with self._lock:
            return self._known.get(_position(table_id, moment))

    def of(self, table_id: int, moment: Moment) -> list[RoundEnd]:
        key = _position(table_id, moment)
        with self._lock:
            if key not in self._known:
                try:
                    self._known[key] = history(moment.record)
                except HistoryTrouble:
                    self._known[key] = []
                while len(self._known) > _KEPT:
                    self._known.popitem(last=False)
            return self._known[key]


def _position(table_id: int, moment: Moment) -> str:
    return f"{table_id} {moment.number} {moment.standing.hash}"


COURSES = Courses()


def chart(scene: Scene) -> Chart | None:
    """Worth over time, with what decided it; None where the course of the game is not known."""
    return _chart(scene, COURSES.of(scene.table.pk, scene.moment), has_turnings=True)


def worth_chart(scene: Scene, ends: list[RoundEnd]) -> Chart | None:
    """Worth over time in a game that goes on: of the rounds that are over, the last of these has only begun."""
    return _chart(scene, ends[:-1], has_turnings=False)


def _chart(scene: Scene, ends: list[RoundEnd], *, has_turnings: bool) -> Chart | None:
    if len(ends) < 2:
        return None
    printed = edition(scene)
    rounds = [printed.round(each.round) for each in ends]
    top = _ceiling(max(value for each in ends for value in each.worth.values()))

    def x(place: int) -> float:
        return round(_LEFT + (_RIGHT - _LEFT) * place / (len(ends) - 1), 1)

    def y(worth: int) -> float:
        return round(_BOTTOM - (_BOTTOM - _TOP) * max(0, worth) / top, 1)

    players = list(ends[-1].worth)
    lines = {player: [each.worth[player] for each in ends] for player in players}
    labels = _apart({player: y(values[-1]) for player, values in lines.items()})
    curves = [
        Curve(
            actor(scene, player),
            "M" + "L".join(f"{x(place)} {y(value)}" for place, value in enumerate(values)),
            f"r{1 + number % 4}",
            _DASHES[number % len(_DASHES)],
            y(values[-1]),
            labels[player],
            values[-1],
            values,
        )
        for number, (player, values) in enumerate(lines.items())
    ]
    every = max(1, len(ends) // 8)
    return Chart(
        curves,
        rounds,
        [(y(top * step // _LINES), top * step // _LINES) for step in range(_LINES + 1)],
        [(x(place), rounds[place]) for place in range(0, len(ends), every)],
        _turnings(scene, ends, x, y) if has_turnings else [],
    )


def _turnings(
    scene: Scene, ends: list[RoundEnd], x: Callable[[int], float], y: Callable[[int], float]
) -> list[Turning]:
    """The round in which each gained or lost most against the others, in the order of its size.

    What everybody gains decides nothing, and late in a game that is most. The gains of all rounds make up the lead.
    """
    begins = [at for at, _ in ROUNDS.of(scene.table.pk, scene.moment)]
    found = []
    for player in ends[-1].worth:
        leads = [lead(each, player) for each in ends]
        gains = [after - before for before, after in pairwise(leads)]
        place = max(range(len(gains)), key=lambda at: abs(gains[at])) + 1
        found.append((player, round(gains[place - 1]), place))
    found.sort(key=lambda each: -abs(each[1]))
    turnings: list[Turning] = []
    for number, (player, gain, place) in enumerate(found, 1):
        then, now = ends[place - 1], ends[place]
        cash = now.cash[player] - then.cash[player]
        across, down = x(place), y(now.worth[player])
        while any(abs(each.x - across) < 22 and abs(each.y - down) < 22 for each in turnings):
            down -= 24  # above one that is there already
        start, move = begins[place], begins[place + 1] if place + 1 < len(begins) else scene.number
        turnings.append(
            Turning(
                number,
                actor(scene, player),
                edition(scene).round(now.round),
                gain,
                cash,
                now.worth[player] - then.worth[player] - cash,
                tuple(_phases(scene, range(start + 1, move + 1))),
                move,
                across,
                down,
            )
        )
    return turnings


def lead(end: RoundEnd, player: str) -> float:
    """By how much a player is worth more than the others on the average, at the end of a round."""
    others = [worth for other, worth in end.worth.items() if other != player]
    return end.worth[player] - sum(others) / max(1, len(others))


def _phases(scene: Scene, moves: range) -> Iterator[str]:
    """The phases that began with one of these moves."""
    for number in moves:
        for event in scene.moment.record.events_of(number) or ():
            if isinstance(event, PhaseBegins):
                yield event.phase


def _ceiling(most: int) -> int:
    """A round number at or above, that quarters into round numbers."""
    unit = 1
    while True:
        for quarter in (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8):
            if float(unit * quarter).is_integer() and _LINES * unit * quarter >= most:
                return int(_LINES * unit * quarter)
        unit *= 10


def _apart(heights: dict[str, float]) -> dict[str, float]:
    """Where names stand beside the ends of lines, moved apart where these are close."""
    found: dict[str, float] = {}
    last = -100.0
    for player in sorted(heights, key=lambda name: heights[name]):
        last = found[player] = max(heights[player], last + 24)
    return found
