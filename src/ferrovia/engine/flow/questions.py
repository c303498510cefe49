"""Questions: a frame that somebody answers with one of a few words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ferrovia.engine.flow.actions import Action, Answer
from ferrovia.engine.flow.frame import Frame, not_now
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal


class Question(Frame, frozen=True):
    """One of the listed answers must be given; a question with a single answer answers itself."""

    def clause(self) -> str:
        """What is cited against anything that is not an answer."""
        raise NotImplementedError

    def answers(self, game: Game) -> Sequence[str]:
        raise NotImplementedError

    def answer(self, game: Game, choice: str) -> None:
        """Carry out an answer, and take the question off the agenda or put the next one in its place."""
        raise NotImplementedError

    def proceed(self, game: Game) -> bool:
        answers = self.answers(game)
        if len(answers) > 1:
            return False
        self.answer(game, answers[0])
        return True

    def choices(self, game: Game) -> Iterable[Answer]:
        return [Answer(choice) for choice in self.answers(game)]

    def refusal(self, game: Game, action: Action) -> Refusal | None:
        if not isinstance(action, Answer):
            return not_now(action, self.called(game)).cited(self.clause())
        answers = self.answers(game)
        if action.choice in answers:
            return None
        text = "'{choice}' is not an answer to this question: choose {answers:or}."
        return Refusal(self.clause(), text, choice=action.choice, answers=answers)

    def play(self, game: Game, action: Action) -> None:
        assert isinstance(action, Answer)
        self.answer(game, action.choice)
