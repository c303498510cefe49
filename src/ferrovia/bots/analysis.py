"""What a recorded game shows afterwards: worth over time, revenue that was left lying, decisions that cost most."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Protocol

from ferrovia.bots.keen import track
from ferrovia.bots.keen.outlook import Outlook
from ferrovia.bots.keen.player import weighed
from ferrovia.bots.planner.budget import USUAL_STEPS
from ferrovia.bots.planner.player import PlannerBot, is_misty, is_plain
from ferrovia.bots.planner.reasons import by_presidency
from ferrovia.bots.planner.worth import worth
from ferrovia.bots.surveyor import promise
from ferrovia.engine.flow.actions import Action, LayTile, Pass, RunTrains
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.events import Event, Ran
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.state import Round
from ferrovia.formats.positions import positions
from ferrovia.formats.save import Record
from ferrovia.formats.sentences import sentence
from ferrovia.saying.message import Message
from ferrovia.titles.registry import judgement

MOST = 10  # decisions that are told
TRIED = 16  # of the tiles that could be laid so many that look best are tried out
WORTH_TELLING = 10  # money; below this nobody could have known better
AT_A_LOOK = 3  # of the decisions that look costly so many times as many are told are looked at closely


@dataclass(frozen=True)
class Standing:
    """The end of a round: what every player was worth, and what their holdings promised until the end."""

    round: Round
    number: int  # of actions so far
    worth: Mapping[str, int]
    expected: Mapping[str, int]


@dataclass(frozen=True)
class Missed:
    """Revenue that a corporation left lying: in a run once, by its track in every round to come.

    What could have been laid in several rounds is told once, as it would have earned most.
    """

    number: int
    round: Round
    by: str
    corporation: str
    kind: str  # run, track
    revenue: int
    done: Message
    better: Message
    first: Round  # in which it was missed
    last: Round

    @property
    def message(self) -> Message:
        text = "{player} for {corporation}: '{done}'. '{better}' would have earned {revenue:money} more."
        if self.kind == "track":
            text = "{player} for {corporation}: '{done}'. After '{better}' its trains could earn {revenue:money} more."
            if self.first != self.last:
                text = (
                    "{player} for {corporation}: '{done}'. After '{better}' its trains could earn {revenue:money} more;"
                    " that was missed from {first} to {last}."
                )
        return Message(
            text,
            first=self.first.message,
            last=self.last.message,
            player=self.by,
            corporation=self.corporation,
            done=self.done,
            better=self.better,
            revenue=self.revenue,
        )


Lost = tuple[Missed, Action]  # with what would have been better


@dataclass(frozen=True)
class Costly:
    """A decision, what it cost by a computer player's judgement, and what that player would have done."""

    number: int
    round: Round
    by: str
    corporation: str
    cost: int
    done: Message
    better: Message
    why: Message

    @property
    def message(self) -> Message:
        text = "{player}: '{done}'. '{better}' looks {cost:money} better. {why}"
        return Message(text, player=self.by, done=self.done, better=self.better, cost=self.cost, why=self.why)


@dataclass(frozen=True)
class Analysis:
    standings: Sequence[Standing]
    missed: Sequence[Missed]
    costly: Sequence[Costly]


class Judge(Protocol):
    """Who says what a choice cost: the best choice of a decision, why, and how much more it is worth than another."""

    def __call__(self, game: Game, done: Action) -> Opinion | None: ...


@dataclass(frozen=True)
class Opinion:
    cost: float
    better: Action
    why: Message


@dataclass(frozen=True)
class _Turn:
    """A decision of a game, and what came of it."""

    number: int
    before: Game
    action: Action
    by: str
    after: Game
    events: Sequence[Event]

    @property
    def corporation(self) -> str:
        return self.before.top.corporation_of(self.before) if self.is_regular else ""

    @property
    def is_regular(self) -> bool:
        """Whether it answered what was asked; something else may be put in at any moment."""
        is_put_in = isinstance(self.action, tuple(self.before.title.interjections.actions))
        return self.by == self.before.top.decider(self.before) and not is_put_in


