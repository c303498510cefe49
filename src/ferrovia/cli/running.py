"""The command that works out the best runs of a corporation."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from ferrovia.cli.numbers import number
from ferrovia.cli.speaking import at_work_on, console, game_argument, hanging, json_option, opened, print_json
from ferrovia.cli.voice import OneSentence, say, voice
from ferrovia.engine.board.routes import Route
from ferrovia.engine.flow.game import Game
from ferrovia.saying.message import Message

if TYPE_CHECKING:
    from rich.console import Console


@click.command()
@game_argument
@click.argument("corporation", metavar="CORP")
@json_option
def best_runs(game_file: Path, corporation: str, as_json: bool) -> None:
    """Work out the best runs of a corporation's trains as the game stands.

    "Proven best" means that no other routes of these trains pay more. Routes that depend on dice are listed
    apart, with what they earn on average.
    """
    game = opened(game_file).game
    check_corporation(game, corporation)
    with at_work_on(game_file):
        report = runs_report(game, corporation)
    if as_json:
        print_json(report)
    else:
        print_runs(console(), report, game.title.currency)


def check_corporation(game: Game, name: str) -> None:
    if name not in game.state.certificates:
        raise OneSentence(
            "There is no corporation {name} in this game of {title}; there are {known:and}.",
            name=name,
            title=game.title.name,
            known=sorted(game.state.certificates),
        )


def runs_report(game: Game, corporation: str) -> dict[str, Any]:
    """The best runs as plain data."""
    begin = perf_counter()
    runs = game.title.runs.best(game, corporation)
    chancy = game.title.runs.chancy(game, corporation)
    seconds = perf_counter() - begin
    expected = [route.revenue * chance / 100 for route, chance in chancy]
    return {
        "corporation": corporation,
        "trains": game.trains(corporation),
        "routes": [_route(game, corporation, route) for route in runs.routes],
        "revenue": runs.revenue,
        "bound": runs.bound,
        "proven": runs.proven,
        "by_chance": [
            {"train": route.train, "hexes": route.hexes, "worth": route.revenue, "chance": chance, "expected": mean}
            for (route, chance), mean in zip(chancy, expected, strict=True)
        ],
        "expected_revenue": runs.revenue + sum(expected),
        "note": "" if runs.routes or chancy else say(_why_none(game, corporation)),
        "seconds": round(seconds, 6),
    }


def _route(game: Game, corporation: str, route: Route) -> dict[str, Any]:
    return {
        "train": route.train,
        "hexes": route.hexes,
        "stops": route.stops,
        "revenue": route.revenue,
        "length": route.length,
        "counted": say(game.title.runs.how_counted(game, corporation, route)),
        "is_way": bool(route.sides),  # otherwise these are places with no way between them
    }


def _why_none(game: Game, corporation: str) -> Message:
    """What a corporation lacks that runs nothing."""
    if not game.title.corporations.is_open(game, corporation):
        return Message("{corporation} is not in play.", corporation=corporation)
    if not game.trains(corporation):
        return Message("{corporation} has no train.", corporation=corporation)
    if not game.state.stations[corporation]:
        return Message("{corporation} has no station token on the map.", corporation=corporation)
    return Message("{corporation} has no route that pays.", corporation=corporation)


def print_runs(out: Console, report: dict[str, Any], currency: str) -> None:
    """The routes with what they earn and how they are counted, and their sum."""
    if report["note"]:
        out.print(report["note"])
        return
    put = partial(_print_line, out, max((len(route["train"]) for route in report["routes"]), default=0))
    for route in report["routes"]:
        between = "-" if route["is_way"] else ", "
        put(route["train"], currency.format(route["revenue"]), between.join(route["hexes"]))
        if route["counted"]:  # a train without limit counts nothing
            words = say("counts {length}: {counted}", length=route["length"], counted=route["counted"])
            put("", "", words)
    milliseconds = number(report["seconds"] * 1000, ".1f")
    if report["proven"]:
        surely = say("proven best, in {milliseconds} ms", milliseconds=milliseconds)
    else:
        surely = voice().with_money(currency)(_at_most(report["bound"], milliseconds))
    put(say("Total"), currency.format(report["revenue"]), f"({surely})")
    for route in report["by_chance"]:
        words = say(
            "{hexes}, {chance}% of the time: {expected} on average",
            hexes="-".join(route["hexes"]),
            chance=route["chance"],
            expected=currency.format(number(route["expected"], "g")),
        )
        put(route["train"], currency.format(route["worth"]), words)


def _at_most(bound: int, milliseconds: str) -> Message:
    return Message("at most {bound:money} is possible; {milliseconds} ms", bound=bound, milliseconds=milliseconds)


def _print_line(out: Console, widest: int, train: str, revenue: str, words: str) -> None:
    hanging(out, f"{train:>{max(6, widest)}}  {revenue:>7}  ", words)
