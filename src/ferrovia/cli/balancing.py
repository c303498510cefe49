"""The command that judges the balance of a title: balance."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ferrovia.bots.balance import Goal, Subject, Verdict, goals
from ferrovia.bots.registry import bot_names
from ferrovia.bots.summary import plain
from ferrovia.cli.games import StartsGames, force_option
from ferrovia.cli.numbers import number
from ferrovia.cli.simulations import MOST_GAMES, Wish, played, takes_a_wish, tell_broken_off
from ferrovia.cli.speaking import Failed, console, print_json, refuse_to_overwrite, table, told_in_a_sentence
from ferrovia.cli.totals import between, percent
from ferrovia.cli.voice import OneSentence, say, voice
from ferrovia.formats.files import write_whole
from ferrovia.saying.message import term
from ferrovia.titles.registry import title

# The best player that plays a game in seconds.
BOT = next(name for name in ("keen", "sensible") if name in bot_names())
PLAYERS = 3

# To pass is also what players do in a stock round: people read another word.
VERDICTS = {Verdict.PASS: term("passed"), Verdict.FAIL: term("failed"), Verdict.UNDECIDED: term("undecided")}


@click.command(cls=StartsGames)
@click.argument("name", metavar="TITLE")
@click.option(
    "--games", type=click.IntRange(1, MOST_GAMES), metavar="N", default=100, show_default=True, help="How many games."
)
@click.option(
    "--players", type=int, metavar="P", default=PLAYERS, show_default=True, help="How many players are in each game."
)
@click.option(
    "--bot",
    "bots",
    default=BOT,
    show_default=True,
    metavar="NAME[,NAME...]",
    help="The computer players, in turn, who change places from game to game.",
)
@click.option(
    "--chart",
    metavar="FILE.svg",
    type=click.Path(path_type=Path),
    help="Draw what was measured against its limits; of the mechanisms those that have not passed.",
)
@force_option
@takes_a_wish
def balance(
    name: str,
    games: int,
    players: int,
    bots: str,
    chart: Path | None,
    force: bool,
    seed: str | None,
    options: tuple[str, ...],
    rotate: bool,
    jobs: int | None,
    cluster: str | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Judge how well a title is balanced, by games of computer players.

    Every phase shall be reached in over 90 % of the games, which have 12 to 20 operating rounds at the median; no seat
    wins more than 1.3 times its share; every corporation floats in over half of the games; every mechanism is seen in
    at least 1 of 50. A goal passes or fails where all of its interval lies on one side of the limit, and is undecided
    where more games are needed. The games are those of `ferrovia simulate` with the same options, and --out takes them
    from its file. The exit code is 1 if a goal fails.
    """
    if chart is not None:
        if chart.suffix.lower() != ".svg":
            raise OneSentence("{name} is to be a chart: its name must end in .svg.", name=chart.name)
        refuse_to_overwrite(chart, force)
    wish = Wish(name, games, bots, players, seed, options, rotate, jobs, cluster, out)
    results = played(wish, quiet=as_json)
    found = goals(title(name), results)
    heading = say("{games} {games:game|games} of {title} by {bots}.", games=len(results), title=name, bots=bots)
    counts = {verdict: sum(goal.verdict is verdict for goal in found) for verdict in Verdict}
    if as_json:
        shown = {"title": name, "players": players, "bots": bots, "games": len(results)}
        print_json({**shown, "goals": [_plain(goal) for goal in found], "verdicts": counts})
    else:
        click.echo(heading)
        _print_goals(found)
    tell_broken_off(results)
    if chart is not None:
        from ferrovia.cli.balance_chart import drawn  # only here: most who ask for goals draw nothing

        with told_in_a_sentence():
            write_whole(chart, drawn(heading, found))
    if counts[Verdict.FAIL]:
        raise Failed(
            "{failed} of {goals} {goals:goal|goals} {failed:fails|fail}, {undecided} {undecided:is|are} undecided.",
            failed=counts[Verdict.FAIL],
            goals=len(found),
            undecided=counts[Verdict.UNDECIDED],
        )


def _plain(goal: Goal) -> dict[str, Any]:
    """A goal for scripts, by keys and words that stay."""
    return {
        "subject": goal.subject.name.lower(),
        "name": goal.name,
        "least": goal.least,
        "most": goal.most,
        "found": plain(goal.found),
        "verdict": goal.verdict.value,
    }


def _print_goals(found: list[Goal]) -> None:
    out = console()
    numbers = say("goal"), say("measured")
    for subject in Subject:
        about = [goal for goal in found if goal.subject is subject]
        if not about:
            continue
        made = table(voice().term(subject), *numbers, say("verdict"), numbers=numbers)
        for goal in about:
            shown = between if subject is Subject.ROUNDS else percent
            made.add_row(named(goal), _asked(goal), shown(plain(goal.found)), voice().term(VERDICTS[goal.verdict]))
        out.print()
        out.print(made)


def named(goal: Goal) -> str:
    return voice().term(goal.name) if goal.subject is Subject.MECHANISM else goal.name


def _asked(goal: Goal) -> str:
    if goal.subject is Subject.ROUNDS:
        return f"{goal.least}-{goal.most}"
    if goal.least is None:
        return "≤ " + number(100 * (goal.most or 0), ".0f") + " %"
    sign = "≥" if goal.subject is Subject.MECHANISM else ">"
    return f"{sign} {number(100 * goal.least, '.0f')} %"