def analyse(
    record: Record,
    judge: Judge | None = None,
    most: int = MOST,
    told: Callable[[int], None] = lambda number: None,
) -> Analysis:
    """Look at every decision of a game; `told` hears how many were looked at.

    A quick judgement finds the decisions that look costly; `judge` looks at those again where it is given. Raises
    `Refusal` or `FileTrouble` where the past of the game cannot be read.
    """
    standings: list[Standing] = []
    missed: list[Lost] = []
    doubtful: list[tuple[_Turn, Opinion]] = []
    last: Game | None = None
    for turn in _turns(record):
        told(turn.number)
        last = turn.after
        if turn.after.state.round != turn.before.state.round or turn.after.over:
            standings.append(_standing(turn.before.state.round, turn.number, turn.after))
        found = _missed(turn)
        if found is not None:
            missed.append(found)
        opinion = at_a_look(turn.before, turn.action) if turn.is_regular else None
        if opinion is not None and opinion.cost >= WORTH_TELLING:
            doubtful.append((turn, opinion))
    if last is not None and not last.over:
        standings.append(_standing(last.state.round, len(record.actions), last))
    looked_at = _dearest_once(doubtful)[: AT_A_LOOK * most if judge is not None else most]
    if judge is not None:
        judged = ((turn, judge(turn.before, turn.action)) for turn, _ in looked_at)
        looked_at = _dearest_once([(turn, opinion) for turn, opinion in judged if opinion is not None])
    costly = [_costly(turn, opinion) for turn, opinion in looked_at]
    return Analysis(standings, _told_once(missed), [each for each in costly if each.cost >= WORTH_TELLING][:most])


def _turns(record: Record) -> Iterator[_Turn]:
    path = pairwise(positions(record))
    for number, ((before, _), (after, events)) in enumerate(path, 1):
        action = record.actions[number - 1]
        by = record.past_of(number).by or before.player_of(action)
        yield _Turn(number, before, action, by, after, events)


# Worth


def _standing(round_: Round, number: int, game: Game) -> Standing:
    players = [player for player in game.state.seats if player not in game.state.gone]
    now = {player: game.title.calendar.worth(game, player) for player in players}
    return Standing(round_, number, now, {player: expected_worth(game, player) for player in players})


def expected_worth(game: Game, player: str) -> int:
    """What a player will be worth at the end if things go on as they stand: with dividends and prices to come."""
    return round(worth(game, player, _rounds_left(game)))


def _rounds_left(game: Game) -> float:
    """How many operating rounds are to come; for certain in the last set, once the bank is broken."""
    now, known = game.state.round, judgement(game.title).rounds_left(game)
    is_last_set = bool(game.state.bank_broken) and now.kind == "operating"
    return min(known, now.of - now.number + 1) if is_last_set else known


# Revenue


def _missed(turn: _Turn) -> Lost | None:
    match turn.action:
        case RunTrains():
            return _missed_run(turn)
        case LayTile() | Pass() if turn.is_regular and any(isinstance(each, LayTile) for each in turn.before.decision):
            return _missed_track(turn)
    return None


def _missed_run(turn: _Turn) -> Lost | None:
    """Runs that pay less than the best ones."""
    game = turn.before
    ran = next((event.revenue for event in turn.events if isinstance(event, Ran)), None)
    best = next((choice for choice in game.decision.choices if isinstance(choice, RunTrains)), None)
    if ran is None or best is None or best == turn.action:
        return None
    left = game.title.runs.best(game, turn.corporation).revenue - ran
    return _lost(turn, "run", left, best) if left > 0 else None


def _missed_track(turn: _Turn) -> Lost | None:
    """Track after which the corporation's trains could earn more than after what was laid."""
    game, corporation = turn.before, turn.corporation
    operating = game.find(OperatingTurn)
    if operating is None or not corporation or not game.trains(corporation):
        return None
    outlook = Outlook(game, turn.by, corporation)
    lays = [choice for choice in game.decision if isinstance(choice, LayTile)]
    lays = sorted(lays, key=lambda lay: -promise(game, corporation, lay))[:TRIED]
    earned = {lay: outlook.network(_after(game, lay)) for lay in lays}
    best = max(earned, key=lambda lay: earned[lay])
    left = earned[best] - outlook.network(_after(game, turn.action) if turn.action != Pass() else game)
    return _lost(turn, "track", left, best) if left > 0 else None


