"""Routes as the site writes them: a chain of hexes for each stretch from stop to stop."""

from __future__ import annotations

from typing import Any

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.board.routes import Route, RouteFault, read_route
from ferrovia.engine.flow.actions import Run
from ferrovia.engine.flow.game import Game
from ferrovia.titles.t1849.eighteenxx.troubles import MoveTrouble


def shown_run(route: dict[str, Any]) -> Run:
    """A train's route, hex by hex; each chain may be written from either end."""
    path = [str(route["hexes"][0])]
    for chain in route["connections"]:
        if chain[0] == path[-1]:
            path += chain[1:]
        elif chain[-1] == path[-1]:
            path += chain[-2::-1]
        else:
            way = "-".join(map(str, route["hexes"]))
            raise MoveTrouble("The route {way} is not in one piece.", way=way)
    return Run(str(route["train"]).rpartition("-")[0], tuple(path))


def read_run(game: Game, corporation: str, run: Run) -> Route:
    """What a route earns and how long it is."""
    if run.train not in game.title.box.trains:
        raise MoveTrouble("There is no train {train}.", train=run.train[:40])
    runner = game.title.runs.runner(game, corporation, run.train)
    found = read_route(game.layout, runner, run.hexes)
    if isinstance(found, RouteFault):
        raise MoveTrouble(found.value, train=run.train)
    return found


def written_run(game: Game, corporation: str, run: Run, card: str) -> dict[str, Any]:
    """A route with its stops, the chains between them, and what it earns."""
    route = read_run(game, corporation, run)
    stops = [hex_of(stop) for stop in route.stops]
    chains, rest = [], list(run.hexes)
    for stop in stops[1:]:
        end = rest.index(stop, 1)
        chains.append(rest[: end + 1])
        rest = rest[end:]
    return {
        "train": card,
        "connections": chains,
        "hexes": stops,
        "revenue": route.revenue,
        "revenue_str": "-".join(stops),
        "nodes": [f"{stop}-0" for stop in stops],
    }
