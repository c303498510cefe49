"""History: every move has an address, rounds are the stations of a line, and the way back to now is one key."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

import msgspec

from ferrovia.engine.flow.state import Round
from ferrovia.formats.differences import Difference, changed
from ferrovia.sitting.moment import Moment
from ferrovia.sitting.storage import Standing
from ferrovia.table.page.actors import Line, lines, president_of, told_between
from ferrovia.table.page.control import Effect
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition

MOST_STATIONS = 16
_AROUND = 5  # moves listed before and after one of the past
_KEPT = 400  # tables whose rounds are remembered

Begins = tuple[tuple[int, Round], ...]  # after how many moves each round began


class Rounds:
    """After how many moves the rounds of each table began; only moves that came since are looked at."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, tuple[Standing, Begins]] = OrderedDict()
        self._lock = Lock()

    def of(self, table_id: int, moment: Moment) -> Begins:
        with self._lock:
            standing, known = self._known.get(table_id, (Standing(0, ""), ()))
        if standing.number > moment.number or moment.record.hashes[standing.number] != standing.hash:
            standing, known = Standing(0, ""), ()  # something was taken back
        found = (*known, *_begun_since(moment, standing.number if known else -1))
        with self._lock:
            self._known[table_id] = (moment.standing, found)
            self._known.move_to_end(table_id)
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)
        return found


def _begun_since(moment: Moment, number: int) -> Begins:
    """The rounds that began after a number of moves, read off the stored differences; from the start where it is -1."""
    here = msgspec.to_builtins(moment.game.state.round)
    found: list[tuple[int, Round]] = []
    place = moment.number
    while place > max(0, number):
        back = moment.record.past_of(place).back
        if back is None:
            break
        part = Difference(
            put={key: value for key, value in back.put.items() if key == "round"},
            within={key: value for key, value in back.within.items() if key == "round"},
        )
        before = changed({"round": here}, part)["round"]
        if before != here:
            found.append((place, msgspec.convert(here, Round)))
            here = before
        place -= 1
    if number < 0:
        found.append((place, msgspec.convert(here, Round)))
    return tuple(reversed(found))


ROUNDS = Rounds()


@dataclass(frozen=True)
class Station:
    """A round on the line."""

    number: int
    name: str
    is_passed: bool


@dataclass(frozen=True)
class History:
    """The line of a game, and where on it the page stands."""

    number: int
    last: int
    share: float
    stations: tuple[Station, ...]
    before: int | None  # the move before this one; None at the start
    after: int | None
    round: str


def history(scene: Scene) -> History:
    """The line of the table; whoever tries something stands where they began."""
    now = scene.now
    last, number = now.number, min(scene.number, now.number)
    begins = ROUNDS.of(scene.table.pk, now)
    printed = edition(scene)
    shown = _thinned(begins)
    return History(
        number,
        last,
        _share(number, last),
        tuple(Station(at, printed.round(each), at <= number) for at, each in shown),
        number - 1 if number > 0 else None,
        number + 1 if number < last else None,
        printed.round(scene.game.state.round),
    )


def _share(number: int, last: int) -> float:
    return round(number / last, 4) if last else 1.0


def _thinned(begins: Begins) -> Begins:
    """As many rounds as a line has room for: all, or the stock rounds, or some of these."""
    if len(begins) > MOST_STATIONS:
        begins = tuple((at, each) for at, each in begins if each.kind != "operating" or at == 0)
    every = -(-len(begins) // MOST_STATIONS)
    return begins[::every] if every > 1 else begins


@dataclass(frozen=True)
class Then:
    """A position of the past: what happened there, what came before and after, and what has changed since."""

    headline: str
    by: str
    lines: list[Line]
    changes: list[Effect]
    later: int  # moves since
    round_before: int | None
    round_after: int | None


def then(scene: Scene) -> Then:
    now, number = scene.now, scene.number
    begins = ROUNDS.of(scene.table.pk, now)
    rounds = {at: edition(scene).round(each) for at, each in begins}
    told = lines(scene, told_between(now, number - _AROUND + 1, number + _AROUND), number, rounds)
    here = next((each for each in told if each.state == "here"), None)
    return Then(
        here.text if here else scene.say("The start of the game"),
        here.actor.name if here else "",
        told,
        _since_then(scene),
        now.number - number,
        max((at for at, _ in begins if at < number), default=None),
        min((at for at, _ in begins if at > number), default=None),
    )


def _since_then(scene: Scene) -> list[Effect]:
    """What the viewer would ask first: their money, prices, presidencies, the phase."""
    then, now, say = scene.game, scene.now.game, scene.say
    found: list[Effect] = []
    viewer = scene.viewer
    if viewer is not None:
        worth = [game.title.calendar.worth(game, viewer) for game in (then, now)]
        found.append(Effect(say("Your money"), _money(scene, then.cash(viewer)), _money(scene, now.cash(viewer))))
        found.append(Effect(say("Your worth"), _money(scene, worth[0]), _money(scene, worth[1]), worth[1] - worth[0]))
    for name in now.state.certificates:
        before = then.price(name) if then.is_started(name) else None
        after = now.price(name) if now.is_started(name) else None
        if before != after:
            found.append(
                Effect(
                    say("Price of {corporation}", corporation=name),
                    _price(before),
                    _price(after),
                    after - before if before is not None and after is not None else 0,
                )
            )
    for name in now.state.certificates:
        heads = president_of(then, name), president_of(now, name)
        if heads[0] != heads[1] and all(heads):
            found.append(Effect(say("President of {corporation}", corporation=name), *heads))
    if then.state.phase != now.state.phase:
        found.append(Effect(say("Phase"), then.state.phase, now.state.phase))
    return found


def _money(scene: Scene, amount: int) -> str:
    return scene.say("{amount:money}", amount=amount)


def _price(price: int | None) -> str:
    return "–" if price is None else str(price)
