"""The export format of 18xx.games for 1849, as it is told: a checker that knows nothing of how we write it.

It follows cards, tiles and certificates by their names and the steps of each turn by the kinds of action, and says
what does not fit. It knows no rules of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from ferrovia.titles.t1849 import components

CORPORATIONS = ("AFG", "ATA", "CTL", "IFT", "RCS", "SFA")
PRIVATES = ("SCE", "SIGI", "CNM", "SMS", "RSA")
OPTIONS = {"delay_ift", "reduced_4p_corps", "acquiring_station_tokens", "bonds", "electric_dreams"}
SIZES = (20, 10, 10, 10, 10, 10, 10, 20)
PORTS = ("a12", "A5", "L14", "N8")

# By type: the fields it has besides those of all, with the type of their values.
FIELDS: dict[str, dict[str, type]] = {
    "bid": {"company": str, "price": int},
    "par": {"corporation": str, "share_price": str},
    "pass": {},
    "buy_shares": {"shares": list, "percent": int},
    "sell_shares": {"shares": list, "percent": int},
    "lay_tile": {"hex": str, "tile": str, "rotation": int},
    "place_token": {"city": str, "slot": int},
    "run_routes": {"routes": list},
    "dividend": {"kind": str},
    "buy_train": {"train": str, "price": int, "variant": str},
    "discard_train": {"train": str},
    "buy_company": {"company": str, "price": int},
    "assign": {"target": str, "target_type": str},
    "choose": {"choice": str},
    "bankrupt": {},
    "message": {"message": str},
    "buy_token": {"city": str, "slot": int, "price": int},
    "take_loan": {"loan": int},
    "payoff_loan": {"loan": int},
    "payoff_debt": {},
}
COMMON = {"id", "type", "entity", "entity_type", "created_at"}

# The steps of a turn in their order, by the kind of action of a corporation.
STEPS = ("choose", "lay_tile", "place_token", "run_routes", "dividend", "buy_token", "e_token", "buy_train", "finance",
         "payoff_loan", "take_loan")  # fmt: skip
STEP_OF = {kind: kind for kind in STEPS} | {"buy_shares": "finance", "sell_shares": "finance"}

SHARE_PRICES = {"68,4,2", "100,3,5", "144,2,8", "216,1,11"}
CHOICES = {"Close SMS", "Pass", "Two 10% certs", "One 20% cert", "Take L.500 loan", "Leave game"}
E_TOKENS = {f"Buy E-Token for L.{price}" for price in (550, 800, 1100)}


def faults(export: dict[str, Any]) -> list[str]:
    """What is wrong with an export, one line each."""
    return list(_Checker(export).check())


def order(seed: int, options: set[str]) -> list[str]:
    """The corporations as the site deals them."""
    drawn, number = {}, seed % 2**31
    for name in CORPORATIONS:
        number = (1103515245 * number + 12345) % 2**31
        drawn[name] = number
    dealt = sorted(CORPORATIONS, key=lambda name: drawn[name])
    if "delay_ift" in options and (place := dealt.index("IFT")) < 3:
        dealt[place], dealt[3] = dealt[3], dealt[place]
    return dealt


class _Checker:
    def __init__(self, export: dict[str, Any]) -> None:
        self.export = export
        self.options = set(export["settings"]["optional_rules"])
        self.players = [player["id"] for player in export["players"]]
        self.dealt = order(export["settings"]["seed"], self.options)
        self.cards: dict[str, str] = {}
        self.sold: Counter[str] = Counter()  # cards of each class that have left the bank
        self.tiles: dict[str, str] = {}
        self.step = -1
        self.turn = ""
        self.due: str | None = None  # who must decide on a dividend
        self.counts = {tile["id"]: tile["count"] for tile in components.sheet("tiles")["tile"]} | {"655": 2, "656": 2}

    def check(self) -> Iterator[str]:
        export = self.export
        if export["title"] != "1849" or not 3 <= len(self.players) <= 5 or len({*self.players}) < len(self.players):
            yield "title or players"
        if self.options - OPTIONS:
            yield f"options {self.options - OPTIONS}"
        if export["status"] not in ("active", "finished") or (export["status"] == "finished") != bool(export["result"]):
            yield "status or result"
        five = len(self.players) == 3 or (len(self.players) == 4 and "reduced_4p_corps" in self.options)
        self.in_play = self.dealt[:5] if five else self.dealt
        last = 0
        for move in export["actions"]:
            for fault in self._action(move):
                yield f"{move['id']} {move['type']}: {fault}"
            if move["id"] <= last:
                yield f"{move['id']}: ids do not rise"
            last = move["id"]

    def _action(self, move: dict[str, Any]) -> Iterator[str]:
        kind = move["type"]
        if kind not in FIELDS:
            yield "unknown type"
            return
        fields = {name: value for name, value in move.items() if name not in COMMON}
        if not move.keys() >= COMMON or fields.keys() != FIELDS[kind].keys():
            yield f"fields {sorted(move)}"
            return
        if wrong := [name for name, value in fields.items() if type(value) is not FIELDS[kind][name]]:
            yield f"values of {wrong}"
            return
        known = {"player": self.players, "corporation": self.in_play, "company": PRIVATES}[move["entity_type"]]
        if move["entity"] not in known:
            yield f"entity {move['entity']}"
        if kind == "message":
            return
        if kind in ("buy_company", "assign"):  # at any moment
            yield from getattr(self, f"_{kind}")(move)
            return
        if self.due is not None and (kind, move["entity"]) != ("dividend", self.due):
            yield "a dividend is due"
        if kind == "dividend" and self.due is None:
            yield "no dividend is due"
        self.due = None
        yield from self._turn(move)
        check = getattr(self, f"_{kind}", None)
        if check is not None:
            yield from check(move)

    def _turn(self, move: dict[str, Any]) -> Iterator[str]:
        """Steps of a corporation's turn come in their order; only passing, SMS and track can begin another turn."""
        if move["entity_type"] != "corporation" or move["type"] in ("discard_train", "bankrupt"):
            return
        kind = "e_token" if move.get("choice") in E_TOKENS else move["type"]
        if move["entity"] != self.turn or kind in ("pass", "choose", "lay_tile"):
            self.turn, self.step = move["entity"], -1
        place = STEPS.index(STEP_OF[kind]) if kind != "pass" else -1
        if place < self.step:
            yield "a step that is over"
        self.step = place

    def _par(self, move: dict[str, Any]) -> Iterator[str]:
        if move["corporation"] not in self.in_play or move["share_price"] not in SHARE_PRICES:
            yield "corporation or price"

    def _buy_shares(self, move: dict[str, Any]) -> Iterator[str]:
        if len(move["shares"]) != 1:
            yield "not one certificate"
        yield from self._certificates(move)

    def _sell_shares(self, move: dict[str, Any]) -> Iterator[str]:
        yield from self._certificates(move)

    def _certificates(self, move: dict[str, Any]) -> Iterator[str]:
        names = [share.split("_") for share in move["shares"]]
        corporations = {name for name, _ in names}
        numbers = [int(number) for _, number in names]
        if len(corporations) != 1 or not corporations <= {*self.in_play} or len({*numbers}) < len(numbers):
            yield f"certificates {move['shares']}"
            return
        whole = sum(SIZES[number] for number in numbers)
        if move["percent"] != whole and not (0 in numbers and 0 < move["percent"] < whole):
            yield f"{move['percent']} % of {move['shares']}"
        if move["type"] == "buy_shares" and 0 in numbers:
            yield "the president's certificate is not for sale"

    def _lay_tile(self, move: dict[str, Any]) -> Iterator[str]:
        kind, _, copy = move["tile"].rpartition("-")
        if not copy.isdecimal() or int(copy) >= self.counts.get(kind, 0):
            yield f"no tile {move['tile']}"
        if not 0 <= move["rotation"] < 6:
            yield "rotation"
        if any(tile == move["tile"] for hex_id, tile in self.tiles.items() if hex_id != move["hex"]):
            yield f"{move['tile']} lies elsewhere"
        self.tiles[move["hex"]] = move["tile"]

    def _place_token(self, move: dict[str, Any]) -> Iterator[str]:
        tile, _, number = move["city"].rpartition("-")
        name = tile.rpartition("-")[0]
        is_printed = name[:1].isalpha()
        if not number.isdecimal() or (not is_printed and tile not in self.tiles.values()):
            yield f"city {move['city']}"
        if is_printed and name in self.tiles and name != "B14":
            yield f"a tile lies on {name}"
        if not 0 <= move["slot"] < 3:
            yield f"slot {move['slot']}"

    _buy_token = _place_token

    def _run_routes(self, move: dict[str, Any]) -> Iterator[str]:
        trains = [route["train"] for route in move["routes"]]
        if len({*trains}) < len(trains) or any(self.cards.get(train) != move["entity"] for train in trains):
            yield f"trains {trains}"
        for route in move["routes"]:
            yield from self._route(route)
        if move["routes"]:
            self.due = move["entity"]

    def _route(self, route: dict[str, Any]) -> Iterator[str]:
        stops, chains = route["hexes"], route["connections"]
        if len(chains) != len(stops) - 1 or len({*stops}) < len(stops):
            yield "stops"
        for (start, end), chain in zip(pairwise(stops), chains, strict=False):
            if {chain[0], chain[-1]} != {start, end}:
                yield f"chain {chain}"
            if not all(_are_neighbours(one, other) for one, other in pairwise(chain)):
                yield f"gap in {chain}"
        if len([stop for stop in stops if stop not in PORTS]) < 2:
            yield "fewer than two places"
        if route["nodes"] != [f"{stop}-0" for stop in stops] or route["revenue_str"] != "-".join(stops):
            yield "nodes or words"
        if type(route["revenue"]) is not int or route["revenue"] <= 0 or route["revenue"] % 10:
            yield "revenue"

    def _dividend(self, move: dict[str, Any]) -> Iterator[str]:
        if move["kind"] not in ("payout", "withhold"):
            yield "kind"

    def _buy_train(self, move: dict[str, Any]) -> Iterator[str]:
        card, kind = move["train"], move["train"].rpartition("-")[0]
        if move["variant"] != kind or move["price"] < 1:
            yield "variant or price"
        if card not in self.cards:
            if card != f"{kind}-{self.sold[kind]}":
                yield f"{card} is not next in the bank"
            self.sold[kind] += 1
        elif self.cards[card] == move["entity"]:
            yield f"{card} is its own"
        self.cards[card] = move["entity"]

    def _discard_train(self, move: dict[str, Any]) -> Iterator[str]:
        if self.cards.get(move["train"]) != move["entity"]:
            yield f"{move['train']} is not its own"
        self.cards[move["train"]] = "pool"

    def _bid(self, move: dict[str, Any]) -> Iterator[str]:
        if move["company"] not in PRIVATES or move["price"] < 0:
            yield "company or price"

    _buy_company = _bid

    def _assign(self, move: dict[str, Any]) -> Iterator[str]:
        if move["entity"] != "CNM" or move["target"] not in PORTS or move["target_type"] != "hex":
            yield "target"

    def _choose(self, move: dict[str, Any]) -> Iterator[str]:
        if move["choice"] not in CHOICES | E_TOKENS:
            yield f"choice {move['choice']}"


def _are_neighbours(one: str, other: str) -> bool:
    (row, column), (other_row, other_column) = _place(one), _place(other)
    return (abs(row - other_row), abs(column - other_column)) in {(1, 1), (2, 0)}


def _place(hex_id: str) -> tuple[int, int]:
    row = -1 if hex_id[0] == "a" else ord(hex_id[0]) - ord("A")
    return row, int(hex_id[1:])
