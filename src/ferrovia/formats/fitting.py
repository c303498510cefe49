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


def misfits(game: Game) -> Iterator[str]:
    """What does not fit, one sentence each. Later ones rely on the earlier: stop at the first."""
    yield from _players(game)
    yield from _papers(game)
    yield from _market(game)
    yield from _map(game)
    yield from faults(game)
    yield from _agenda(game)


def _players(game: Game) -> Iterator[str]:
    state = game.state
    if sorted(state.seats) != sorted(game.settings.players):
        yield "the seats do not hold each player once."
    if state.number != len(game.actions):
        yield f"it is the state after {state.number} actions, and there are {len(game.actions)}."
    if len(set(state.gone)) < len(state.gone):
        yield "somebody has left the game twice."
    yield from _known("player who left", state.gone, state.seats)
    yield from _known("holder of the priority deal", [state.priority], state.seats)
    yield from _known("phase", [state.phase], game.title.box.phases)
    yield from _known("purse for", [BANK, *state.seats, *state.certificates], state.cash)


def _papers(game: Game) -> Iterator[str]:
    state, title = game.state, game.title
    corporations = state.certificates
    yield from _known("corporation", corporations, title.box.corporations)
    for name, holders in corporations.items():
        if len(holders) != len(title.box.corporations[name].certificates):
            yield f"{name} has {len(holders)} certificates."
    yield from _known("station list of", corporations, state.stations)
    yield from _known("token on the charter of", corporations, state.tokens)
    if set(state.stations) != set(state.tokens):
        yield "stations and charters are not those of the same corporations."
    yield from _known("corporation with stations", state.stations, title.box.corporations)
    yield from _known("private company", state.privates, title.box.privates)
    yield from _known("corporation that earned", state.earnings, corporations)
    yield from _known("corporation that operated", state.operated, corporations)
    yield from _known("corporation with a par", state.pars, corporations)
    yield from _known("corporation that floated", state.floated, corporations)
    yield from _known("owner of trains", state.trains, {BANK, POOL, OUT, *title.box.corporations})
    yield from _known("train", [train for trains in state.trains.values() for train in trains], title.box.trains)


def _market(game: Game) -> Iterator[str]:
    yield from _known("corporation on the market", [marker[0] for marker in game.state.market], game.state.certificates)
    rows = game.title.box.market.rows
    for name, row, column in game.state.market:
        if not (0 <= row < len(rows) and 0 <= column < len(rows[row])):
            yield f"{name} stands off the market."


def _map(game: Game) -> Iterator[str]:
    board, state = game.title.box.board, game.state
    yield from _known("hex", game.layout.tiles, board.hexes)
    yield from _known("tile", [tile for tile, _ in game.layout.tiles.values()], board.tiles)
    for hex_id, (_, rotation) in game.layout.tiles.items():
        if type(rotation) is not int or not 0 <= rotation < 6:
            yield f"the tile on {hex_id} is turned by {rotation!r}."
    if set(state.supply) != set(board.tiles):
        yield "the supply does not hold each kind of tile."
    for stops in state.stations.values():
        yield from _known("stop", stops, board.stops)


def _agenda(game: Game) -> Iterator[str]:
    """Who is to decide what must at least be known; the rest of a frame only its own rules understand."""
    if game.over:
        return
    if not game.state.agenda:
        yield "nothing is left to do, but the game is not over."
        return
    try:
        decider, step = game.top.decider(game), game.top.step(game)
        corporation = game.top.corporation_of(game)
    except (LookupError, NotImplementedError) as error:
        yield f"nobody can tell who is to decide ({type(error).__name__}: {error})."
        return
    yield from _known(f"player to decide at {step}", [decider], game.players)
    yield from _known("corporation to decide for", [corporation] if corporation else [], game.state.certificates)


def _known(what: str, names: Collection[str], known: Collection[str]) -> Iterator[str]:
    for name in names:
        if name not in known:
            yield f"there is no {what} {name!r}."
