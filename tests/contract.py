"""The contract of every decision: what it lists is accepted, all else is refused with a sentence and a clause.

The two exceptions are in `tests/unlisted.py`.
"""

from __future__ import annotations

import random
from collections import Counter

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.conservation import faults
from ferrovia.engine.flow.decision import Choice, Decision, Range
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.titles.t18fb.actions import BuildLine
from tests.neighbours import KINDS, Domains, crossings, kind_of, misshapen, variations
from tests.unlisted import built_line, hidden_lines, is_legal, lines_of, markers
from tests.walks import priced

NOBODY = "Nobody"  # no player of any game
SOME = 40  # how many of all that is listed are asked for


class Contract:
    """Checks decisions of a walk, and counts what was tried."""

    def __init__(self, chance: random.Random, most: int = 3) -> None:
        self._chance = chance
        self._most = most  # variations of each field
        self._domains = Domains()
        self.varied: Counter[tuple[str, str]] = Counter()  # kind and field of listed actions; no field: the kind itself
        self.interjected: Counter[str] = Counter()  # kinds of interjections that were played and varied
        self.unlisted: Counter[str] = Counter()  # kinds of legal actions that were not listed

    def check(self, game: Game) -> None:
        """All that is promised about the decision at hand."""
        decision, before = game.decision, game.hash()
        self._domains.notice(decision)
        listed = moves(decision)
        for player, action in self._chance.sample(listed, min(SOME, len(listed))):
            self.judge(game, action, player)
        for player, choice in self._representatives(decision):
            self._check_listed(game, player, choice)
        self._check_others(game)
        self._check_lines(game)
        assert game.hash() == before

    def _representatives(self, decision: Decision) -> list[tuple[str, Choice]]:
        """Some listed choices of each kind, and some interjections of each kind, with those who may play them."""
        groups: dict[object, list[tuple[str, Choice]]] = {}
        for choice in decision:
            groups.setdefault((False, type(_at_lowest(choice))), []).append((decision.player, choice))
        for interjection in decision.interjections:
            group = groups.setdefault((True, type(_at_lowest(interjection.choice))), [])
            group.append((interjection.player, interjection.choice))
        return [one for group in groups.values() for one in self._chance.sample(group, min(3, len(group)))]

    def _check_listed(self, game: Game, player: str, choice: Choice) -> None:
        """A listed choice is taken from its player and nobody else; what differs in a field is judged by itself."""
        if isinstance(choice, Range):
            assert choice.low <= choice.high
            for price in (choice.low, choice.high):
                self._play(game, player, choice.at(price))
            for price in (choice.low - choice.step, choice.low - 1, choice.high + 1, choice.high + choice.step):
                self.judge(game, choice.at(price), player)
        action = priced(choice, self._chance)
        self._play(game, player, action)
        for other in (*game.settings.players, NOBODY):
            self.judge(game, action, other)
        stale = game.why_not(action, by=player, after=game.state.number - 1)
        assert stale is not None
        assert stale.rule == "stale"
        for field, neighbour in variations(game, action, self._domains, self._chance, self._most):
            self.judge(game, neighbour, self._somebody(game, player))
            self.varied[kind_of(action), field] += 1
        for wrong in misshapen(action):
            self._refuse(game, wrong, self._chance.choice((None, player)))
        self.varied[kind_of(action), ""] += 1
        if any(one.player == player and one.allows(action) for one in game.decision.interjections):
            self.interjected[kind_of(action)] += 1

    def _check_others(self, game: Game) -> None:
        """Mixtures of what is listed, and strangers of every kind."""
        for action in crossings([action for _, action in moves(game.decision)], self._chance, self._most):
            self.judge(game, action, self._somebody(game, game.decision.player))
        for kind in KINDS:
            stranger = self._domains.stranger(game, kind, self._chance)
            self.judge(game, stranger, self._somebody(game, game.decision.player))

    def _somebody(self, game: Game, player: str) -> str | None:
        """Who is said to act: mostly one who may, named or not, at times another."""
        other = self._chance.choice((*game.settings.players, NOBODY))
        return self._chance.choice((None, None, player, other))

    def _check_lines(self, game: Game) -> None:
        """18FB: no line is left out that no listed one beats; any other is judged by itself."""
        cards = [choice.card for choice in game.decision.choices if isinstance(choice, BuildLine)]
        if not cards:
            return
        assert hidden_lines(game) == []
        every = lines_of(game, game.decision.for_corporation)
        for line in self._chance.sample(every, min(4 * self._most, len(every))):
            self.judge(game, BuildLine(line.hexes, self._chance.choice(cards)), None)

    def _play(self, game: Game, player: str, action: Action) -> None:
        """A listed action is accepted from its player, whoever is named with it, and nothing is lost by it."""
        twin, again = game.fork(), game.fork()
        twin.apply(action, by=player, after=game.state.number)
        assert faults(twin) == []
        again.apply(action)
        assert again.hash() == twin.hash() != game.hash()

    def judge(self, game: Game, action: Action, by: str | None) -> None:
        """An action is accepted if it is listed for this player, or legal all the same; otherwise refused."""
        if is_listed(game.decision, action, by):
            refusal = game.why_not(action, by=by)
            assert refusal is None, f"{action} by {by} is listed but refused: {refusal}"
        elif by in (None, game.decision.player) and is_legal(game, action):
            refusal = game.why_not(action, by=by)
            assert refusal is None, f"{action} by {by} is legal but refused: {refusal}"
            self._play_unlisted(game, action)
        else:
            self._refuse(game, action, by)

    def _refuse(self, game: Game, action: Action, by: str | None) -> None:
        """An action is refused in words, and nothing is changed by it."""
        state, played = game.state, len(game.actions)
        try:
            game.apply(action, by=by)
        except Refusal as refusal:
            _check_words(game, refusal)
            assert game.state is state
            assert len(game.actions) == played
        else:
            raise AssertionError(f"{action} by {by} is accepted but not listed.")

    def _play_unlisted(self, game: Game, action: Action) -> None:
        twin, company = game.fork(), game.decision.for_corporation
        twin.apply(action, by=game.decision.player)
        assert faults(twin) == []
        self.unlisted[kind_of(action)] += 1
        if isinstance(action, BuildLine):
            line = built_line(game, action)
            assert line is not None
            assert markers(twin, company) - markers(game, company) == line.markers


def is_listed(decision: Decision, action: Action, by: str | None) -> bool:
    """Whether a decision lists an action for a player; None stands for whoever may play it."""
    is_choice = action in decision.choices or any(span.allows(action) for span in decision.ranges)
    may_choose = is_choice and by in (None, decision.player)
    return may_choose or any(one.allows(action) and by in (None, one.player) for one in decision.interjections)


def moves(decision: Decision) -> list[tuple[str, Action]]:
    """What may be done and by whom, out of turn too, each at its lowest price."""
    own = [(decision.player, _at_lowest(choice)) for choice in decision]
    return [*own, *((one.player, _at_lowest(one.choice)) for one in decision.interjections)]


def _at_lowest(choice: Choice) -> Action:
    return choice.at(choice.low) if isinstance(choice, Range) else choice


def _check_words(game: Game, refusal: Refusal) -> None:
    """One sentence, and a clause of the title."""
    sentence = refusal.sentence
    assert sentence.endswith("."), sentence
    is_clause = refusal.rule.startswith(f"{game.title.name}-")
    assert is_clause or refusal.rule == "malformed", f"{refusal.rule}: {sentence}"
