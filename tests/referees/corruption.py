"""Corrupted moments: what a referee must object to. Each is a moment of a game with one thing in it changed.

A referee who never objects proves nothing. So for every clause that a referee judges, one of these must make it
object by that clause.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import msgspec

from ferrovia.engine.board.layout import Layout
from ferrovia.engine.flow import actions as do
from ferrovia.engine.flow.events import DidNotRun, Event, TurnBegins
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.state import State
from ferrovia.titles.t18fb.events import RegionalRoundBegins
from ferrovia.titles.t1883 import actions as emilian
from tests.referees.referee import Moment, Referee

Corrupted = tuple[Moment, Callable[[Referee], None]]


def untouched(referee: Referee) -> None:
    """The referee's memory stays as it is."""


def corruptions(referee: Referee, moment: Moment) -> Iterator[Corrupted]:
    """One change after the other; `referee` has judged the moment as it was."""
    acted = [_with(moment, before=state) for state in _turns(moment.before)]
    yield from ((moment_, untouched) for moment_ in _after(referee, moment))
    yield from ((moment_, untouched) for moment_ in _told(referee, moment))
    yield from ((moment_, untouched) for moment_ in _decided(referee, moment))
    yield from ((moment_, untouched) for moment_ in _before(referee, moment))
    for memory in _memory(referee, moment):
        yield from ((moment_, memory) for moment_ in (moment, *acted))


def _with(moment: Moment, **facts: Any) -> Moment:
    return msgspec.structs.replace(moment, **facts)


def _state(state: State, **facts: Any) -> State:
    return msgspec.structs.replace(state, **facts)


# The table after the action: every entry that the referee made, come out otherwise


def _after(referee: Referee, moment: Moment) -> Iterator[Moment]:
    after = moment.after
    for kind, name in referee.books.clauses:
        for state in _entry(referee, after, kind, name):
            yield _with(moment, after=state)
    for corporation, earned in after.earnings.items():
        yield _with(moment, after=_state(after, earnings={**after.earnings, corporation: earned + 10}))
    for player in after.seats:
        yield _with(moment, after=_state(after, priority=player))
    yield _with(moment, after=_state(after, bank_broken="" if after.bank_broken else "stock"))
    for over, by in (("", ""), ("somebody is tired", "by nobody")):
        yield _with(moment, after=_state(after, over=over, ended_by=by))
    yield _with(moment, after=_state(after, agenda=()))
    agenda = tuple(
        msgspec.structs.replace(frame, revenue=frame.revenue + 10) if isinstance(frame, OperatingTurn) else frame
        for frame in after.agenda
    )
    yield _with(moment, after=_state(after, agenda=agenda))
    yield _with(moment, after=_state(after, supply={tile: left + 1 for tile, left in after.supply.items()}))
    for train in referee.title.box.trains:
        crowd = dict.fromkeys(after.certificates, (train,) * 6)
        yield _with(moment, after=_state(after, trains={**after.trains, **crowd}))
    yield from (_with(moment, after=state) for state in _holders(referee, after))
    yield _with(moment, after=_state(after, layout=Layout(referee.title.box.board)))
    tagged = [frame for frame in (*moment.before.agenda, *after.agenda) if frame not in after.agenda]
    yield _with(moment, after=_state(after, agenda=(*after.agenda, *tagged)))


def _entry(referee: Referee, state: State, kind: str, name: str) -> Iterator[State]:
    """An entry of the books that came out otherwise."""
    title = referee.title
    match kind:
        case "purse":
            yield _state(state, cash={**state.cash, name: state.cash[name] + 1})
        case "paper":
            holders = state.certificates[name]
            for number in (0, len(holders) - 1):
                changed = (*holders[:number], "somebody", *holders[number + 1 :])
                yield _state(state, certificates={**state.certificates, name: changed})
        case "token":
            others = tuple(marker for marker in state.market if marker[0] != name)
            yield _state(state, market=others)
            for cell in ((1, 1), (2, 2)):
                yield _state(state, market=(*others, (name, *cell)))
        case "trains":
            train = next(iter(title.box.trains))
            yield _state(state, trains={**state.trains, name: (*state.trains.get(name, ()), train)})
        case "card":
            yield _state(state, privates={**state.privates, name: "somebody"})
        case "stations":
            yield _state(state, tokens={**state.tokens, name: state.tokens[name] + 1})
        case "tile":
            tiles = {**state.layout.tiles, name: (next(iter(title.box.board.tiles)), 1)}
            yield _state(state, layout=Layout(title.box.board, tiles))
            tiles.pop(name)
            yield _state(state, layout=Layout(title.box.board, tiles))
        case "phase":
            for phase in title.box.phases:
                yield _state(state, phase=phase)
        case "gone":
            yield _state(state, gone=(*state.gone, "somebody"))
        case _:
            yield from _own_entry(state, kind, name)


