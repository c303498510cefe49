"""The trace of an imported game: the state after every action in the words of 18xx.games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.auction import Auction, Contest
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.phases import Discard
from ferrovia.engine.flow.shares import PresidentExchange
from ferrovia.engine.flow.state import BANK
from ferrovia.engine.flow.steps.run import best
from ferrovia.titles.t1849.bonds import SHARE_PENALTY, InterestStep, IssueStep, RepayStep
from ferrovia.titles.t1849.calendar import LOAN_PENALTY
from ferrovia.titles.t1849.corporations import HomeChoice
from ferrovia.titles.t1849.eighteenxx.following import Follower
from ferrovia.titles.t1849.eighteenxx.reading import Move
from ferrovia.titles.t1849.eighteenxx.routes import read_run, shown_run
from ferrovia.titles.t1849.sicily import GARIBALDI, sicily


class Tracer:
    """Writes one line before the first action and one after each."""

    def __init__(self, follower: Follower, seed: int, options: Sequence[str]) -> None:
        self.follower = follower
        self.lines: list[dict[str, Any]] = []
        self._first = ("", "")  # the round, and who is first in it
        self._port_bonus: set[str] = set()
        self._runs: dict[str, Any] = {}
        game = follower.game
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

    def before(self, move: Move) -> None:
        """Look at what the action is about to change."""
        if move["type"] == "buy_company" and move.get("company") == "CNM":
            self._port_bonus.add(str(move["entity"]))
        if move["type"] == "run_routes" and move["routes"]:
            self._runs = self._describe_runs(str(move["entity"]), move["routes"])

    def after(self, move: Move) -> None:
        line = {"i": len(self.lines) - 1, "id": move.get("id"), "type": move["type"], "entity": str(move["entity"])}
        auto = {"auto": move["auto_actions"]} if move.get("auto_actions") else {}
        self.lines.append({**line, **self._state(), **self._runs, **auto})
        self._runs = {}

    def _describe_runs(self, corporation: str, shown: list[Move]) -> dict[str, Any]:
        game = self.follower.game
        routes = []
        for route in shown:
            found = read_run(game, corporation, shown_run(route))
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
        written = sum(route.get("revenue", 0) for route in shown)
        return {
            "routes": routes,
            "revenue": revenue,
            "revenue_checked": revenue == written,
            "auto_revenue": best(game, corporation).revenue,
        }

    # The state

    def _state(self) -> dict[str, Any]:
        """The state where the site stands; our game may have gone on by itself."""
        owed = self.follower.owed
        game = owed[0].position if owed else self.follower.game
        state = game.state
        acting, step = (owed[0].actor, owed[0].step) if owed else self._acting()
        bids = {"bids": _bids(game)} if state.round.kind == "auction" and step != HomeChoice.word else {}
        return {
            # A corporation that comes with RSA gets its home when the auction is over.
            "round": "SR 1" if step == HomeChoice.word and state.round.kind == "auction" else str(state.round),
            "acting": acting,
            "step": step,
            **bids,
            "phase": state.phase,
            "bank": game.cash(BANK),
            "priority": self._priority(game, step),
            "players": {player: self._player(game, player) for player in state.seats},
            "corps": {name: self._corporation(game, name) for name in state.certificates},
            "order": list(game.market_order()),
            "line": _line(game),
            "depot": dict(Counter(game.trains(BANK))),
            "train_pool": list(game.trains(POOL)),
            "port_marker": [sicily(game).port] if sicily(game).port else [],
            "tiles": {hex_id: list(placed) for hex_id, placed in game.layout.tiles.items()},
        }

    def _priority(self, game: Game, step: str | None) -> str:
        """While a home is chosen it is a corporation that acts, and the round's first player has the priority."""
        now = str(game.state.round)
        if self._first[0] != now:
            self._first = (now, game.state.priority)
        is_stock_round = game.state.round.kind == "stock"
        return self._first[1] if step == HomeChoice.word and is_stock_round else game.state.priority

    def _acting(self) -> tuple[str | None, str | None]:
        game = self.follower.game
        if game.over:
            return None, None
        frame, step = game.top, self.follower.question()
        if isinstance(frame, OperatingTurn):
            return frame.corporation, _SITE_STEPS.get(step, step)
        return frame.corporation_of(game) or frame.decider(game), _SITE_STEPS.get(step, step)

    def _player(self, game: Game, player: str) -> dict[str, Any]:
        privates = [name for name, owner in game.state.privates.items() if owner == player]
        certificates = {
            corporation: _sizes(game, corporation, player)
            for corporation, holders in game.state.certificates.items()
            if player in holders
        }
        return {
            "cash": game.cash(player),
            "certs": certificates,
            "privates": privates,
            "value": site_value(game, player),
            "cert_count": game.certificate_count(player),
        }

    def _corporation(self, game: Game, name: str) -> dict[str, Any]:
        state = game.state
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
            "treasury": _sizes(game, name, name),
            "pool": _sizes(game, name, POOL),
            "trains": list(game.trains(name)),
            "tokens": [stop.rpartition(".")[0] for stop in state.stations[name]],
            "tokens_left": state.tokens[name],
            "privates": [private for private, owner in state.privates.items() if owner == name],
        }
        if name in self._port_bonus:
            line["port_bonus"] = True
        return line


def _sizes(game: Game, corporation: str, holder: str) -> list[int]:
    sizes = zip(game.sizes(corporation), game.holders(corporation), strict=True)
    return sorted((size for size, owner in sizes if owner == holder), reverse=True)


def _line(game: Game) -> list[str]:
    """Those that wait for the next stock round are at the end of the line there, and Garibaldi behind all."""
    own = sicily(game)
    return [*own.line, *own.waiting, *([GARIBALDI] if own.garibaldi_aside else [])]


def site_value(game: Game, player: str) -> int:
    """What a player is worth there: private companies count at face value, and loans and bonds go below nothing."""
    own, boxed = sicily(game), game.title.box.privates
    face = sum(boxed[name].face_value for name, owner in game.state.privates.items() if owner == player)
    stock = 0
    for name, holders in game.state.certificates.items():
        if player in holders and game.is_started(name):
            price = game.price(name) - (SHARE_PENALTY if name in own.bonds else 0)
            stock += price * game.percent(name, player) // game.share(name)
    return game.cash(player) + stock + face - LOAN_PENALTY * own.loans.count(player)


def _stops(route: dict[str, Any]) -> list[str]:
    """The stops of a route in order; a single stretch is told from its own first hex."""
    chains = route["connections"]
    return [chains[0][0], chains[0][-1]] if len(chains) == 1 else list(route["hexes"])


# Steps that the site calls otherwise.
_SITE_STEPS = {
    Contest.word: "auction",
    PresidentExchange.word: "swap_choice",
    Discard.word: "discard_train",
    InterestStep.word: "emergency",
    RepayStep.word: "bond",
    IssueStep.word: "bond",
}


def _bids(game: Game) -> dict[str, dict[str, int]]:
    auction = game.find(Auction)
    bids: dict[str, dict[str, int]] = {}
    for private, player, price in auction.bids if auction else ():
        bids.setdefault(private, {})[player] = price
    return bids
