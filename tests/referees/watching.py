"""Games under a referee's eye: played by computer players, judged action by action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context

import msgspec

from ferrovia.bots.play import bot_game
from ferrovia.bots.simulation import game_seed, set_ups
from ferrovia.engine.flow.game import Game
from tests.referees.books import Fault
from tests.referees.referee import Moment, Referee
from tests.referees.t18fb.referee import Referee18FB
from tests.referees.t1849.referee import Referee1849
from tests.referees.t1883.referee import Referee1883

REFEREES: dict[str, type[Referee]] = {"1849": Referee1849, "1883": Referee1883, "18FB": Referee18FB}

# Options that change the rules besides the sizes of a title: the games of a set take turns at them.
VARIANTS: dict[str, tuple[tuple[str, ...], ...]] = {
    "1849": ((), (), ("bonds",), ("buy_station_tokens",), ("buy_station_tokens", "bonds", "electric_dreams")),
    "1883": ((), (), ("mandatory_merging",), ("strengthen_the_weak", "bombs_away")),
    "18FB": ((),),
}


class Judged(msgspec.Struct):
    """What a referee has to say of one game."""

    title: str
    seed: str
    players: int
    options: tuple[str, ...]
    actions: int = 0
    faults: list[tuple[int, str, str, str]] = []  # action number, the action, clause, sentence
    error: str = ""
    judged: dict[str, int] = {}
    bot: str = "sensible"

    @property
    def report(self) -> str:
        """The first fault, so that it can be seen again."""
        where = f"{self.title}, seed {self.seed}, {self.players} {self.bot} players, options {list(self.options)}"
        if self.error:
            return f"{where}: after action {self.actions}: {self.error}"
        if not self.faults:
            return f"{where}: nothing to object to."
        number, action, clause, sentence = self.faults[0]
        return f"{where}: action {number} ({action}): {clause}: {sentence}"


def referee_for(game: Game) -> Referee:
    referee = REFEREES[game.title.name](game.title, game.settings)
    referee.begin(game.state.copy())
    return referee


def watch(
    game: Game,
    choose: Callable[[Game], object],
    referee: Referee,
    most: int = 100_000,
    tampered: Callable[[Moment], None] = lambda moment: None,
) -> Iterator[tuple[Moment, list[Fault]]]:
    """Every moment of a game with what its referee objects to; `tampered` may change what the referee is shown."""
    for _ in range(most):
        if game.over:
            return
        before = game.state.copy()
        frame = game.top
        player, step, corporation = frame.decider(game), frame.step(game), frame.corporation_of(game)
        action = choose(game)
        events = game.apply(action)  # type: ignore[arg-type]
        number = len(game.actions)
        moment = Moment(number, player, step, corporation, before, action, game.state.copy(), tuple(events))  # type: ignore[arg-type]
        tampered(moment)
        yield moment, referee.see(moment)


def judge_game(
    name: str, seed: str, players: int, options: Sequence[str] = (), bot: str = "sensible", most_faults: int = 1
) -> Judged:
    """One game between computer players of one kind."""
    judged = Judged(name, seed, players, tuple(options), bot=bot)
    faults: list[tuple[int, str, str, str]] = []
    game, bots = bot_game(name, [bot] * players, seed, options)
    referee = referee_for(game)
    try:
        for moment, found in watch(game, lambda game: bots[game.top.decider(game)].choose(game), referee):
            judged.actions = moment.number
            faults += [(moment.number, str(moment.action), fault.clause, fault.sentence) for fault in found]
            if len(faults) >= most_faults:
                break
        else:
            scores = {player: game.title.calendar.worth(game, player) for player in game.settings.players}
            found = referee.score(scores)
            faults += [(judged.actions, "the end", fault.clause, fault.sentence) for fault in found]
    except Exception as error:
        # Whatever it is, it must not stop the other games: it is reported with the seed that shows it again.
        judged.error = f"{type(error).__name__}: {error}"
        judged.actions = len(game.actions)
    judged.faults = faults
    judged.judged = dict(referee.judged)
    return judged


def plan(name: str, count: int, seed: str) -> list[tuple[str, str, int, tuple[str, ...]]]:
    """So many games, with all numbers of players and the variants in turn."""
    sizes = set_ups(name)
    games = []
    for index in range(count):
        players, options = sizes[index % len(sizes)]
        variant = VARIANTS[name][index // len(sizes) % len(VARIANTS[name])]
        games.append((name, game_seed(seed, index), players, (*options, *variant)))
    return games


def _judge(match: tuple[str, str, int, tuple[str, ...]], bot: str) -> Judged:
    return judge_game(*match, bot=bot)


def judge_games(name: str, count: int, seed: str, bot: str = "sensible", jobs: int = 2) -> Iterator[Judged]:
    """The games of a plan in their order, on several cores."""
    games = plan(name, count, seed)
    if jobs == 1:
        yield from map(_judge, games, repeat(bot))
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(_judge, games, repeat(bot), chunksize=4)


def summed(judged: Sequence[Judged]) -> Counter[str]:
    total: Counter[str] = Counter()
    for one in judged:
        total.update(one.judged)
    return total