def _own_entry(state: State, kind: str, name: str) -> Iterator[State]:
    own = state.own

    def keep(**facts: Any) -> State:
        return _state(state, own=msgspec.structs.replace(own, **facts))

    match kind:
        case "support":
            yield keep(support={**own.support, name: own.support.get(name, 0) + 1})
        case "concession":
            some = next(iter(own.concessions.values()), None)
            if some is not None:
                changed = msgspec.structs.replace(some, owner="somebody")
                yield keep(concessions={**own.concessions, name: changed})
            elif hasattr(own, "markers"):
                from ferrovia.titles.t18fb.south import Concession

                yield keep(concessions={name: Concession("somebody")})
        case "coach":
            left = tuple(hex_id for hex_id in own.coaches if hex_id != name)
            yield keep(coaches=left if name in own.coaches else (*own.coaches, name))
        case "port":
            yield keep(ports=(*own.ports, ("1", "somebody")) if own.ports else (("1", "somebody"),))
            yield keep(ports=())
        case "par":
            yield _state(state, pars={**state.pars, name: state.pars.get(name, 0) + 10})
        case "cooperative":
            yield keep(ccfr_leader="somebody", ccfr="nobody's")
        case "aside":
            yield keep(set_aside=own.set_aside + 10)
        case "marker":
            yield keep(markers={**own.markers, name: own.markers.get(name, 0) + 1})
        case "float":
            yield _state(state, floated={**state.floated, name: "PH0"})
        case "lease":
            yield keep(leases={**own.leases, name: 1})
        case "bourbon":
            yield keep(bourbon={**own.bourbon, name: "somebody"})
        case "table":
            yield _state(state, seats=tuple(reversed(state.seats)))


# What was told


def _told(referee: Referee, moment: Moment) -> Iterator[Moment]:
    title, after = referee.title, moment.after
    names = (*after.seats, *title.box.corporations)
    for number, event in enumerate(moment.events):
        rest = (moment.events[:number], moment.events[number + 1 :])
        yield _with(moment, events=(*rest[0], *rest[1]))
        yield _with(moment, events=(*rest[0], event, event, *rest[1]))
        for key, value in msgspec.structs.asdict(event).items():
            others: list[str | int] = [value + 5, value - 1] if isinstance(value, int) else []
            if isinstance(value, str):
                others = [name for name in names if name != value] if value in names else []
                others += [train for train in title.box.trains if value in title.box.trains and train != value]
                others += [
                    hex_id for hex_id in title.box.board.hexes if value in title.box.board.hexes and hex_id != value
                ][:20]
                others += list(_table_names(after, value))
            for other in others:
                changed = _changed(event, key, other)
                yield _with(moment, events=(*rest[0], changed, *rest[1]))
    yield _with(moment, events=())
    untold: tuple[Event, ...] = (
        DidNotRun(corporation=moment.corporation),
        TurnBegins(corporation=moment.corporation),
        RegionalRoundBegins(),
    )
    for event in untold:
        yield _with(moment, events=(*moment.events, event))


def _changed(event: Event, key: str, other: str | int) -> Event:
    changed: Event = msgspec.structs.replace(event, **{key: other})
    return changed


def _table_names(state: State, value: str) -> Iterator[str]:
    concessions = getattr(state.own, "concessions", {})
    if value.isdigit():
        yield from (name for name in concessions if name != value)
        yield from (str(number) for number in range(1, 9))


# What was decided


def _decided(referee: Referee, moment: Moment) -> Iterator[Moment]:
    title, before = referee.title, moment.before
    action = moment.action
    if isinstance(action, do.RunTrains):
        yield from (_with(moment, action=changed) for changed in _runs(referee, action))
    for field, value in msgspec.structs.asdict(action).items():
        for other in _values(referee, before, field, value):
            yield _with(moment, action=msgspec.structs.replace(action, **{field: other}))
    for player in before.seats:
        yield _with(moment, player=player)
    for corporation in title.box.corporations:
        yield _with(moment, corporation=corporation)
    kind = type(action)
    if kind is do.Pass and moment.step == "run":
        yield _with(moment, action=do.RunTrains(()))
    yield _with(moment, action=emilian.PlaceAnchor("1"))
    yield _with(moment, action=do.Start(next(iter(title.box.corporations)), 1))


