"""The page that `analyse` writes: charts of a game, and the boards of what could have been done better."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from ferrovia.bots.analysis import Analysis, Costly, Missed
from ferrovia.cli.voice import say, voice
from ferrovia.drawing.charts import Series, chart, charts
from ferrovia.drawing.edition import Edition, edition_of
from ferrovia.drawing.export import standalone
from ferrovia.drawing.history import history
from ferrovia.drawing.palette import LIGHT, route_ink, seen_on
from ferrovia.drawing.pictures import Subject, drawn
from ferrovia.drawing.pieces import Piece, headed, picture, stacked
from ferrovia.formats.positions import positions
from ferrovia.formats.save import Record
from ferrovia.titles.registry import title_of

BOARDS = 12  # of decisions about the map: each is a picture of its own
_STYLE = """
body { font: 16px/1.5 "Source Sans Pro", "Source Sans 3", sans-serif; color: #1e2420; background: #f4f0e6;
  max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2 { font-weight: 600; line-height: 1.2; }
img { max-width: 100%; height: auto; }
li { margin: 0 0 1.25rem; }
.where { color: #5c635d; }
.cost { font-variant-numeric: tabular-nums; font-weight: 600; }
"""


def page(record: Record, found: Analysis) -> str:
    """One file that needs no other."""
    game_title = title_of(record.settings)
    edition = edition_of(game_title, voice().language)
    heading = say("{title}: how the game went", title=edition.full_name)
    boards = _boards(record, edition, [*found.costly, *_by_revenue(found.missed, "track")])
    parts = [
        f"<h1>{escape(heading)}</h1>",
        _image(picture(_charts(record, found, edition), LIGHT, heading), heading),
        *_section(say("The most costly decisions"), found.costly, edition, boards),
        *_section(say("Track that could have earned more"), _by_revenue(found.missed, "track"), edition, boards),
        *_section(say("Runs that left revenue lying"), _by_revenue(found.missed, "run"), edition, boards),
    ]
    return (
        f'<!doctype html>\n<html lang="{voice().language}">\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{escape(heading)}</title>\n'
        f"<style>{_STYLE}</style>\n<main>\n" + "\n".join(parts) + "\n</main>\n</html>\n"
    )


def _charts(record: Record, found: Analysis, edition: Edition) -> Piece:
    rounds = [edition.round(each.round) for each in found.standings]
    players = list(dict.fromkeys(player for each in found.standings for player in each.worth))
    promised = [
        Series(
            player,
            tuple(each.expected.get(player) for each in found.standings),
            seen_on(route_ink(place).colour, LIGHT.panel, LIGHT.ink),
            route_ink(place).dashes,
        )
        for place, player in enumerate(players)
    ]
    expected = headed(say("What players could expect by the end"), chart(rounds, promised, edition, LIGHT), LIGHT)
    return stacked([charts(edition, history(record), LIGHT), expected], 7)


def _by_revenue(missed: Sequence[Missed], kind: str) -> list[Missed]:
    return sorted((each for each in missed if each.kind == kind), key=lambda each: -each.revenue)[:BOARDS]


def _boards(record: Record, edition: Edition, told: Sequence[Costly | Missed]) -> Mapping[int, str]:
    """The map before each of the first decisions for a corporation, by the number of the action."""
    wanted = {each.number for each in [each for each in told if each.corporation][:BOARDS]}
    return {
        number: drawn("board", Subject(edition, LIGHT, game))
        for number, (game, _) in enumerate(positions(record), 1)
        if number in wanted
    }


def _section(
    heading: str, told: Sequence[Costly | Missed], edition: Edition, boards: Mapping[int, str]
) -> Iterator[str]:
    if not told:
        return
    yield f"<h2>{escape(heading)}</h2>\n<ol>"
    for each in told:
        where = say("Action {number}, {round}", number=each.number, round=edition.round(each.round))
        yield f'<li><span class="where">{escape(where)}</span><br>{escape(say(each))}'
        if each.number in boards:
            yield _image(boards[each.number], where)
        yield "</li>"
    yield "</ol>"


def _image(svg: str, words: str) -> str:
    data = b64encode(standalone(svg)).decode()
    return f'<img src="data:image/svg+xml;base64,{data}" alt="{escape(words)}">'
