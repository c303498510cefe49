"""Which states of which components the page shows: positions of stored games, what is picked there, who looks.

A state is a place in a game of `tests/games`. What is picked is either told or followed: the links of the control are
numbered from 0, and each number is the one that somebody clicks next. So a state stays what it is when choices get
other numbers, and a test tells when a control has no state at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Literal

import msgspec

from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import State as GameState
from ferrovia.formats.past import Past, PastLines
from ferrovia.formats.save import Record, load
from ferrovia.sitting.moment import Moment
from ferrovia.titles.registry import title_of

GAMES = Path(__file__).resolve().parents[1] / "games"


@dataclass(frozen=True)
class State:
    """A component as one viewer meets it."""

    name: str
    game: str
    number: int  # after so many moves
    pick: Mapping[str, str] = field(default_factory=dict)
    follow: tuple[int, ...] = ()  # links of the control that were clicked, by their places
    viewer: Literal["decider", "other", "nobody"] = "decider"
    part: str = "desk"  # which part of the page it is
    frame: str = ""  # the mode that lies over it
    own: str = ""  # what only this viewer is shown: see `own_things`
    seen: int | None = None  # the last move that the viewer was told of, where a digest follows it
    builder: str = ""  # the control that is asked for, where no position comes to it by itself

    @property
    def id(self) -> str:
        return "-".join("".join(sign if sign.isalnum() else " " for sign in self.name).lower().split())


STATES = (
    # Auctions
    State("Auction: nothing chosen", "1849-five", 0),
    State("Auction: a bid", "1849-five", 0, follow=(1,)),
    State("Auction: why not", "1849-five", 0, follow=(-1,)),
    State("Auction: the next price", "1849-five", 6),
    State("Auction: a contest", "1849-five", 18),
    State("Auction: which lot", "18FB-six", 0),
    State("Auction: a lot is chosen", "18FB-six", 0, follow=(0,)),
    State("Auction: one lot", "18FB-six", 1),
    # Stock
    State("Stock: nothing chosen", "1849-five", 20),
    State("Stock: a start", "1849-five", 20, follow=(0,)),
    State("Stock: shares of several", "1849-five", 82),
    State("Stock: a share", "1849-five", 82, follow=(0,)),
    State("Stock: which papers", "1849-three", 272, pick={"c": "1"}),
    State("Stock: 1883", "1883-four", 23),
    State("Stock: 18FB", "18FB-three", 854),
    State("Stock: the sheet of a concession", "18FB-six", 71, pick={"c": "25"}),
    State("Stock: a corporation issues", "1849-five", 126),
    State("Stock: privates", "1849-five", 100),
    # Starting
    State("Starting: on the market", "1849-five", 19),
    State("Starting: a price", "1883-four", 19, follow=(0,)),
    # Track and tokens
    State("Track: which hex", "1849-five", 35),
    State("Track: which tile", "1849-five", 32),
    State("Track: a tile", "1849-five", 32, follow=(0,)),
    State("Track: which step", "18FB-six", 89),
    State("Tokens: a home", "1849-five", 23),
    State("Tokens: a station", "1849-five", 36, follow=(0,)),
    State("Tokens: coaches", "1883-four", 307),
    # Lines and runs
    State("Lines: which city", "18FB-six", 97),
    State("Lines: a city", "18FB-six", 97, follow=(0,)),
    State("Lines: an invitation", "18FB-six", 125),
    State("Lines: traced", "18FB-six", 97, pick={"line": "-"}),
    State("Running: the best run", "1849-five", 102),
    State("Running: traced", "1849-five", 102, pick={"tracing": "1"}),
    State("Running: a train stays at home", "1883-four", 74, follow=(0,)),
    State("Running: what follows", "1883-four", 312),
    State("Dividend", "1849-five", 111),
    State("Dividend: withheld", "1849-five", 111, follow=(1,)),
    # Trains
    State("Trains: from the bank", "1849-five", 33),
    State("Trains: one is chosen", "1849-five", 33, follow=(0,)),
    State("Trains: from others", "1849-five", 41),
    State("Trains: one must be bought", "1849-five", 37),
    State("Trains: money is missing", "1849-five", 68),
    State("Trains: a sale", "1849-five", 68, follow=(0,)),
    State("Trains: nothing left to sell", "1849-five", 69),
    # Questions
    State("Question: an offer", "1849-five", 38),
    State("Question: an offer for a private", "1849-three", 133),
    State("Question: a loan", "1849-five", 70),
    State("Question: a merger", "1883-four", 804),
    State("Question: others agree", "1883-four", 805),
    State("Question: a card", "1883-four", 110),
    State("Question: a favour", "18FB-six", 135),
    State("Question: a rescue", "18FB-six", 154),
    # What is typed, and what no control knows
    State("Typed: several choices", "1849-five", 20, pick={"words": "start"}),
    State("Typed: none", "1849-five", 20, pick={"words": "nonsense"}),
    State("A list", "1849-five", 36, builder="listing"),
    State("A list: one is chosen", "1849-five", 36, builder="listing", pick={"c": "0"}),
    # The desk at other times
    State("Another's turn", "1849-five", 35, viewer="other"),
    State("A bystander", "1849-five", 35, viewer="nobody", own="all seats taken"),
    State("A bystander: a seat is free", "1849-five", 35, viewer="nobody", own="a seat is free"),
    State("The sandbox", "1849-five", 32, follow=(0,), frame="sandbox"),
    # What only one viewer is shown
    State("Own: moves came meanwhile", "1849-five", 35, own="moves came"),
    State("Own: a computer player has the seat", "1849-five", 35, own="handed over", viewer="other"),
    State("Own: somebody asks to take back", "1849-five", 35, own="undo asked", viewer="other"),
    State("Own: it is declined", "1849-five", 35, own="undo declined"),
    State("Own: orders stand", "1849-five", 35, own="orders", viewer="other"),
    State("Own: orders beside a turn", "1849-five", 35, own="orders"),
    State("Own: a plan", "1849-five", 35, own="plan"),
    State("Own: a plan came to nothing", "1849-five", 35, own="plan in trouble"),
    # Since the viewer's last move
    State("Digest: a phase", "1849-five", 101, part="digest", seen=64),
    State("Digest: 1883", "1883-four", 301, part="digest", seen=279),
    State("Digest: all of it", "18FB-six", 171, part="digest", seen=133, pick={"digest": "all"}),
    # Beside the map, or in its place
    State("Dock: best runs", "1849-five", 126, pick={"open": "runs"}, part="dock"),
    State("Dock: the run of one", "1849-five", 126, pick={"runs": "AFG"}, part="dock"),
    State("Dock: tiles", "1849-five", 35, pick={"open": "tiles"}, part="dock"),
    State("Dock: what a tile becomes", "1849-five", 35, pick={"open": "tiles", "upgrade": "8"}, part="dock"),
    State("Dock: runs and prices", "1849-five", 126, pick={"open": "course"}, part="dock"),
    State("Dock: dividends", "1849-five", 126, pick={"open": "course", "book": "dividends"}, part="dock"),
    # What is asked about
    State("Card: a hex", "1849-five", 35, pick={"ask": "hex:E13"}),
    State("Card: a tile", "1849-five", 35, pick={"ask": "tile:8"}),
    State("Card: a corporation", "18FB-six", 171, pick={"ask": "corporation:FB"}),
    State("Card: a train", "18FB-six", 171, pick={"ask": "train:PH2"}),
    State("Card: a private company", "1849-five", 35, pick={"ask": "private:CNM"}),
    State("Card: a step", "1883-four", 307, pick={"ask": "step:coaches"}),
    State("Card: a word", "1849-five", 35, pick={"ask": "word:rust"}),
    State("Card: while others play", "1849-five", 35, pick={"ask": "train:4H"}, viewer="other"),
    # What is in force
    State("In force: a strike is asked", "1883-two", 75, part="in force"),
    State("In force: a strike", "1883-two", 164, part="in force"),
    State("In force: a strike breaker", "1883-two", 130, part="in force"),
    State("In force: bombs fall", "1883-two", 445, part="in force"),
    State("In force: a box is worth more", "1883-two", 510, part="in force"),
    State("In force: for some rounds", "1883-two", 700, part="in force"),
    # Parts beside the desk
    State("Bar", "1849-five", 102, part="bar"),
    State("Market", "1883-four", 804, pick={"tab": "market"}, part="ledger"),
    State("Ledger: 1849", "1849-five", 126, part="ledger"),
    State("Ledger: 1883", "1883-four", 804, part="ledger"),
    State("Ledger: concessions and the co-operative", "1883-four", 118, part="ledger"),
    State("Ledger: phases with the reach of trains", "18FB-six", 700, pick={"tab": "phases"}, part="ledger"),
    State("Ledger: 18FB", "18FB-six", 700, part="ledger"),
    State("Ledger: phases", "1849-five", 126, pick={"tab": "phases"}, part="ledger"),
    State("Ledger: tiles", "1849-five", 126, pick={"tab": "tiles"}, part="ledger"),
    State("Ledger: charters", "1883-four", 804, pick={"tab": "charters"}, part="ledger"),
    State("Tray", "18FB-six", 700, part="tray"),
    State("Lots", "1849-five", 6, part="lots"),
    State("Parts on a phone", "1849-five", 35, part="nav"),
)


@lru_cache(maxsize=8)
def _record(name: str) -> Record:
    return load(GAMES / f"{name}.json")


@lru_cache(maxsize=8)
def _walk(name: str) -> tuple[Game, tuple[GameState, ...], tuple[bytes, ...]]:
    """A stored game played again, with every state on its way and what each action told."""
    record = _record(name)
    game = Game(title_of(record.settings), record.settings)
    states, told = [game.state], []
    last = max(state.number for state in STATES if state.game == name)
    for number, action in enumerate(record.actions[:last], 1):
        by = game.top.decider(game)
        events = msgspec.Raw(msgspec.json.encode(game.apply(action)))
        told.append(msgspec.json.encode(Past(number, by, events)))
        states.append(game.state)
    return game, tuple(states), tuple(told)


def moment(name: str, number: int) -> Moment:
    """A stored game after so many moves."""
    game, states, told = _walk(name)
    record = _record(name)
    cut = msgspec.structs.replace(
        record,
        actions=record.actions[:number],
        hashes=record.hashes[: number + 1],
        past=PastLines(added=told[:number]),
    )
    return Moment(game.standing_at(states[number]), cut, states[:number])