def _runs(referee: Referee, action: do.RunTrains) -> Iterator[do.RunTrains]:
    for number, run in enumerate(action.routes):
        rest = (action.routes[:number], action.routes[number + 1 :])
        yield do.RunTrains((*rest[0], *rest[1]))
        for train in referee.title.box.trains:
            yield do.RunTrains((*rest[0], do.Run(train, run.hexes), *rest[1]))
        for hexes in (run.hexes[:-1], run.hexes[1:], (*run.hexes, run.hexes[0]), ()):
            yield do.RunTrains((*rest[0], do.Run(run.train, hexes), *rest[1]))


def _values(referee: Referee, state: State, field: str, value: Any) -> list[Any]:
    title = referee.title
    match field:
        case "price" | "count" | "rotation" | "city":
            return [0, value - 1, value + 1, value + 2, value + 5, value + 100, 10**6]
        case "hex":
            return list(title.box.board.hexes)
        case "tile":
            return list(title.box.board.tiles)
        case "corporation" | "seller":
            return list(title.box.corporations)
        case "private" | "lot" | "company":
            return [*title.box.privates, *title.box.corporations]
        case "train":
            return list(title.box.trains)
        case "source":
            return ["bank", "pool", "offer", "treasury", *title.box.corporations]
        case "certificates":
            return [(10,), (20,), (10, 10), (10,) * 4, (10,) * 6, (20, 10, 10, 10, 10), (20,) * 4]
        case "choice":
            return ["pay", "withhold", "half", "loot", "nothing", "treasury", "shareholders", "suffer", "support"]
        case "concession":
            return list(getattr(state.own, "concessions", {}))
        case "route":
            return [value[:-1], value[1:], tuple(reversed(value)), (*value, value[0]), value[:2]]
        case "card":
            return list(title.box.privates)
        case "at_half":
            return [not value]
    return []


# The table before the action


def _before(referee: Referee, moment: Moment) -> Iterator[Moment]:
    title, before = referee.title, moment.before
    states: list[State] = [_state(before, phase=phase) for phase in title.box.phases]
    states += [
        _state(before, cash={purse: 0 if purse != "bank" else amount for purse, amount in before.cash.items()}),
        _state(before, cash=dict.fromkeys(before.cash, 10**5)),
        _state(before, operated=()),
        _state(before, supply=dict.fromkeys(before.supply, 0)),
        _state(before, layout=Layout(title.box.board)),
        _state(before, tokens=dict.fromkeys(before.tokens, 0)),
        _state(before, tokens=dict.fromkeys(before.tokens, 3)),
        _state(before, stations=dict.fromkeys(before.stations, ())),
        _state(before, market=tuple(reversed(before.market))),
        _state(before, market=()),
        _state(before, gone=before.seats[1:]),
        _state(before, bank_broken="" if before.bank_broken else "stock"),
        _state(before, trains={"bank": before.trains["bank"]}),
        _state(before, trains={**before.trains, "bank": ()}),
        _state(before, round=msgspec.structs.replace(before.round, turn=1)),
    ]
    states += [_state(before, trains={**before.trains, "pool": (train,)}) for train in title.box.trains]
    states += [
        _state(before, trains={**before.trains, **dict.fromkeys(before.certificates, (train,) * 6)})
        for train in title.box.trains
    ]
    everywhere = tuple(dict.fromkeys(stop for stops in moment.after.stations.values() for stop in stops))
    states += [_state(before, stations=dict.fromkeys(before.stations, everywhere))]
    for owner in (*before.seats, *before.certificates, "bank"):
        states.append(_state(before, privates=dict.fromkeys(before.privates, owner)))
    for name, row, col in before.market:
        others = tuple(marker for marker in before.market if marker[0] != name)
        states += [_state(before, market=(*others, (name, *cell))) for cell in ((0, 0), (4, 1), (8, 1), (row, col + 1))]
    states += list(_holders(referee, before))
    states += list(_own_before(before))
    states += list(_turns(before))
    yield from (_with(moment, before=state) for state in states)


def _holders(referee: Referee, state: State) -> Iterator[State]:
    """Stock in other hands: half of it in the pool, all with one player, the president's certificate elsewhere."""
    started = [marker[0] for marker in state.market]
    for name in started:
        holders = state.certificates[name]
        for holder in (*state.seats, "pool", "offer", name):
            for changed in (
                (holder, *holders[1:]),
                (holders[0], *(holder for _ in holders[1:])),
                (*(holder for _ in holders[:6]), *holders[6:]),
                (*holders[:2], *(holder for _ in holders[2:7]), *holders[7:]),
                tuple(holder for _ in holders),
            ):
                yield _state(state, certificates={**state.certificates, name: changed})
    for name, holders in state.certificates.items():
        if len(holders) == 1:
            yield _state(state, certificates={**state.certificates, name: ("pool",)})
    for player in state.seats:
        everything = {name: (player,) * len(holders) for name, holders in state.certificates.items()}
        most = {name: (holders[0], *(player,) * (len(holders) - 1)) for name, holders in state.certificates.items()}
        yield from (_state(state, certificates=certificates) for certificates in (everything, most))


