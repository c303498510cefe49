"""The totals of a simulation for people: tables of what was measured, with intervals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ferrovia.cli.numbers import number
from ferrovia.cli.speaking import console, table
from ferrovia.cli.voice import say, voice
from ferrovia.titles.registry import title

if TYPE_CHECKING:
    from rich.table import Table


def print_totals(name: str, summary: dict[str, Any]) -> None:
    out = console()
    out.print(
        say(
            "{games} {games:game|games} of {title} in {seconds} s ({pace} per second), {failed} stopped.",
            games=summary["games"],
            title=name,
            seconds=number(summary["seconds"], ".1f"),
            pace=number(summary["games_per_second"] or 0),
            failed=summary["failed"],
        )
    )
    if "actions" not in summary:
        return
    actions, times = summary["actions_per_game"], summary["seconds_per_game"]
    out.print(
        say(
            "Actions per game: {actions} at the median, {least} to {most}. Rounds: {rounds} at the median. "
            "Time: {seconds} s at the median, {worst} s at worst.",
            actions=number(actions["median"], "g"),
            least=actions["least"],
            most=actions["most"],
            rounds=number(summary["rounds_per_game"]["median"], "g"),
            seconds=number(times["median"], ".3f"),
            worst=number(times["worst"], ".3f"),
        )
    )
    out.print(
        say(
            "Operating rounds: {rounds} at the median. In brackets: where the truth lies 95 times in 100.",
            rounds=between(summary["operating_rounds"]),
        )
    )
    for part in _parts(summary, title(name).currency):
        out.print()
        out.print(part)
    never = [voice().term(happening) for happening, often in summary["happenings"].items() if not often]
    if never:
        out.print()
        out.print(say("Never: {never}.", never=never))


def _parts(summary: dict[str, Any], currency: str) -> Iterator[Table]:
    yield _by_bot(summary["by_bot"], currency)
    for players, seats in summary["by_seat"].items():
        yield _by_seat(say("seat of {players}", players=players), seats, currency)
    yield _ends(summary)
    yield _came(say("phase"), say("reached"), summary["phases"])
    yield _came(say("train"), say("sold out"), summary["sold_out"])
    yield _came(say("corporation"), say("floated"), summary["floats"])
    yield _revenue(summary["revenue"], currency)
    yield _happenings(summary)


def percent(estimate: dict[str, Any]) -> str:
    """A share with its interval: 87 % (78-93)."""
    value, low, high = (
        None if part is None else number(100 * part, ".0f")
        for part in (estimate["value"], estimate["low"], estimate["high"])
    )
    return f"{value} %" if low is None else f"{value} % ({low}-{high})"


def between(estimate: dict[str, Any], currency: str = "{}") -> str:
    """A median or a mean with its interval."""
    value, low, high = (
        None if part is None else number(round(part, 1), "g")
        for part in (estimate["value"], estimate["low"], estimate["high"])
    )
    shown = currency.format(value)
    return shown if low is None else f"{shown} ({low}-{high})"


def _by_bot(bots: dict[str, Any], currency: str) -> Table:
    numbers = say("seats"), say("wins"), say("won a seat"), say("average worth"), say("ms a decision"), say("at worst")
    made = table(say("player"), *numbers, numbers=numbers)
    for kind, figures in bots.items():
        made.add_row(
            kind,
            str(figures["seats"]),
            str(figures["wins"]),
            percent(figures["win_share"]),
            currency.format(round(figures["mean_score"])),
            number(figures["ms_per_decision"]["mean"], ".2f"),
            number(figures["ms_per_decision"]["worst"], ".0f"),
        )
    return made


def _by_seat(what: str, seats: list[dict[str, Any]], currency: str) -> Table:
    numbers = say("games"), say("won"), say("average worth")
    made = table(what, *numbers, numbers=numbers)
    for seat in seats:
        worth = currency.format(round(seat["score"]["value"]))
        made.add_row(str(seat["seat"]), str(seat["games"]), percent(seat["win_share"]), worth)
    return made


def _ends(summary: dict[str, Any]) -> Table:
    numbers = say("games"), say("share")
    made = table(say("ended by"), *numbers, numbers=numbers)
    for clause, often in summary["by_end_clause"].items():
        made.add_row(clause, str(often), percent(summary["end_shares"][clause]))
    return made


def _came(what: str, how: str, came: dict[str, Any]) -> Table:
    numbers = how, say("operating round")
    made = table(what, *numbers, numbers=numbers)
    for name, figures in came.items():
        made.add_row(name, percent(figures["share"]), between(figures["round"]) if figures["share"]["value"] else "")
    return made


def _revenue(rounds: list[dict[str, Any]], currency: str) -> Table:
    numbers = say("games"), say("revenue of all")
    made = table(say("operating round"), *numbers, numbers=numbers)
    for each in rounds:
        mean = {part: value if value is None else round(value) for part, value in each["revenue"].items()}
        made.add_row(str(each["round"]), str(each["games"]), between(mean, currency))
    return made


def _happenings(summary: dict[str, Any]) -> Table:
    numbers = say("times"), say("in games")
    made = table(say("what happened"), *numbers, numbers=numbers)
    for happening, often in summary["happenings"].items():
        if often:
            made.add_row(voice().term(happening), str(often), percent(summary["seen"].get(happening, _UNSEEN)))
    return made


_UNSEEN = {"value": 0.0, "low": None, "high": None}
