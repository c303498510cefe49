"""The banner: who must choose, what, and how far the turn has come, as a line with stations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.wording import asked

WIDE = 360
_MOST_LETTERS = 9  # of a name below a station
_LETTER = 5.7  # how wide one is, of the line's width
_APART = 3.0  # between two names


@dataclass(frozen=True)
class Station:
    """A stop of the step line: a step of the turn, or a seat."""

    name: str
    x: float
    state: str  # past, here, ahead
    label_x: float = 0  # where its name stands: within the line's width
    is_named: bool = True  # whether its name has room beside the others
    step: str = ""  # the step that it is, which can be asked about
    room: float = 0  # how wide its part of the line is


@dataclass(frozen=True)
class StepLine:
    """The stations in a line; none where nobody takes turns."""

    stations: tuple[Station, ...] = ()

    @property
    def here(self) -> float:
        return next((station.x for station in self.stations if station.state == "here"), 0)

    @property
    def first(self) -> float:
        return self.stations[0].x if self.stations else 0

    @property
    def last(self) -> float:
        return self.stations[-1].x if self.stations else 0

    @property
    def told(self) -> tuple[int, int, str]:
        """Which station of how many, for those who do not see the line."""
        place = next((number for number, each in enumerate(self.stations, 1) if each.state == "here"), 0)
        return place, len(self.stations), self.stations[place - 1].name if place else ""


@dataclass(frozen=True)
class Figure:
    """Something that the viewer or their corporation has: what, and how much."""

    name: str
    value: str
    of: str = ""  # of how many at most
    is_second: bool = False  # what a narrow banner can do without


@dataclass(frozen=True)
class Banner:
    player: str  # who must choose; empty when the game is over
    place: int  # their seat
    corporation: str  # for which, if for one
    over: str  # the line above the question
    question: str
    line: StepLine
    spoken: str  # for a live region
    purse: tuple[Figure, ...] = ()  # what the viewer has to spend


def banner(scene: Scene, question: str = "") -> Banner:
    game, say = scene.game, scene.say
    if game.over:
        return Banner("", 0, "", say("The game is over"), say("Final standing"), StepLine(), say("The game is over"))
    player, corporation = scene.decider, game.top.corporation_of(game)
    words = question or asked(scene)
    over = say("Your turn") if scene.is_mine else say("{player}’s turn", player=player)
    if scene.is_watched:
        over = say("You are watching")
    return Banner(
        player=player,
        place=scene.mark(player),
        corporation=corporation,
        over=over,
        question=words,
        line=step_line(scene),
        spoken=say("{whose}: {question}", whose=over, question=words),
        purse=tuple(purse(scene)),
    )


def purse(scene: Scene) -> Iterator[Figure]:
    """What the viewer has: money and certificates; while a corporation of theirs operates, its treasury first."""
    game, say, viewer = scene.game, scene.say, scene.viewer
    if viewer is None:
        return

    def money(amount: int) -> str:
        return say("{amount:money}", amount=amount)

    turn = game.find(OperatingTurn)
    if turn is not None and scene.is_mine and game.top.corporation_of(game):
        yield Figure(say("Treasury"), money(game.cash(game.top.corporation_of(game))))
        yield Figure(say("you"), money(game.cash(viewer)))
    else:
        yield Figure(say("You have"), money(game.cash(viewer)))
        if turn is None:
            limit = str(game.title.stock.certificate_limit(game))
            yield Figure(say("certificates"), str(game.certificate_count(viewer)), limit)
            yield Figure(say("worth"), str(game.title.calendar.worth(game, viewer)), is_second=True)
    for name, value in scene.face.purse(scene, viewer):
        yield Figure(name, value)


def step_line(scene: Scene) -> StepLine:
    """The steps of a corporation's turn; the seats where players take turns for themselves."""
    turn = scene.game.find(OperatingTurn)
    if turn is not None:
        return scene.game.remembered(("step line", scene.language), lambda: StepLine(tuple(_of_turn(scene, turn))))
    return StepLine(tuple(_of_seats(scene)))


def _of_seats(scene: Scene) -> list[Station]:
    seats = [player for player in scene.game.state.seats if player not in scene.game.state.gone]
    if scene.decider not in seats:
        return []
    at = seats.index(scene.decider)
    names = [scene.say("{player}, you", player=name) if name in scene.players else name for name in seats]
    return _spread([_short(name) for name in names], at)


def _of_turn(scene: Scene, turn: OperatingTurn) -> list[Station]:
    steps = scene.title.operating.steps_of(scene.game, turn.corporation)
    shown = [(at, step) for at, step in enumerate(steps) if not step.is_rare or at == turn.at]
    here = next((place for place, (at, _) in enumerate(shown) if at >= turn.at), len(shown) - 1)
    spread = _spread([scene.say.term(step.station or step.label) for _, step in shown], here)
    return [replace(each, step=step.id) for each, (_, step) in zip(spread, shown, strict=True)]


def _spread(names: list[str], here: int) -> list[Station]:
    """Stations at even distances; of names that are too long for them, those around the mark of now are shown."""
    gap = WIDE / max(len(names), 1)
    places = [round(gap * (place + 0.5), 1) for place in range(len(names))]
    spans: dict[int, tuple[float, float]] = {}
    for place in sorted(range(len(names)), key=lambda each: (abs(each - here), each < here)):
        half = len(names[place]) * _LETTER / 2
        middle = min(max(places[place], half), WIDE - half)
        if all(middle + half + _APART < low or middle - half - _APART > high for low, high in spans.values()):
            spans[place] = (middle - half, middle + half)
    return [
        Station(
            name,
            places[place],
            "here" if place == here else "past" if place < here else "ahead",
            round(sum(spans[place]) / 2, 1) if place in spans else places[place],
            place in spans,
            room=round(gap, 1),
        )
        for place, name in enumerate(names)
    ]


def _short(name: str) -> str:
    return name if len(name) <= _MOST_LETTERS + 2 else f"{name[:_MOST_LETTERS]}…"
