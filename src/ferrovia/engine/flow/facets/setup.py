"""Set-up: everything in its place before the first decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ferrovia.engine.board.layout import Layout
from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.auction import Auction, AuctionRules
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.frame import Frame
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.seating import check_names, draw_seats
from ferrovia.engine.flow.sheets import Sheet
from ferrovia.engine.flow.state import BANK, OUT, Round, State

if TYPE_CHECKING:
    from ferrovia.engine.flow.title import Title


class SetupRules:
    """What lies where when the game begins: players with their money, the bank with the rest, stock and trains."""

    options: Mapping[str, str] = {}  # what a game may be played with besides: its id and what it does
    option_names: Mapping[str, str] = {}  # ... and how players call it
    readings: Mapping[str, str] = {}  # options that nobody is offered: how another house reads a rule, for its games
    purses: tuple[str, ...] = ()  # besides those of the bank, the players and the corporations
    reserved_names: tuple[str, ...] = ()  # places of the game that no player may be called after
    first_round: str = "auction"

    def set_up(self, title: Title, settings: Settings, chance: Chance) -> State:
        """The state before the first decision."""
        box = title.box
        table = self.table(title, settings)
        seats = draw_seats(settings, chance)
        in_play = self.corporations(title, settings, table, chance)
        names = [name for name in box.corporations if name in in_play]
        money: int = table["starting_cash"]
        state = State(
            seats=seats,
            priority=seats[0],
            phase=next(iter(box.phases)),
            round=Round(self.first_round),
            cash={
                BANK: title.bank_size - money * len(seats),
                **dict.fromkeys(seats, money),
                **dict.fromkeys((*in_play, *self.purses), 0),
            },
            certificates={name: (self.stock_of(name),) * len(box.corporations[name].certificates) for name in names},
            privates=dict.fromkeys(self.privates(title), BANK),
            trains={BANK: self.trains(title, settings, table), POOL: (), OUT: ()},
            market=(),
            layout=Layout(box.board),
            supply={tile.id: tile.count for tile in box.board.tiles.values()},
            stations=dict.fromkeys(names, ()),
            tokens={name: box.corporations[name].tokens for name in names},
            earnings={},
            agenda=(self.first_frame(title, seats),),
            own=None,
        )
        self.arrange(title, settings, state)
        state.own = self.own(title, table, in_play, state, chance)
        return state

    def table(self, title: Title, settings: Settings) -> Sheet:
        """The row of the set-up table for this game."""
        check_names(settings, (*title.box.corporations, *self.purses, *self.reserved_names))
        for option in settings.options:
            if option not in self.options and option not in self.readings:
                raise Refusal("options", "{title} has no option {option}.", title=title.name, option=option)
        players = len(settings.players)
        rows = [row for row in title.box.sheet("game")["setup"] if row["players"] == players]
        if not rows:
            text = "{title} is for {counts:or} players, not {players}."
            raise Refusal("player_count", text, title=title.name, counts=title.player_counts, players=players)
        return self.row(settings, rows)

    def row(self, settings: Settings, rows: Sequence[Sheet]) -> Sheet:
        """The row to play by, where several are for as many players."""
        return rows[0]

    def corporations(self, title: Title, settings: Settings, table: Sheet, chance: Chance) -> tuple[str, ...]:
        """The corporations in play: those of the box, or as they were drawn."""
        return tuple(title.box.corporations)

    def stock_of(self, corporation: str) -> str:
        """Where the stock of a corporation lies before it is started: in its treasury."""
        return corporation

    def privates(self, title: Title) -> Sequence[str]:
        """The private companies in the order in which they are sold."""
        return tuple(sorted(title.box.privates, key=lambda name: title.box.privates[name].face_value))

    def trains(self, title: Title, settings: Settings, table: Sheet) -> tuple[str, ...]:
        """The bank's trains, in the order of their sale."""
        return title.box.roster(settings.options)

    def first_frame(self, title: Title, seats: tuple[str, ...]) -> Frame:
        """What players decide first: who gets the private companies."""
        sheet = title.box.sheet("game")["auction"]
        markdown = sheet["markdown"]
        rules = AuctionRules(
            raise_by=sheet["bid_step"],
            markdown=markdown["step"],
            least_price=markdown["last_paid_price"],
            step=sheet.get("bid_multiple", 1),
            opener_resumes=sheet.get("opener_resumes", False),
        )
        return Auction(seats[0], rules, opener=seats[0])

    def arrange(self, title: Title, settings: Settings, state: State) -> None:
        """What lies elsewhere than usual at the start; nobody has seen the state yet."""

    def own(self, title: Title, table: Sheet, in_play: tuple[str, ...], state: State, chance: Chance) -> Any:
        """What only this title keeps, once all else of the state is laid out."""
        return title.own_type()

    def drawn(self, title: Title, state: State) -> dict[str, tuple[str, ...]]:
        """What was drawn in the set-up and lies open, as an arrangement that deals the same without the seed."""
        return {"seats": state.seats}
