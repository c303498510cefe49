"""States as OpenSpiel has them: whose turn it is, chance among them, what is legal, and what came of it.

Nothing of OpenSpiel is needed. Dice and shuffles are chance nodes, number by number, in the order of the draws.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import msgspec

from ferrovia.agents.dictated_chance import DealtGame, Undecided
from ferrovia.agents.lexicon import VERSION, Lexicon, lexicon
from ferrovia.agents.returns import returns_of, standing
from ferrovia.agents.sight import Sight, sight
from ferrovia.agents.word_game import Manners, Position, begun, opened, taken_up
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.reading import ActionTrouble, read_action
from ferrovia.engine.flow.title import Title
from ferrovia.formats.view import view_for
from ferrovia.saying.message import Trouble
from ferrovia.titles.registry import title as title_named

CHANCE, TERMINAL = -1, -4  # as OpenSpiel numbers them


class StateTrouble(Trouble, ValueError):
    """A word that may not be said, or a text that is no state, in one sentence."""


class AgentGame(msgspec.Struct, frozen=True):
    """The rules of a game before it is played: a title, for so many players."""

    title_name: str
    players: int
    options: tuple[str, ...] = ()
    reward: str = "share"
    manners: Manners = Manners()
    revision: int = 1  # of the title's data

    @property
    def title(self) -> Title:
        return title_named(self.title_name, self.revision)

    @property
    def lexicon(self) -> Lexicon:
        return lexicon(self.title)

    @property
    def sight(self) -> Sight:
        return sight(self.title)

    @property
    def settings(self) -> Settings:
        names = tuple(f"player_{number}" for number in range(self.players))
        return Settings(self.title_name, names, "dealt", self.options, revision=self.revision)

    def new_initial_state(self) -> AgentState:
        return AgentState(self)

    def num_players(self) -> int:
        return self.players

    def num_distinct_actions(self) -> int:
        return len(self.lexicon)

    def information_state_tensor_shape(self) -> list[int]:
        return [len(self.sight)]

    def utility_sum(self) -> float:
        return 0.0

    def min_utility(self) -> float:
        return -1 / self.players

    def max_utility(self) -> float:
        return 1 - 1 / self.players

    def deserialize_state(self, text: str) -> AgentState:
        """The state that `serialize` wrote; raises `StateTrouble` for anything else."""
        return _read(self, text)


def load_game(
    title: str,
    players: int = 3,
    *,
    options: Iterable[str] = (),
    reward: str = "share",
    out_of_turn: bool = True,
    by_hand: bool = True,
) -> AgentGame:
    """A title for so many players; raises `UnknownTrouble` or `Refusal` for what cannot be played."""
    returns_of(reward)
    manners = Manners(out_of_turn=out_of_turn, by_hand=by_hand)
    made = AgentGame(title, players, tuple(options), reward, manners, title_named(title).revision)
    with suppress(Undecided):
        DealtGame(made.title, made.settings)  # a refusal comes before the first card is dealt
    return made


class AgentState:
    """A position, or a moment at which chance decides. `apply_action` changes it; `clone` first where it must not."""

    def __init__(self, game: AgentGame) -> None:
        self._game = game
        self._history: list[int] = []
        self._position: Position | None = None  # None: before everything is dealt
        self._rewards = [0.0] * game.players
        # What waits for chance: the word that set it off, the numbers so far, and the limit of the next.
        self._word: int | None = None
        self._numbers: tuple[int, ...] = ()
        self._limit = 0
        self._go_on()

    def get_game(self) -> AgentGame:
        return self._game

    # Whose turn it is, and what may be done

    def current_player(self) -> int:
        """The number of the one who is asked; `CHANCE` or `TERMINAL`."""
        if self._limit:
            return CHANCE
        assert self._position is not None
        if self._position.game.over:
            return TERMINAL
        return self._players.index(self._position.speaker)

    @property
    def _players(self) -> tuple[str, ...]:
        return self._game.settings.players

    def is_chance_node(self) -> bool:
        return self.current_player() == CHANCE

    def is_terminal(self) -> bool:
        return self.current_player() == TERMINAL

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The numbers that may come up, with how likely they are: all alike."""
        return [(number, 1 / self._limit) for number in range(self._limit)]

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The words that may be said, or at a chance node the numbers; nothing for a player who is not asked."""
        now = self.current_player()
        if now == TERMINAL or player not in (None, now):
            return []
        if now == CHANCE or self._position is None:
            return list(range(self._limit))
        return list(self._position.legal)

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        legal = set(self.legal_actions(player))
        return [int(word in legal) for word in range(len(self._game.lexicon))]

    def action_to_string(self, player: int, action: int) -> str:
        """A word as people read it."""
        return f"{action} comes up" if player == CHANCE else self._game.lexicon.name(action)

    def string_to_action(self, text: str) -> int:
        found = [word for word in self.legal_actions() if self.action_to_string(self.current_player(), word) == text]
        if not found:
            raise StateTrouble("Nobody may say '{text}' now.", text=text)
        return found[0]

    # Going on

    def apply_action(self, action: int) -> None:
        """Say a word, or tell what comes up; raises `StateTrouble` where that may not be, and nothing has changed."""
        if action not in self.legal_actions():
            raise StateTrouble("Nobody may say '{text}' now.", text=str(action))
        if self._limit:
            self._numbers = (*self._numbers, action)
        else:
            self._word = action
        self._history.append(action)
        self._go_on()

    def _go_on(self) -> None:
        """Try what waits; it goes through, or needs another number."""
        before = self._worth()
        try:
            self._position = self._tried()
        except Undecided as undecided:
            self._limit = undecided.limit
            self._rewards = [0.0] * self._game.players
            return
        self._word, self._numbers, self._limit = None, (), 0
        self._rewards = [now - then for now, then in zip(self._worth(), before, strict=True)]

    def _tried(self) -> Position:
        if self._position is None:
            game = DealtGame(self._game.title, self._game.settings, self._numbers)
            return opened(game, self._game.manners)
        assert self._word is not None
        assert isinstance(self._position.game, DealtGame)
        told = msgspec.structs.replace(self._position, game=self._position.game.told(self._numbers))
        return told.after(self._word)

    def _worth(self) -> list[float]:
        if self._position is None:
            return [0.0] * self._game.players
        return standing(self._game.reward, self._position.game)

    def clone(self) -> AgentState:
        twin = AgentState.__new__(AgentState)
        twin.__dict__.update(self.__dict__)
        twin._history = self._history.copy()
        return twin

    def child(self, action: int) -> AgentState:
        twin = self.clone()
        twin.apply_action(action)
        return twin

    def history(self) -> list[int]:
        """All words and numbers that led here."""
        return self._history.copy()

    # What came of it

    def returns(self) -> list[float]:
        """What the game was worth to each player; nothing before its end, unless gains are told as they come."""
        return self._worth()

    def rewards(self) -> list[float]:
        """What the last word brought."""
        return self._rewards.copy()

    # What a player knows

    def information_state_string(self, player: int | None = None) -> str:
        """All that a player knows: the table as they see it, every action so far, and what they have begun to say."""
        name = self._known_player(player)
        if self._position is None:
            return msgspec.json.encode({"player": name}).decode()
        game = self._position.game
        said = [self._game.lexicon.name(word) for word in self._position.words] if self._is_asked(name) else []
        facts = {"player": name, "view": view_for(game, name), "actions": game.actions, "said": said}
        return msgspec.json.encode(facts, order="sorted").decode()

    def observation_string(self, player: int | None = None) -> str:
        """The table as a player sees it."""
        name = self._known_player(player)
        view = view_for(self._position.game, name) if self._position is not None else None
        return msgspec.json.encode(view, order="sorted").decode()

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """The numbers that an agent sees in the environment: docs/agents.md."""
        if self._position is None:
            return [0.0] * len(self._game.sight)
        return self._game.sight.numbers(self._position, self._known_player(player))

    observation_tensor = information_state_tensor

    def _known_player(self, player: int | None) -> str:
        number = self.current_player() if player is None else player
        if not 0 <= number < self._game.players:
            raise StateTrouble("There is no player {number} to see anything.", number=number)
        return self._players[number]

    def _is_asked(self, player: str) -> bool:
        return self._position is not None and self._position.speaker == player

    def __str__(self) -> str:
        if self._position is None:
            return "dealing"
        game = self._position.game
        said = ", ".join(self._game.lexicon.name(word) for word in self._position.words)
        return f"{game.state.round}, action {game.state.number}, {self._position.speaker or game.state.over}: {said}"

    # On paper

    def serialize(self) -> str:
        """The whole state, hidden cards among it: `deserialize_state` of the same game reads it."""
        position = self._position
        written = _Written(VERSION, self._game, self._history, self._word, self._numbers)
        if position is not None:
            written.state = position.game.snapshot()
            written.actions = position.game.actions
            written.asked, written.words, written.given_up = position.asked, position.words, position.given_up
        return msgspec.json.encode(written).decode()


class _Written(msgspec.Struct):
    """A state on paper."""

    version: int
    game: AgentGame
    history: list[int]
    word: int | None
    numbers: tuple[int, ...]
    state: dict[str, Any] | None = None
    actions: list[Any] = []
    asked: tuple[str, ...] = ()
    words: tuple[int, ...] = ()
    given_up: bool = False


def _read(game: AgentGame, text: str) -> AgentState:
    try:
        written = msgspec.json.decode(text, type=_Written)
        is_ours = written.game == game and written.version == VERSION
        found = _restored(game, written) if is_ours else None
    except (msgspec.DecodeError, ActionTrouble, LookupError) as error:
        raise StateTrouble("This is not a state that was written here.") from error
    if found is None:
        raise StateTrouble("This state is one of another game, or of another version of the words.")
    return found


def _restored(game: AgentGame, written: _Written) -> AgentState:
    found = AgentState.__new__(AgentState)
    found._game, found._history, found._rewards = game, written.history, [0.0] * game.players
    found._word, found._numbers, found._limit = written.word, written.numbers, 0
    found._position = None
    if written.state is not None:
        actions = [read_action(game.title, msgspec.json.encode(action)) for action in written.actions]
        dealt = DealtGame.restore(game.title, game.settings, written.state, actions)
        found._position = taken_up(begun(dealt, game.manners, written.asked, written.given_up), written.words)
    if found._word is not None or found._position is None:
        found._go_on()
    return found
