"""Two clocks: our game, and the site that waits or goes on where ours does not.

Ours passes over steps with nothing to do; the site's does so less often, and then waits for an answer that our game
does not need: such questions are owed. Where we ask and the site does not, we pass, but never beyond the turn, and
never a step that a later action of the turn needs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import msgspec

from ferrovia.engine.flow import actions as ours
from ferrovia.engine.flow.emergency import Emergency
from ferrovia.engine.flow.events import CorporationClosed
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.offers import Offer
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.phases import Discard
from ferrovia.engine.flow.steps.dividend import DividendStep
from ferrovia.engine.flow.steps.finance import FinanceStep
from ferrovia.engine.flow.steps.run import RunStep
from ferrovia.engine.flow.steps.token import TokenStep
from ferrovia.engine.flow.steps.track import TrackStep
from ferrovia.engine.flow.steps.trains import TrainStep
from ferrovia.engine.flow.stock import StockRound
from ferrovia.titles.t1849.bonds import InterestStep, IssueStep, RepayStep
from ferrovia.titles.t1849.corporations import HomeChoice
from ferrovia.titles.t1849.eighteenxx import hints, names, steps
from ferrovia.titles.t1849.eighteenxx.papers import Papers
from ferrovia.titles.t1849.eighteenxx.pieces import Pieces
from ferrovia.titles.t1849.eighteenxx.reading import Move, is_beside
from ferrovia.titles.t1849.eighteenxx.troubles import MoveTrouble
from ferrovia.titles.t1849.sicily import SMS
from ferrovia.titles.t1849.token_trade import TokenTradeStep

# Where in a turn an action of a corporation belongs; those not named may come in any step.
STEPS = {
    "lay_tile": TrackStep.word,
    "place_token": TokenStep.word,
    "run_routes": RunStep.word,
    "dividend": DividendStep.word,
    "buy_token": TokenTradeStep.word,
    "buy_train": TrainStep.word,
    "bankrupt": TrainStep.word,
    "sell_shares": FinanceStep.word,
    "buy_shares": FinanceStep.word,
    "payoff_loan": RepayStep.word,
    "take_loan": IssueStep.word,
}
_OF_STOCK_TURNS = ("pass", "buy_shares", "par", "bid")  # what players do in turns of their own


class SiteQuestion(msgspec.Struct, frozen=True):
    """What the site asks while our game has gone on by itself."""

    actor: str
    step: str
    position: Game  # as it stood then


class Clocks:
    """Our game and where the site stands meanwhile."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.owed: deque[SiteQuestion] = deque()
        self.passed_over: set[str] = set()  # players who could do nothing in the turns before this one
        self.papers, self.pieces = Papers(game), Pieces(game)
        self.notes = steps.Notes()
        self._later: Sequence[Move] = ()
        self._sms_later = ""  # who closes SMS in the step after track
        self._last = ""  # the corporation whose turn it was last
        game.watcher = self._see

    def _see(self, game: Game) -> None:
        """Our game is about to go on by itself: note what the site would ask meanwhile."""
        idle = steps.idle_player(game)
        if idle is not None:
            self.passed_over.add(idle)
            if steps.may_sell_half(game, idle):
                self._owe(game, idle, StockRound.word)
        left = steps.passed_over(game)
        if left is None:
            return
        turn, step = left
        self.notes.look_at(game, turn)
        if steps.asks_about_sms(game, turn, step, self.notes):
            self._owe(game, turn.corporation, "sms")
        if steps.asks(game, turn, step, self.notes):
            self._owe(game, turn.corporation, step)
        elif step == InterestStep.word and steps.debt(game, turn):
            self._owe(game, game.president(turn.corporation), "emergency")

    def _owe(self, game: Game, actor: str, step: str) -> None:
        self.owed.append(SiteQuestion(actor, step, game.fork()))

    def apply(self, action: ours.Action) -> None:
        self.passed_over.clear()
        self.owed = deque(
            question for question in self.owed if question.step != StockRound.word
        )  # nobody answers it any more
        events = self.game.apply(action)
        while not self.game.over and isinstance(self.game.top, Offer):
            events = [*events, *self.game.apply(ours.Accept())]  # on the site a deal is agreed before it is entered
        for event in events:
            if isinstance(event, CorporationClosed):
                self.papers.reset(event.corporation)
        self.pieces.follow(self.game)

    def _note(self, move: Move) -> None:
        turn = self.game.find(OperatingTurn) if not self.game.over else None
        if turn is not None and turn.corporation == str(move["entity"]):
            self.notes.look_at(self.game, turn)
            self.notes.begun = True

    def turn(self) -> OperatingTurn | None:
        """The operating turn, if its corporation is to act."""
        top = None if self.game.over else self.game.top
        return top if isinstance(top, OperatingTurn) else None

    def question(self) -> str:
        """What the site asks now that our game asks too, by our names for the steps."""
        turn = self.turn()
        if turn is None:
            return "" if self.game.over else self.game.top.step(self.game)
        self.notes.look_at(self.game, turn)
        step = turn.step(self.game)
        return "sms" if steps.asks_about_sms(self.game, turn, step, self.notes) else step

    def _wait_for(self, move: Move) -> None:
        """Let our game come to the step in which the site plays this."""
        kind, entity = str(move["type"]), self._entity(move)
        step = self._step(move)
        if kind in ("pass", "payoff_debt") or (kind == "run_routes" and not move["routes"]):
            return
        while self.owed and not self._answers(self.owed[0], kind, entity, step):
            self.owed.popleft()
        is_in_own_turn = kind in _OF_STOCK_TURNS or (kind == "sell_shares" and step is None)
        if not self._is_acting(entity) or (is_in_own_turn and self._is_anothers_turn(entity)):
            self._finish_turn()
        if not self._is_acting(entity):
            raise MoveTrouble("It is for {actor} to act now.", actor=self._actor())
        if step is not None:
            self._go_to(entity, step)

    def _is_anothers_turn(self, entity: str) -> bool:
        """Whether a player who acts for himself is asked as president of a corporation, and not to pay its interest."""
        turn = self.turn()
        return turn is not None and turn.corporation != entity and turn.step(self.game) != InterestStep.word

    def _answers(self, question: SiteQuestion, kind: str, entity: str, step: str | None) -> bool:
        """Whether the question stays open, or is answered, when this is played."""
        if kind in ("buy_company", "assign") or question.step == steps.SMS_CLOSED:
            return question.actor == entity
        if question.actor != entity or question.step not in steps.ORDER:
            return False
        return step is None or steps.place(question.step) >= steps.place(step)

    def _entity(self, move: Move) -> str:
        """Who acts; a private company acts for its owner."""
        entity = str(move["entity"])
        return self.game.state.privates.get(entity, "") if move.get("entity_type") == "company" else entity

    def _step(self, move: Move) -> str | None:
        """The step of an operating turn that an action belongs to."""
        kind, entity = str(move["type"]), str(move["entity"])
        if kind == "choose":
            return "e_token" if str(move.get("choice", "")).startswith(names.E_TOKEN) else None
        if entity in self.game.state.certificates:
            if kind == "place_token" and any(isinstance(frame, HomeChoice) for frame in self.game.state.agenda):
                return None
            return STEPS.get(kind)
        return TrainStep.word if kind == "sell_shares" and self._need() is not None else None

    def _need(self) -> Emergency | None:
        """What the president of the operating corporation has to raise for its train, if anything."""
        turn = self.turn()
        if turn is None:
            return None
        all_steps = self.game.title.operating.steps_of(self.game, turn.corporation)
        return next(step.need(self.game, turn) for step in all_steps if isinstance(step, TrainStep))

    def _is_acting(self, entity: str) -> bool:
        if self.game.over:
            return False
        top = self.game.top
        if isinstance(top, Discard):
            return any(isinstance(frame, Discard) and frame.corporation == entity for frame in self.game.state.agenda)
        return entity in (top.decider(self.game), top.corporation_of(self.game))

    def _actor(self) -> str:
        if self.game.over:
            return "-"
        return self.game.top.corporation_of(self.game) or self.game.top.decider(self.game)

    def _go_to(self, entity: str, step: str) -> None:
        """Pass on our steps that the site passed over, within the turn."""
        while (turn := self.turn()) is not None:
            now = turn.step(self.game)
            if now == step:
                return
            if steps.place(now) > steps.place(step):
                self._finish_turn()  # the same corporation acts again, in the next round
                after = self.turn()
                if after is None or after.corporation != entity or after.at >= turn.at:
                    return
                continue
            self.apply(ours.Pass())
            after = self.turn()
            if after is None or after.corporation != turn.corporation or after.at <= turn.at:
                raise MoveTrouble("The turn of {actor} is over before that.", actor=turn.corporation)

    def _finish_turn(self) -> None:
        """Pass on what is left of a turn that the site has ended; only one in which something was done."""
        if self.game.over:
            raise MoveTrouble("Here the game is over.")
        top, ended = self.game.top, self.game.top.corporation_of(self.game)
        if isinstance(top, StockRound) and top.acted:
            self.apply(ours.Pass())
        elif isinstance(top, OperatingTurn):
            self.notes.look_at(self.game, top)
            while self.notes.begun and (turn := self.turn()) is not None and turn.corporation == top.corporation:
                if (str(self.game.state.round), turn.corporation) != self.notes.turn or turn.at < top.at:
                    return
                top = turn
                self.apply(ours.Pass())
        self.owed = deque(question for question in self.owed if question.actor != ended)

    def _settle(self) -> None:
        """Pass on steps of ours that the site does not ask, as long as no later action of the turn needs them."""
        while not self.owed and (turn := self.turn()) is not None:
            step = self.question()
            if self._sms_later == turn.corporation and step == TokenStep.word:
                if self._later and hints.who_stays(self._later[0]) == (turn.corporation, step):
                    return  # something else comes first
                self._sms_later = ""
                self.apply(ours.UsePrivate(SMS))
                continue
            if step == steps.SMS_CLOSED or steps.asks(self.game, turn, step, self.notes) or not self._may_pass(turn):
                return
            if self.game.why_not(ours.Pass()) is not None:
                return
            self.apply(ours.Pass())

    def _may_pass(self, turn: OperatingTurn) -> bool:
        """Whether no later action of the turn needs the present step."""
        step = turn.step(self.game)
        for move in self._later:
            if move["type"] == "message":
                if hints.who_stays(move) == (turn.corporation, step):
                    return False
                continue
            needed = self._needed(move, turn.corporation)
            if needed == "":
                return True
            if move["type"] == "buy_company" and self._ends(turn):
                return self._acts_twice(turn)
            if needed is not None:
                return steps.place(needed) != steps.place(step) or self._acts_twice(turn)
        return True

    def _ends(self, turn: OperatingTurn) -> bool:
        """Whether the turn would be over with this step."""
        ahead = self.game.fork()
        if ahead.why_not(ours.Pass()) is None:
            ahead.apply(ours.Pass())
        same = not ahead.over and isinstance(ahead.top, OperatingTurn) and ahead.state.round == self.game.state.round
        return not same or ahead.top.corporation_of(ahead) != turn.corporation

    def _acts_twice(self, turn: OperatingTurn) -> bool:
        """Whether the corporation would act again right after this turn, so that later actions may be of the next."""
        ahead = self.game.fork()
        now = ahead.state.round
        while not ahead.over and isinstance(ahead.top, OperatingTurn) and ahead.state.round == now:
            if ahead.top.corporation != turn.corporation or ahead.why_not(ours.Pass()) is not None:
                return False
            ahead.apply(ours.Pass())
        return not ahead.over and isinstance(ahead.top, OperatingTurn) and ahead.top.corporation == turn.corporation

    def _needed(self, move: Move, corporation: str) -> str | None:
        """The step that a later action needs; none if it needs no certain one; empty if it is of another turn."""
        kind, entity = str(move["type"]), str(move.get("entity"))
        if is_beside(move) or kind in ("discard_train", "assign", "payoff_debt"):
            return None
        if entity in self.game.state.certificates:
            if entity != corporation:
                return ""
            return None if kind in ("pass", "buy_company") else self._step(move)
        if kind == "sell_shares":
            return TrainStep.word if self._need() is not None else ""
        return "" if kind in _OF_STOCK_TURNS else None

    def _is_owed(self, entity: str) -> bool:
        """Answer a question of the site that our game does not ask."""
        if not any(_is_for(question, entity) for question in self.owed):
            return False
        while not _is_for(self.owed.popleft(), entity):
            pass
        return True


def _is_for(question: SiteQuestion, entity: str) -> bool:
    return question.actor == entity and question.step not in (steps.SMS_CLOSED, steps.EMERGENCY)