def _turns(state: State) -> Iterator[State]:
    """Other facts about the turn in hand: what was done in it."""
    frame = state.agenda[-1] if state.agenda else None
    if frame is None:
        return
    for field, value in msgspec.structs.asdict(frame).items():
        others: list[Any] = []
        if isinstance(value, bool):
            others = [not value]
        elif field == "laid":
            others = [tuple((hex_id, what) for hex_id in ("1", "2", "3", "4")) for what in ("tile", "token", "yellow")]
            others += [()]
        for other in others:
            yield _state(state, agenda=(*state.agenda[:-1], msgspec.structs.replace(frame, **{field: other})))


def _own_before(state: State) -> Iterator[State]:
    """What only a title keeps, emptied or filled field by field; not every one of these tables could be."""
    own = state.own
    for field, value in msgspec.structs.asdict(own).items():
        others: list[Any] = []
        if isinstance(value, bool):
            others = [not value]
        elif isinstance(value, int):
            others = [0, value + 6]
        elif isinstance(value, str):
            others = ["", *state.certificates, "capitalist", "frozen", "cooperative"]
        elif isinstance(value, tuple):
            others = [(), tuple(state.certificates)]
        elif isinstance(value, dict):
            others = [{}, dict.fromkeys(state.certificates, 1)]
            if all(isinstance(item, int) for item in value.values()):
                others += [dict.fromkeys(value, 0), dict.fromkeys(value, 9)]
            if all(isinstance(item, msgspec.Struct) for item in value.values()):
                others += [
                    {key: msgspec.structs.replace(item, owner=owner) for key, item in value.items()}
                    for owner in ("", *state.seats, *state.certificates)
                ]
                if any("counter" in item.__struct_fields__ for item in value.values()):
                    others += [{key: msgspec.structs.replace(item, counter=9) for key, item in value.items()}]
        for other in others:
            yield _state(state, own=msgspec.structs.replace(own, **{field: other}))


# The referee's own memory


def _memory(referee: Referee, moment: Moment) -> Iterator[Callable[[Referee], None]]:
    """Another course of the game so far, as the referee would remember it."""
    corporations, players = list(referee.title.box.corporations), list(moment.before.seats)

    def set_to(field: str, value: Any) -> Callable[[Referee], None]:
        return lambda twin: setattr(twin, field, value)

    for field, value in vars(referee).items():
        if isinstance(value, bool):
            yield set_to(field, not value)
        elif isinstance(value, int):
            yield from (set_to(field, other) for other in (0, 1, 2, value + 1))
        elif isinstance(value, str):
            yield from (set_to(field, other) for other in ("", "due", *corporations, *players))
        elif isinstance(value, set):
            yield set_to(field, {(player, name) for player in players for name in corporations})
            yield set_to(field, set(corporations))
        elif isinstance(value, list) and field != "faults":
            yield from (set_to(field, list(other)) for other in ([], corporations, players))
            yield set_to(field, ["sold", "bought", "support"])
            yield set_to(field, ["Flooding", "Landslide in the Apennine", "Autarchy"])
            yield set_to(field, [("Autarchy", list(corporations))])
        elif isinstance(value, dict) and field not in ("judged",):
            yield set_to(field, {})
            yield set_to(field, dict.fromkeys(players, players[0]) | {player: player for player in players})
            yield set_to(field, dict.fromkeys(corporations, "merge"))
    auction = getattr(referee, "auction", None)
    if auction is not None:
        yield lambda twin: setattr(twin.auction, "cut", 5)  # type: ignore[attr-defined]
        high = {private: dict.fromkeys(players, 300) for private in auction.faces}
        yield lambda twin: setattr(twin.auction, "bids", high)  # type: ignore[attr-defined]
        yield from (partial(_contest, private=contest, players=players) for contest in auction.faces)
        yield lambda twin: setattr(twin.auction, "passes", len(players) - 1)  # type: ignore[attr-defined]


def _contest(referee: Any, private: str, players: list[str]) -> None:
    referee.auction.bids = {private: {player: 10 + place for place, player in enumerate(players)}}
    referee.auction.contest = private
