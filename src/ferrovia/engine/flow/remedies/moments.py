"""When it would have to be done: in another step, turn or round, by whoever has that turn."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ferrovia.engine.flow.actions import Action, BuyShare, SellShares, Start
from ferrovia.engine.flow.auction import Auction
from ferrovia.engine.flow.frame import NOT_NOW, Procedure
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.remedies.remedy import Case, Remedy
from ferrovia.engine.flow.state import Round
from ferrovia.engine.flow.stock import StockRound
from ferrovia.saying.message import Message

_STOCK_TURN = (BuyShare, SellShares, Start)
_UNTIMELY = ("not_your_turn", "auction.only_privates", "emergency.when")


class Decided(Remedy, frozen=True, tag="decided"):
    """Something else must be decided first."""

    step: str  # id
    label: str

    @property
    def message(self) -> Message:
        return Message("once '{step:term}' is decided", step=self.label)

    def supposed(self, case: Case) -> Case:
        changed = case.changed()
        game, kind = changed.game, type(case.game.top)
        while game.state.agenda and isinstance(game.top, kind | Procedure):
            game.pop()
        return changed if game.state.agenda else case


class InStep(Remedy, frozen=True, tag="in_step"):
    """It belongs to another step of an operating turn."""

    corporation: str
    step: str  # id
    label: str
    at: int  # the place of the step in the turn
    is_later: bool  # in this very turn; otherwise in the next one of the corporation

    @property
    def message(self) -> Message:
        text = "in the step '{step:term}' of the next turn of {corporation}"
        if self.is_later:
            text = "in the step '{step:term}' later in this turn of {corporation}"
        return Message(text, step=self.label, corporation=self.corporation)

    def supposed(self, case: Case) -> Case:
        changed = case.changed()
        game, turn = changed.game, case.game.find(OperatingTurn)
        if self.is_later:
            assert turn is not None
            game.change(replace(turn, at=self.at))
        else:
            game.begin(Round("operating", max(1, game.state.round.turn), 1, game.phase.operating_rounds))
            game.push(OperatingTurn(self.corporation, at=self.at))
        return changed


class InOperatingTurn(Remedy, frozen=True, tag="in_operating_turn"):
    """It may be done at any moment of an operating turn, and this is none."""

    corporation: str

    @property
    def message(self) -> Message:
        return Message("in an operating turn of {corporation}", corporation=self.corporation)

    def supposed(self, case: Case) -> Case:
        return InStep(self.corporation, "", "", 0, is_later=False).supposed(case)


class InStockRound(Remedy, frozen=True, tag="in_stock_round"):
    """It is done in a stock round, in a turn of the player's."""

    player: str

    @property
    def message(self) -> Message:
        return Message("in a turn of {player} in a stock round", player=self.player)

    def supposed(self, case: Case) -> Case:
        changed = case.changed()
        game = changed.game
        game.begin(Round("stock", game.state.round.turn + 1))
        game.push(game.title.calendar.stock_round(self.player))
        return changed


class NextStockRound(Remedy, frozen=True, tag="next_stock_round"):
    """Not in this stock round any more, or not in the first."""

    player: str

    @property
    def message(self) -> Message:
        return Message("in the next stock round")

    def supposed(self, case: Case) -> Case:
        changed = case.changed()
        game = changed.game
        game.title.calendar.stock_round_begins(game)
        game.begin(Round("stock", game.state.round.turn + 1))
        game.push(game.title.calendar.stock_round(self.player))
        return changed


class NextTurn(Remedy, frozen=True, tag="next_turn"):
    """Not in this turn any more: in the next one of the same player or corporation."""

    whose: str

    @property
    def message(self) -> Message:
        return Message("in the next turn of {whose}", whose=self.whose)

    def supposed(self, case: Case) -> Case:
        changed = case.changed()
        match case.game.top:
            case StockRound(player=player, sold=sold) as turn if player == self.whose:
                changed.game.change(type(turn)(player=player, sold=sold))
            case OperatingTurn(corporation=corporation, at=at) if corporation == self.whose:
                changed.game.change(OperatingTurn(corporation, at=at))
            case _:
                return case
        return changed


class TurnOf(Remedy, frozen=True, tag="turn_of"):
    """It is somebody else's turn."""

    player: str

    @property
    def message(self) -> Message:
        return Message("when it is the turn of {player}", player=self.player)

    def supposed(self, case: Case) -> Case:
        top = case.game.top
        if isinstance(top, StockRound):
            changed = case.changed()
            changed.game.change(type(top)(player=self.player, sold=top.sold))
        elif getattr(top, "player", "") == top.decider(case.game):
            changed = case.changed()
            changed.game.change(replace(top, player=self.player))
        else:
            return case
        return changed


# Which of them are tried


def is_untimely(refusal: Refusal) -> bool:
    """Whether it is refused because something else is to be decided, or by somebody else."""
    return refusal.text == NOT_NOW or refusal.word in _UNTIMELY


def moments(case: Case) -> Iterator[Remedy]:
    """Whose turn it must be, and what for."""
    game, action = case.game, case.action
    top = game.top
    decider = top.decider(game)
    player = case.by or decider
    if isinstance(top, OperatingTurn) and player == decider:
        yield from _steps(game, action, top.corporation, after=top.at)
    if not isinstance(top, StockRound | OperatingTurn | Auction):
        yield Decided(top.step_id(game), top.called(game))
    if not isinstance(top, StockRound) and isinstance(action, _stock_turn(game)):
        yield InStockRound(player)
    for corporation in game.title.operating.order(game):
        is_now = isinstance(top, OperatingTurn) and top.corporation == corporation
        if game.president(corporation) == player and not is_now:
            yield from _steps(game, action, corporation)
            if isinstance(action, _powers(game)) and not isinstance(top, Auction):
                yield InOperatingTurn(corporation)
    if player != decider:
        yield TurnOf(player)


def _steps(game: Game, action: Action, corporation: str, after: int | None = None) -> Iterator[InStep]:
    """The steps of a corporation's turn to which an action belongs: those still to come in this turn first."""
    places = [
        (place, step)
        for place, step in enumerate(game.title.operating.steps_of(game, corporation))
        if isinstance(action, step.actions) and place != after
    ]
    for place, step in sorted(places, key=lambda found: after is not None and found[0] < after):
        yield InStep(corporation, step.id, step.label, place, is_later=after is not None and place > after)


def _stock_turn(game: Game) -> tuple[type[Action], ...]:
    return (*_STOCK_TURN, *(kind for extra in game.title.stock.extras for kind in extra.actions))


def _powers(game: Game) -> tuple[type[Action], ...]:
    return tuple(kind for power in game.title.operating.powers for kind in power.actions)