def _after(game: Game, action: Action) -> Game:
    fork = game.fork()
    fork.apply(action)
    return fork


def _lost(turn: _Turn, kind: str, revenue: int, better: Action) -> Lost:
    game = turn.before
    now = game.state.round
    said = sentence(game, turn.action), sentence(game, better)
    return Missed(turn.number, now, turn.by, turn.corporation, kind, revenue, *said, now, now), better


def _told_once(missed: Sequence[Lost]) -> list[Missed]:
    """What was missed, each tile that a corporation could have laid for several rounds only once."""
    told: dict[object, Missed] = {}
    for each, better in missed:
        key = _opportunity(each.corporation, better) or each.number
        known = told.get(key, each)
        most = max(known, each, key=lambda one: one.revenue)
        told[key] = replace(most, first=known.first, last=each.last)
    return sorted(told.values(), key=lambda each: each.number)


# Decisions


def at_a_look(game: Game, done: Action) -> Opinion | None:
    """What a decision cost at a first look; None where there was nothing else, or nothing that can be weighed."""
    decision = game.decision
    if decision.lists_runs:  # runs are compared by themselves
        return None
    outlook = Outlook(game, decision.player, decision.for_corporation)
    options = dict(weighed(outlook, decision))
    if done not in options and isinstance(done, LayTile):
        options |= dict(track.tiles(outlook, [done]))  # of tiles only the best looking are weighed
    if done not in options:
        return None
    better = max(options, key=lambda action: options[action].money)
    return Opinion(options[better].money - options[done].money, better, options[better].why)


def by_planner(steps: int = USUAL_STEPS) -> Judge:
    """The judgement of a planner with so many steps for each decision; of keen where nothing can be foreseen."""
    planner = PlannerBot(Chance("looking back"), steps)

    def opinion(game: Game, done: Action) -> Opinion | None:
        fork = game.fork_for(game.decision.player)
        if is_plain(fork.decision):
            return None
        if is_misty(fork):
            return at_a_look(fork, done)
        found = planner.compared(fork, done)
        if done not in found:
            return None
        better = max(found, key=lambda action: found[action])
        cost = found[better] - found[done]
        return Opinion(cost, better, by_presidency(fork, better, round(cost)) or _reason(fork, better))

    return opinion


def _reason(game: Game, better: Action) -> Message:
    """What keen likes about a choice, if anything, and that it ends well."""
    decision = game.decision
    options = dict(weighed(Outlook(game, decision.player, decision.for_corporation), decision))
    if better in options and options[better].money > 0:
        return options[better].why
    return Message("Lines of play that begin so end better for {player}.", player=decision.player)


def _dearest_once(opinions: Sequence[tuple[_Turn, Opinion]]) -> list[tuple[_Turn, Opinion]]:
    """The dearest decisions first; of those by which the same tile was missed only the first of them."""
    found: dict[object, tuple[_Turn, Opinion]] = {}
    for turn, opinion in sorted(opinions, key=lambda entry: -entry[1].cost):
        found.setdefault(_opportunity(turn.corporation, opinion.better) or turn.number, (turn, opinion))
    return list(found.values())


def _opportunity(corporation: str, better: Action) -> tuple[str, str, str] | None:
    """The tile that a corporation could lay, in this round or in one of the next."""
    return (corporation, better.hex, better.tile) if isinstance(better, LayTile) else None


def _costly(turn: _Turn, opinion: Opinion) -> Costly:
    game = turn.before
    return Costly(
        turn.number,
        game.state.round,
        turn.by,
        turn.corporation,
        round(opinion.cost),
        sentence(game, turn.action),
        sentence(game, opinion.better),
        opinion.why,
    )
