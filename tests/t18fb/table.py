"""A table of 18FB for tests: a position laid out in a few lines, then what may and may not be done in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

import msgspec

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.board.track import Face
from ferrovia.engine.finance.certificates import OFFER, POOL, PRESIDENT
from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.actions import ChooseHome, LayTile
from ferrovia.engine.flow.decision import Choice
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingRound, OperatingTurn
from ferrovia.engine.flow.state import BANK, OUT, Round
from ferrovia.formats.sentences import sentence
from ferrovia.titles.t18fb import TITLE, components, places
from ferrovia.titles.t18fb.actions import BuildLine
from ferrovia.titles.t18fb.concessions import DEPOSITS
from ferrovia.titles.t18fb.homes import FpHome
from ferrovia.titles.t18fb.laying import options
from ferrovia.titles.t18fb.south import BESIDE, South, is_bourbon_age, is_national, keep, south
from ferrovia.titles.t18fb.states import CompanyState, state_of
from ferrovia.titles.t18fb.stock import SouthernStockRound
from ferrovia.titles.t18fb.track import bring_tokens_together
from ferrovia.titles.t18fb.trains import replenish
from tests.table import PLAYERS, AnyTable

SIX = (*PLAYERS, "Fosca")


class Table(AnyTable):
    """A game of 18FB in a position made by hand: the Political Round is over and all cards lie in the bank pool."""

    title = TITLE

    def __init__(self, players: int = 4) -> None:
        self.players = SIX[:players]
        settings = Settings("18FB", self.players, "a seed", (), {"seats": self.players})
        self.game = Game(TITLE, settings)
        self.stock_round()

    @property
    def own(self) -> South:
        return south(self.game)

    # Laying out

    def political_round(self) -> Self:
        """Back to the beginning: the first player puts up a card."""
        self.game = Game(TITLE, self.game.settings)
        return self._again()

    def cards(self, **owners: str) -> Self:
        """Who owns political cards, with their free shares: `cards(Bayard="Ada")`; L'Ala is written `LAla`."""
        for name, owner in owners.items():
            card = {"LAla": "L'Ala"}.get(name, name)
            self.game.give_private(card, owner)
            company = components.card_table(card).get("share")
            if company and BESIDE in self.game.holders(company):
                self.game.hand_over(company, self.game.holders(company).index(BESIDE), owner)
        return self._again()

    def phase(self, name: str) -> Self:
        """Go to a phase: trains of the classes before are gone, one of its own class was sold and is gone too.

        From PH5 cards, concessions and standing Bourbon tokens are no more; no Regional Round is due, see
        `regionals`.
        """
        state = self.game.state
        number = int(name[2:])
        before = {f"PH{earlier}" for earlier in range(1, number)}
        bank = list(state.trains[BANK])
        gone = [train for train in bank if train in before]
        bank = [train for train in bank if train not in before]
        if number > 1 and name not in components.endless_trains():
            bank.remove(name)
            gone.append(name)
        state.trains = {**state.trains, BANK: tuple(bank), OUT: (*state.trains[OUT], *gone)}
        state.phase = name
        if number >= 5:
            for card in tuple(state.privates):
                company = components.card_table(card).get("share")
                if company and BESIDE in self.game.holders(company):
                    self.game.hand_over(company, self.game.holders(company).index(BESIDE), OFFER)
            state.privates = {}
            cash = dict(state.cash)
            cash[BANK] += cash[DEPOSITS]
            cash[DEPOSITS] = 0
            state.cash = cash
            keep(self.game, concessions={}, regional_round="done")
        return self._again()

    def start(
        self,
        company: str,
        president: str = "Ada",
        at: int | Cell = 100,
        stock: Mapping[str, int] | None = None,
        cash: int = 0,
        earned: bool = True,
        par: int = 0,
        floated: str = "",
        deposit: int = 0,
        concession: str | None = None,
    ) -> Self:
        """A floated company in the state its tokens give it. `stock` says how many 10% shares others than the
        Initial Offer, or a national's treasury, hold, the president's besides the president's certificate:
        `stock={"Ada": 1, "pool": 3}`.
        `concession` is its owner before PH5, the president unless named; "" freezes the company."""
        game, state = self.game, self.game.state
        cell = TITLE.box.market.start_cell(at) if isinstance(at, int) else at
        beside = [number for number, holder in enumerate(game.holders(company)) if holder == BESIDE]
        free = [number for number in range(1, len(game.sizes(company))) if number not in beside]
        rest = company if is_national(company) else OFFER  # 3.7.1.19
        holders = [BESIDE if number in beside else rest for number in range(len(game.sizes(company)))]
        holders[PRESIDENT] = president
        for holder, count in (stock or {}).items():
            for _ in range(count):
                holders[free.pop(0)] = holder
        state.certificates = {**state.certificates, company: tuple(holders)}
        game.put_on_market(company, cell)
        game.set_par(company, par or TITLE.box.market.price(cell))
        state.floated = {**state.floated, company: floated or state.phase}
        if earned:
            keep(game, earned=(*self.own.earned, company))
            state.operated = (*state.operated, company)
        if is_bourbon_age(game):
            owner = president if concession is None else concession
            self.concession(company, owner, deposit)
        return self.cash(**{company: cash})

    def unfloated(self, *companies: str) -> Self:
        """Companies, or all of them, have been started and have not floated yet."""
        state = self.game.state
        gone = companies or state.floated
        state.floated = {name: phase for name, phase in state.floated.items() if name not in gone}
        return self

    def concession(self, company: str, owner: str, deposit: int = 0) -> Self:
        """Who owns a concession, and the deposit on it, which comes from the bank."""
        changed = msgspec.structs.replace(self.own.concessions[company], owner=owner, deposit=deposit, taken=True)
        keep(self.game, concessions={**self.own.concessions, company: changed})
        total = sum(concession.deposit for concession in self.own.concessions.values())
        return self.cash(**{DEPOSITS: total})

    def tokens(self, corporation: str, *where: str) -> Self:
        """Place tokens on stops ("NC10.2"), hexes or off-map areas ("Roma"), at no cost and with no effect."""
        for name in where:
            if name in self.game.title.box.board.hexes:
                stop = stop_id(name)
            else:
                stop = StopId(name) if "." in name else components.stops_of(name)[0]
            self.game.place_token(corporation, stop)
        return self._again()

    def lay(self, *tiles: str) -> Self:
        """As at any table; tokens on the printed halves of Napoli come to stand on their tile."""
        super().lay(*tiles)
        for text in tiles:
            bring_tokens_together(self.game, text.split()[0])
        return self._again()

    def fp_builds_from(self, hex_id: str) -> Self:
        """FP has chosen one of its homes."""
        self.game.push(FpHome())
        FpHome().play(self.game, ChooseHome(hex_id))
        return self._again()

    def rails(self, way: str) -> Self:
        """Yellow tiles, as far as none lies there, that join the hexes of a way: `rails("F23 F21 E20 E18 F17")`."""
        hexes = way.split()
        beside = self.game.title.box.board.neighbours
        for number, hex_id in enumerate(hexes):
            ends = {hexes[near] for near in (number - 1, number + 1) if 0 <= near < len(hexes)}
            edges = {edge for edge, other in enumerate(beside[hex_id]) if other is not None and other[0] in ends}
            if not _joins(self.game.layout.face(hex_id), edges):
                option = next(found for found in options(self.game.layout, hex_id) if _joins(found.face, edges))
                self.game.place_tile(hex_id, option.tile, option.rotation)
        return self._again()

    def line_done(self, company: str, *, final: bool = True) -> Self:
        """A company stands on its destinations: provisional, or with `final` definitive."""
        line = components.concession_lines(company)[0]
        for name in (line.intermediate, *((line.final,) if final else ())):
            self.tokens(company, name if name != "Napoli" else "NC10.0")
        return self

    def trains(self, owner: str, *classes: str) -> Self:
        super().trains(owner, *classes)
        replenish(self.game)
        return self._again()

    def markers(self, **counts: int) -> Self:
        keep(self.game, markers={**self.own.markers, **counts})
        return self._again()

    def regionals(self, cash: int = 0, **owners: str) -> Self:
        """The Regional Round is over: who owns which; the others lie in the pool, all tokens are placed."""
        for name in components.regionals():
            self.game.hand_over(name, 0, owners.get(name, POOL))
            if not self.game.state.stations[name]:
                stop = places.home_stop(self.game, name)
                if places.has_room(self.game, name, stop):
                    self.game.place_token(name, stop)
                else:
                    keep(self.game, waiting=(*self.own.waiting, name))
        return self.cash(**dict.fromkeys(owners, cash))

    def regional_round(self, priority: str = "Ada", number: int = 1, turn: int = 4) -> Self:
        """PH5 began in this operating round, which is over: somebody puts up the first regional."""
        keep(self.game, regional_round="due")
        self.game.state.priority = priority
        self.game.state.round = Round("operating", turn, number, 2)
        self.game.state.agenda = (OperatingRound(tuple(TITLE.operating.order(self.game))),)
        return self.go_on()

    def seats(self, *players: str) -> Self:
        """In which order the players sit."""
        self.game.state.seats = players
        return self._again()

    def stock_round(self, player: str = "Ada", turn: int = 2, **turn_so_far: Any) -> Self:
        self.game.state.round = Round("stock", turn)
        self.game.state.agenda = (SouthernStockRound(player, **turn_so_far),)
        self.game.state.priority = player
        return self._again()

    def operate(self, corporation: str, step: str = "", number: int = 1, of: int = 2, turn: int = 2) -> Self:
        """An operating round in which a company is at a step of its turn; those before it have had theirs."""
        order = list(TITLE.operating.order(self.game))
        steps = [turn_step.word for turn_step in TITLE.operating.steps]
        self.game.state.round = Round("operating", turn, number, of)
        done = tuple(order[: order.index(corporation) + 1])
        at = steps.index(step) if step else 0
        self.game.state.agenda = (OperatingRound(done), OperatingTurn(corporation, at=at))
        return self._again()

    def round_begins(self, turn: int = 2) -> Self:
        """An operating round begins, and with it the turn of the first company."""
        self.game.state.round = Round("operating", turn, 1, 2)
        self.game.state.agenda = (OperatingRound(),)
        return self.go_on()

    # Playing

    def lay_somehow(self, count: int) -> Self:
        """The operating company lays that many tiles, whichever; each but the last leaves room for another."""
        for left in range(count - 1, -1, -1):
            tiles = [choice for choice in self.game.decision.choices if isinstance(choice, LayTile)]
            self.do(next(tile for tile in tiles if not left or self._may_lay_after(tile)))
        return self

    def _may_lay_after(self, tile: LayTile) -> bool:
        after = self.game.fork()
        after.apply(tile)
        return any(isinstance(choice, LayTile) for choice in after.decision.choices)

    # Looking

    def state(self, company: str) -> CompanyState:
        return state_of(self.game, company)

    def cell(self, company: str) -> Cell:
        return self.game.cell(company)

    def says(self, choice: Choice) -> str:
        """A choice of this moment in English."""
        return TITLE.voice("en")(sentence(self.game, choice))

    def told(self) -> list[str]:
        """What happened last, in words."""
        return [str(event) for event in self.game.events]

    def deposit(self, company: str) -> int:
        return self.own.concessions[company].deposit


def _joins(face: Face, edges: set[int]) -> bool:
    """Whether track joins the one or two edges, straight or over a stop."""
    if not edges <= face.edges:
        return False
    one, *others = sorted(edges)
    beyond = {end for end, _ in face.exits[one]}
    beyond |= {end for stop in beyond if stop < 0 for end, _ in face.exits[stop]}
    return set(others) <= beyond


def tile(text: str) -> LayTile:
    """A tile with its turn: `tile("G30 57 1")`."""
    hex_id, name, rotation = text.split()
    return LayTile(hex_id, name, int(rotation))


def line(way: str, card: str = "") -> BuildLine:
    """A line hex by hex: `line("F23 F21 E20 E18 F17")`."""
    return BuildLine(tuple(way.split()), card)


__all__ = ["Table", "line", "tile"]
