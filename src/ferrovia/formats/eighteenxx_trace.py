"""The trace of an imported game: the state after every action in the words of 18xx.games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ferrovia.engine.board.routes import RouteFault, read_route
from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.actions import Run
from ferrovia.engine.flow.auction import Auction
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.state import BANK
from ferrovia.engine.flow.steps.run import best
from ferrovia.saying.message import Trouble
from ferrovia.titles.t1849.sicily import sicily


class MoveTrouble(Trouble, LookupError):
    """Why a single move of the site cannot be played, in one sentence."""


class Tracer:
    """Writes one line before the first action and one after each."""

    def __init__(self, game: Game, seed: int, options: Sequence[str]) -> None:
        self.game = game
        self.lines: list[dict[str, Any]] = []
        self._chosen = False  # whether the question about SMS has been answered in this turn
        self._turn: tuple[str, str] = ("", "")
        self._port_bonus: set[str] = set()
        self._runs: dict[str, Any] = {}
        own = sicily(game)
        self.lines.append(
            {
                "i": -1,
                "id": None,
                "type": "start",
                "seats": [{"id": player, "name": f"Player {n}"} for n, player in enumerate(game.state.seats, 1)],
                "corporation_order": list(own.order),
                "removed": [own.removed] if own.removed else [],
                "optional_rules": list(options),
                "seed": seed,
                **self._state(),
            }
        )

    def before(self, move: dict[str, Any]) -> None:
        """Look at what the action is about to change."""
        if move["type"] == "choose":
            self._chosen = True
        if move["type"] == "buy_company" and move.get("company") == "CNM":
            self._port_bonus.add(str(move["entity"]))
        if move["type"] == "run_routes":
            self._runs = self._describe_runs(str(move["entity"]), move["routes"])

    def after(self, number: int, move: dict[str, Any]) -> None:
        line = {"i": number, "id": move.get("id"), "type": move["type"], "entity": str(move["entity"])}
        auto = {"auto": move["auto_actions"]} if move.get("auto_actions") else {}
        self.lines.append({**line, **self._state(), **self._runs, **auto})
        self._runs = {}

    def _describe_runs(self, corporation: str, shown: list[dict[str, Any]]) -> dict[str, Any]:
        game = self.game
        routes = []
        for route in shown:
            run = shown_run(route)
            runner = game.title.runs.runner(game, corporation, run.train)
            found = read_route(game.layout, runner, run.hexes)
            if isinstance(found, RouteFault):
                raise MoveTrouble(found.value, train=run.train)
            routes.append(
                {
                    "train": route["train"],
                    "stops": _stops(route),
                    "connections": route["connections"],
                    "revenue": found.revenue,
                    "length": found.length,
                }
            )
        revenue = sum(route["revenue"] for route in routes)
        written = sum(route["revenue"] for route in shown)
        return {
            "routes": routes,
            "revenue": revenue,
            "revenue_checked": revenue == written,
            "auto_revenue": best(game, corporation).revenue,
        }

    # The state

    def _state(self) -> dict[str, Any]:
        game, state = self.game, self.game.state
        acting, step = self._acting()
        bids = {"bids": _bids(game)} if state.round.kind == "auction" else {}
        return {
            "round": str(state.round),
            "acting": acting,
            "step": step,
            **bids,
            "phase": state.phase,
            "bank": game.cash(BANK),
            # While a home is being chosen the site counts the chooser's turn as not yet over.
            "priority": game.top.decider(game) if step == "home_token" else state.priority,
            "players": {player: self._player(player) for player in state.seats},
            "corps": {name: self._corporation(name) for name in state.certificates},
            "order": list(game.market_order()),
            "line": list(sicily(game).line),
            "depot": dict(Counter(game.trains(BANK))),
            "train_pool": list(game.trains(POOL)),
            "port_marker": [sicily(game).port] if sicily(game).port else [],
            "tiles": {hex_id: list(placed) for hex_id, placed in game.layout.tiles.items()},
        }

    def _acting(self) -> tuple[str | None, str | None]:
        game = self.game
        if game.over:
            return None, None
        frame = game.top
        step = frame.step(game)
        turn = (str(game.state.round), frame.corporation_of(game))
        if turn != self._turn:
            self._turn, self._chosen = turn, False
        if isinstance(frame, OperatingTurn):
            if step == "track" and game.state.privates.get("SMS") == frame.corporation and not self._chosen:
                step = "sms"
            return frame.corporation, step
        return frame.corporation_of(game) or frame.decider(game), _SITE_STEPS.get(step, step)

    def _player(self, player: str) -> dict[str, Any]:
        game = self.game
        privates = [name for name, owner in game.state.privates.items() if owner == player]
        face = sum(game.title.box.privates[name].face_value for name in privates)
        certificates = {
            corporation: self._sizes(corporation, player)
            for corporation, holders in game.state.certificates.items()
            if player in holders
        }
        return {
            "cash": game.cash(player),
            "certs": certificates,
            "privates": privates,
            "value": game.title.calendar.worth(game, player) + face,
            "cert_count": game.certificate_count(player),
        }

    def _corporation(self, name: str) -> dict[str, Any]:
        game, state = self.game, self.game.state
        started = game.is_started(name)
        line: dict[str, Any] = {"started": started, "cash": game.cash(name)}
        if started:
            cell = game.cell(name)
            stack = [marker[0] for marker in state.market if marker[1:] == cell]
            line |= {
                "price": game.price(name),
                "cell": list(cell),
                "stack": stack.index(name),
                "president": game.president(name),
            }
        line |= {
            "treasury": self._sizes(name, name),
            "pool": self._sizes(name, POOL),
            "trains": list(game.trains(name)),
            "tokens": [stop.rpartition(".")[0] for stop in state.stations[name]],
            "tokens_left": state.tokens[name],
            "privates": [private for private, owner in state.privates.items() if owner == name],
        }
        if name in self._port_bonus:
            line["port_bonus"] = True
        return line

    def _sizes(self, corporation: str, holder: str) -> list[int]:
        sizes = zip(self.game.sizes(corporation), self.game.holders(corporation), strict=True)
        return sorted((size for size, owner in sizes if owner == holder), reverse=True)


def shown_run(route: dict[str, Any]) -> Run:
    """The site writes a chain of hexes for each stretch from stop to stop, from either end."""
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


def _stops(route: dict[str, Any]) -> list[str]:
    """The stops of a route in order; a single stretch is told from its own first hex."""
    chains = route["connections"]
    return [chains[0][0], chains[0][-1]] if len(chains) == 1 else list(route["hexes"])


# Steps that the site calls otherwise.
_SITE_STEPS = {"contest": "auction", "exchange": "swap_choice", "discard": "discard_train"}


def _bids(game: Game) -> dict[str, dict[str, int]]:
    auction = game.find(Auction)
    bids: dict[str, dict[str, int]] = {}
    for private, player, price in auction.bids if auction else ():
        bids.setdefault(private, {})[player] = price
    return bids
