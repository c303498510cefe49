"""What tiles, tokens and homes are worth: by the best runs after them, and by the lines that are planned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf

from ferrovia.bots.keen.outlook import Outlook, Weighed
from ferrovia.bots.maps import is_shared, share_map
from ferrovia.bots.surveyor import paying, promise
from ferrovia.engine.board.board import hex_of, stop_id
from ferrovia.engine.board.track import added_track
from ferrovia.engine.flow.actions import ChooseHome, LayTile, PlaceToken
from ferrovia.engine.flow.game import Game
from ferrovia.saying.message import Message
from ferrovia.titles import surveying
from ferrovia.titles.distances import hexes_to
from ferrovia.titles.judgement import PlannedLine, Verdict

PLANNED_TRIED, OTHERS_TRIED = 3, 2  # so many tiles that look best are tried out
SIGHT = 0.15  # what the first look counts in money, for each point
TREASURY = 0.5  # what money of the treasury is worth to its president
SPENDS_TRAIN = 500  # against what takes the money for a train that must be bought
FAR = 5.0  # tiles that nobody plans beyond
OUTING_ROUNDS = 3  # operating rounds for which a new place is counted while it is far
SPACE_TAKEN = 10  # a space is worth what its city shows, less this


Seen = tuple[int, PlannedLine | None, LayTile]  # how good a tile looks, and the line it brings nearer


def tiles(outlook: Outlook, lays: Sequence[LayTile]) -> Iterator[Weighed]:
    """The tiles that look best, each weighed by what it brings."""
    game, corporation = outlook.game, outlook.corporation
    plans = [*outlook.judgement.lines(game, corporation), *_outings(outlook)] if corporation else []
    seen = [(promise(game, corporation, lay), _served(outlook, plans, lay), lay) for lay in lays]
    if not corporation:
        yield from ((lay, Verdict(sight, Message("This tile harms least."))) for sight, _, lay in seen)
        return
    before = outlook.network_now
    for sight, plan, lay in _best_looking(seen):
        after = _with_tile(game, lay)
        gain = 0 if after.over else outlook.network(after) - before
        yield lay, _tile(outlook, lay, sight, plan, gain)


def _best_looking(seen: Sequence[Seen]) -> list[Seen]:
    """The tiles to try out: those that bring a line nearer and look best, and besides them those that look best."""
    planned = sorted(seen, key=lambda entry: -(entry[0] + (_premium(entry[1]) if entry[1] else 0)))
    others = sorted(planned[PLANNED_TRIED:], key=lambda entry: -entry[0])
    return [*planned[:PLANNED_TRIED], *others[:OTHERS_TRIED]]


def _outings(outlook: Outlook) -> Iterator[PlannedLine]:
    """Lines to places that no route of the corporation reaches yet."""
    game, corporation = outlook.game, outlook.corporation
    if outlook.judgement.network(game, corporation) is not None:
        return
    layout, level, reached = game.layout, game.phase.revenue_level, game.reach(corporation).paths
    own = game.state.stations[corporation]
    # A first route counts the home too.
    home = 0 if outlook.network_now else max((layout.stop(stop).value(level) for stop in own), default=0)
    starts = {hex_of(stop) for stop in own}
    farthest = inf if outlook.network_now else _first_run(outlook)
    for stop, value in paying(layout, level):
        if stop in reached or hexes_to(game, corporation, (hex_of(stop),)) >= farthest:
            continue
        line = surveying.short_line(layout, starts, hex_of(stop), FAR)
        if line.work and line.tiles <= FAR:
            text = "{corporation} builds towards {hex}, {tiles} {tiles:tile|tiles} away."
            why = Message(text, tiles=max(1, round(line.tiles)), **_names(outlook, hex_of(stop)))
            yield PlannedLine(line, OUTING_ROUNDS * (value + home), why)


def _first_run(outlook: Outlook) -> float:
    """How many hexes a first route may be long for the trains that could run on it."""
    cards = outlook.game.title.box.trains
    trains = [cards[train] for train in (*outlook.game.trains(outlook.corporation), *outlook.to_come)]
    reaches = [(train.limit, train.edge_cost[0]) for train in trains]
    return max((inf if not limit or not edge else limit / edge for limit, edge in reaches), default=inf)


def _with_tile(game: Game, lay: LayTile) -> Game:
    """The game with a tile on the map, and nothing else changed unless stops become one: then tokens move too."""
    after = game.fork()
    if len(game.title.box.board.tiles[lay.tile].face.stops) < len(game.layout.face(lay.hex).stops):
        after.apply(lay)
    else:
        after.place_tile(lay.hex, lay.tile, lay.rotation)
    if is_shared(game.layout):
        share_map(after)
    return after


def _served(outlook: Outlook, plans: Sequence[PlannedLine], lay: LayTile) -> PlannedLine | None:
    """The planned line that a tile brings nearer, of several the best."""
    layout = outlook.game.layout
    face = layout.board.tiles[lay.tile].faces[lay.rotation]
    served = [
        plan for plan in plans if any(work.hex == lay.hex and work.is_done_on(layout, face) for work in plan.line.work)
    ]
    return max(served, key=_premium, default=None)


def _premium(plan: PlannedLine) -> float:
    """What a tile of a planned line is worth: its part of the whole."""
    return plan.prize / max(1.0, plan.line.tiles)


def _tile(outlook: Outlook, lay: LayTile, sight: int, plan: PlannedLine | None, gain: int) -> Verdict:
    cost = tile_cost(outlook, lay)
    brings = outlook.judgement.rounds_of_track * gain
    money = SIGHT * sight + brings - TREASURY * cost
    if plan is not None:
        money += _premium(plan)
    purse = outlook.purse
    if cost and purse.cash >= purse.next_price > purse.cash - cost and _saves_for_train(outlook):
        money -= SPENDS_TRAIN
    if plan is not None and _premium(plan) >= brings:
        return Verdict(money, plan.why)
    if gain > 0:
        text = "Track on {hex} would earn {corporation} {gain:money} more each round."
        return Verdict(money, Message(text, gain=gain, **_names(outlook, lay.hex)))
    return Verdict(money, Message("Track on {hex} opens a way for {corporation}.", **_names(outlook, lay.hex)))


def _saves_for_train(outlook: Outlook) -> bool:
    """Whether money is kept for a train: but whoever has one and no route for it needs track first."""
    return outlook.needs_train and (outlook.has_run or not outlook.has_running_train)


def tile_cost(outlook: Outlook, lay: LayTile) -> int:
    game = outlook.game
    old, new = game.layout.face(lay.hex), game.title.box.board.tiles[lay.tile].faces[lay.rotation]
    gauges = [int(piece.gauge) for piece in added_track(old, new) or ()]
    return game.title.track.terrain_cost(game, outlook.corporation, lay.hex, gauges)


def token(outlook: Outlook, action: PlaceToken) -> Verdict:
    game, corporation, stop = outlook.game, outlook.corporation, stop_id(action.hex, action.city)
    cost = game.title.tokens.cost(game, corporation)
    if cost and outlook.needs_train and not outlook.purse.can_spare(cost):
        return Verdict(-20, Message("{corporation} keeps its money for a train.", corporation=corporation))
    after = game.fork()
    after.place_token(corporation, stop)
    gain = outlook.network(after) - outlook.network_now
    shown = game.layout.stop(stop).value(game.phase.revenue_level)
    money = outlook.judgement.rounds_of_token * gain + shown - SPACE_TAKEN - TREASURY * cost
    if gain > 0:
        text = "A token on {hex} would earn {corporation} {gain:money} more each round."
        return Verdict(money, Message(text, gain=gain, **_names(outlook, action.hex)))
    return Verdict(money, Message("A token on {hex} keeps a space for {corporation}.", **_names(outlook, action.hex)))


def home(outlook: Outlook, action: ChooseHome) -> Verdict:
    """A home is good that pays and has track."""
    face, level = outlook.game.layout.face(action.hex), outlook.game.phase.revenue_level
    shown = max((stop.value(level) for stop in face.stops), default=0)
    text = "{hex} pays best as the home of {corporation}."
    return Verdict(shown + 5 * len(face.edges), Message(text, **_names(outlook, action.hex)))


def _names(outlook: Outlook, hex_id: str) -> dict[str, Message | str]:
    return {"hex": outlook.game.title.box.board.place(hex_id), "corporation": outlook.corporation}
