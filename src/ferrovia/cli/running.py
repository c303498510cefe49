"""The command that works out the best runs of a corporation."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Any

import click

from ferrovia.cli.speaking import at_work_on, game_argument, json_option, opened, print_json
from ferrovia.cli.voice import OneSentence, say
from ferrovia.engine.board.routes import Route
from ferrovia.engine.flow.game import Game


@click.command()
@game_argument
@click.argument("corporation", metavar="CORP")
@json_option
def best_runs(game_file: Path, corporation: str, as_json: bool) -> None:
    """Work out the best runs of a corporation's trains, as the table stands.

    The answer is exact: no other routes of these trains pay more, which is what "proven" says. Routes that
    depend on dice are shown beside it, with what they earn on average.
    """
    game = opened(game_file).game
    if corporation not in game.state.certificates:
        names = ", ".join(game.state.certificates)
        raise OneSentence(
            "There is no corporation {corporation} in this game of {name}; it has {names}.",
            corporation=corporation,
            name=game.title.name,
            names=names,
        )
    with at_work_on(game_file):
        report = runs_report(game, corporation)
    if as_json:
        print_json(report)
    else:
        _print_report(report)


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
        "note": "" if runs.routes or chancy else _why_none(game, corporation),
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


def _why_none(game: Game, corporation: str) -> str:
    """What a corporation lacks that runs nothing."""
    if not game.title.corporations.is_open(game, corporation):
        return f"{corporation} is not in play."
    if not game.trains(corporation):
        return f"{corporation} has no train."
    if not game.state.stations[corporation]:
        return f"{corporation} has no station token on the map."
    return f"{corporation} has no route for its trains that pays."


def _print_report(report: dict[str, Any]) -> None:
    if report["note"]:
        click.echo(report["note"])
        return
    for route in report["routes"]:
        between = "-" if route["is_way"] else ", "
        click.echo(
            say(
                "{train:>5}  {revenue:5}  {hexes}",
                train=route["train"],
                revenue=route["revenue"],
                hexes=between.join(route["hexes"]),
            )
        )
        if route["counted"]:  # a train without limit counts nothing
            click.echo(
                say("              counts {length}: {counted}", length=route["length"], counted=route["counted"])
            )
    surely = "proven best" if report["proven"] else f"at most {report['bound']} is possible"
    click.echo(
        say(
            "Total  {revenue:5}  ({surely}, {TODO:.1f} ms)",
            revenue=report["revenue"],
            surely=surely,
            TODO=report["seconds"] * 1000,
        )
    )
    for route in report["by_chance"]:
        click.echo(
            say(
                "{train:>5}  {worth:5}  {hexes}  in {chance} of 100 cases: {expected:g} on average",
                train=route["train"],
                worth=route["worth"],
                hexes="-".join(route["hexes"]),
                chance=route["chance"],
                expected=route["expected"],
            )
        )
