"""Whether a stored state fits its title: every name in it is one of the game's, and nothing is lost.

The types of a state are checked when it is read. What is checked here is what a file from a stranger, or from
a damaged disk, could still get wrong and what the rules take for granted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.conservation import faults
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import BANK, OUT
from ferrovia.saying.message import Message, term


def misfits(game: Game) -> Iterator[Message]:
    """What does not fit, one sentence each. Later ones rely on the earlier: stop at the first."""
    yield from _players(game)
    yield from _papers(game)
    yield from _market(game)
    yield from _map(game)
    for fault in faults(game):
        yield Message("Not everything is in its place: {fault}", fault=fault)
    yield from _agenda(game)


def _players(game: Game) -> Iterator[Message]:
    state = game.state
    if sorted(state.seats) != sorted(game.settings.players):
        yield Message("Not every player has exactly one seat.")
    if state.number != len(game.actions):
        text = "It is the state after {number} {number:action|actions}, and there are {count}."
        yield Message(text, number=state.number, count=len(game.actions))
    if len(set(state.gone)) < len(state.gone):
        yield Message("Somebody has left the game twice.")
    yield from _known(term("player"), [*state.gone, state.priority], state.seats)
    yield from _known(term("phase"), [state.phase], game.title.box.phases)
    for name in (BANK, *state.seats, *state.certificates):
        if name not in state.cash:
            yield Message("{name} has no purse.", name=name)


def _papers(game: Game) -> Iterator[Message]:
    state, title = game.state, game.title
    corporations = state.certificates
    yield from _known(term("corporation"), corporations, title.box.corporations)
    for name, holders in corporations.items():
        if len(holders) != len(title.box.corporations[name].certificates):
            text = "{corporation} has {count} {count:certificate|certificates}."
            yield Message(text, corporation=name, count=len(holders))
        if name not in state.stations:
            yield Message("{corporation} has no list of its stations.", corporation=name)
    if set(state.stations) != set(state.tokens):
        yield Message("Stations and tokens are not listed for the same corporations.")
    yield from _known(term("corporation"), state.stations, title.box.corporations)
    yield from _known(term("private company"), state.privates, title.box.privates)
    for named in (state.earnings, state.operated, state.pars, state.floated):
        yield from _known(term("corporation"), named, corporations)
    yield from _known(term("owner of trains"), state.trains, {BANK, POOL, OUT, *title.box.corporations})
    yield from _known(term("train"), [train for trains in state.trains.values() for train in trains], title.box.trains)


def _market(game: Game) -> Iterator[Message]:
    yield from _known(term("corporation"), [marker[0] for marker in game.state.market], game.state.certificates)
    rows = game.title.box.market.rows
    for name, row, column in game.state.market:
        if not (0 <= row < len(rows) and 0 <= column < len(rows[row])):
            yield Message("{corporation} stands off the market.", corporation=name)


def _map(game: Game) -> Iterator[Message]:
    board, state = game.title.box.board, game.state
    yield from _known(term("hex"), game.layout.tiles, board.hexes)
    yield from _known(term("tile"), [tile for tile, _ in game.layout.tiles.values()], board.tiles)
    for hex_id, (_, rotation) in game.layout.tiles.items():
        if type(rotation) is not int or not 0 <= rotation < 6:
            yield Message("The tile on {hex} is turned by {rotation} sixths.", hex=hex_id, rotation=str(rotation))
    if set(state.supply) != set(board.tiles):
        yield Message("The supply does not list every kind of tile.")
    for stops in state.stations.values():
        yield from _known(term("stop"), stops, board.stops)


def _agenda(game: Game) -> Iterator[Message]:
    """Who is to decide what must at least be known; the rest of a frame only its own rules understand."""
    if game.over:
        return
    if not game.state.agenda:
        yield Message("Nothing is left to do, but the game is not over.")
        return
    try:
        decider, corporation = game.top.decider(game), game.top.corporation_of(game)
        game.top.step(game)
    except (LookupError, NotImplementedError):
        yield Message("Nobody can tell who is to decide.")
        return
    yield from _known(term("player"), [decider], game.players)
    yield from _known(term("corporation"), [corporation] if corporation else [], game.state.certificates)


def _known(what: str, names: Collection[str], known: Collection[str]) -> Iterator[Message]:
    for name in names:
        if name not in known:
            yield Message("There is no {what:term} '{name}'.", what=what, name=str(name))
