"""The games of a simulation, and how one of them is played.

Every game has a seed of its own, drawn from the seed of the whole and its number, so the results do not
depend on how the games are shared out. Any one of them can be played again by itself: `Result.command`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from time import perf_counter, thread_time

import msgspec

from ferrovia import __version__
from ferrovia.bots.bot import Bot, chosen
from ferrovia.bots.chronicle import Chronicle
from ferrovia.bots.play import bot_game, play_out, seat_names
from ferrovia.bots.results import Result, Thinking
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.events import Event
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.view import winners
from ferrovia.titles.registry import title


class Match(msgspec.Struct, frozen=True):
    """One game that is to be played."""

    index: int
    title: str
    seed: str
    bots: tuple[str, ...]
    options: tuple[str, ...] = ()
    series: str = ""  # the seed of the whole simulation
    revision: int = 1  # of the title's data

    @property
    def command(self) -> str:
        """What plays this very game again."""
        options = "".join(f" --option {option}" for option in self.options)
        return f"ferrovia play {self.title} --seats {','.join(self.bots)} --seed {self.seed}{options}"


def set_ups(name: str, options: Sequence[str] = ()) -> list[tuple[int, tuple[str, ...]]]:
    """The sizes in which a title can be played: numbers of players, and options that change the corporations."""
    found: dict[tuple[int, int], tuple[str, ...]] = {}
    for players in title(name).player_counts:
        for extra in ((), *((option,) for option in title(name).options if option not in options)):
            chosen = (*options, *extra)
            settings = Settings(title=name, players=seat_names(["bot"] * players), seed="0", options=chosen)
            try:
                game = Game(title(name), settings)
            except Refusal:
                continue
            found.setdefault((players, len(game.state.certificates)), chosen)
    return [(players, chosen) for (players, _), chosen in found.items()]


def matches(
    name: str,
    count: int,
    seed: str,
    bots: Sequence[str] = ("random",),
    players: int | None = None,
    options: Sequence[str] = (),
    rotate: bool = False,
) -> list[Match]:
    """The games of a simulation. The bots take turns at the places; so do the sizes, if no number is given.

    With `rotate` a game is dealt once for each of these turns: every player has every seat and the same luck.
    """
    sizes = [(players, tuple(options))] if players is not None else set_ups(name, options)
    if not sizes:
        raise Refusal("options", "No number of players fits these options.")
    plan, revision = [], title(name).revision
    for index in range(count):
        turn, size = divmod(index, len(sizes))
        seats, chosen_options = sizes[size]
        kinds = tuple(bots[(place + turn) % len(bots)] for place in range(seats))
        deal = turn // len(bots) * len(sizes) + size if rotate else index
        plan.append(Match(index, name, game_seed(seed, deal), kinds, chosen_options, seed, revision))
    return plan


def game_seed(seed: str, index: int) -> str:
    return hashlib.sha256(f"{seed}/game {index}".encode()).hexdigest()[:32]


def blank(match: Match) -> Result:
    """The result of a game of which nothing is known yet."""
    return Result(
        match.index,
        match.title,
        match.series,
        match.seed,
        __version__,
        len(match.bots),
        match.options,
        dict(zip(seat_names(match.bots), match.bots, strict=True)),
        command=match.command,
        revision=match.revision,
    )


def play_match(match: Match, is_stopped: Callable[[], bool] = lambda: False) -> Result:
    """Play one game; an error becomes part of the result. It is left in the middle where nobody waits for it."""
    result = blank(match)
    begun = perf_counter()
    try:
        game, bots = bot_game(match.title, match.bots, match.seed, match.options)
        result.seats = game.state.seats
        result.thinking = {kind: Thinking() for kind in dict.fromkeys(match.bots)}
        chronicle = Chronicle(game)

        def told(game: Game, events: list[Event]) -> None:
            result.actions = len(game.actions)
            chronicle.hear(game, events)
            if is_stopped():
                raise KeyboardInterrupt

        def choose(game: Game, bots: Mapping[str, Bot]) -> Action:
            kind = result.bots[game.decision.player]
            since = thread_time()
            action = chosen(game, bots)
            result.thinking[kind].add(thread_time() - since)
            return action

        try:
            play_out(game, bots, told, choose)
            _score(game, result)
        finally:
            _remember(chronicle, game, result)
    except Exception as error:
        # Whatever it is, it must not stop the other games: it is reported with the seed that shows it again.
        result.error = f"{type(error).__name__}: {error}"
    result.seconds = round(perf_counter() - begun, 4)
    return result


def _score(game: Game, result: Result) -> None:
    result.winners = winners(game)
    result.winner = result.winners[0] if len(result.winners) == 1 else None
    result.scores = {player: game.title.calendar.worth(game, player) for player in game.settings.players}
    result.end_reason = game.state.over
    result.end_clause = game.state.ended_by


def _remember(chronicle: Chronicle, game: Game, result: Result) -> None:
    result.phase = game.state.phase
    result.rounds = chronicle.rounds
    result.operating_rounds = chronicle.operating_rounds
    result.phases = chronicle.phases
    result.floats = chronicle.floats
    result.sold_out = chronicle.sold_out
    result.revenue = chronicle.revenue
    result.happenings = chronicle.happenings
