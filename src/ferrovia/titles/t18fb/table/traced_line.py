"""A line that somebody traces: from a token over towns to a city, hex by hex or typed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.board.routes import Route
from ferrovia.engine.flow.actions import Decline
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.table.page.choosing import chosen, with_effects
from ferrovia.table.page.control import Chosen, Control, ControlMarks, Effect
from ferrovia.table.page.forks import at_once
from ferrovia.table.page.passing import passing
from ferrovia.table.page.reasons import Why, why_not
from ferrovia.table.page.routes import Shown
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import HexMark, hex_mark
from ferrovia.table.page.tracing import Trail, cut, is_way, onward, read_trail, shorter, written
from ferrovia.titles.t18fb.actions import BuildLine
from ferrovia.titles.t18fb.building import line_of
from ferrovia.titles.t18fb.lines import TokenLine, borders_of

LINE = "line"  # in an address: the hexes that are traced
UNBEGUN = "-"  # none yet
WITH = "with"  # the card with which it is built, where there is a choice


def is_tracing(scene: Scene) -> bool:
    return bool(scene.pick.get(LINE)) or is_way(scene, scene.pick.get("words", ""))


@dataclass(frozen=True)
class TracedLineParts:
    """A line as far as it is traced."""

    trail: str
    line: TokenLine | None
    refused: Why | None
    cards: list[tuple[str, bool]]  # with which it may be built, and whether it is
    back: str
    clear: str


def traced_line(scene: Scene, cards: Iterable[str]) -> Control[TracedLineParts]:
    """The control, where a line is traced; `cards` are those with which lines are built now, and "" for none."""
    game, corporation = scene.game, scene.game.top.corporation_of(scene.game)
    words = scene.pick.get("words", "")
    trail = read_trail(scene, words if is_way(scene, words) else scene.pick.get(LINE, "").strip(UNBEGUN))
    lines = [BuildLine(trail, card) for card in sorted({"", *cards})]
    legal = [line for line in lines if trail and game.why_not(line, by=scene.viewer) is None]
    action = next((line for line in legal if line.card == scene.pick.get(WITH, "")), legal[0] if legal else None)
    found = line_of(game, corporation, trail) if trail else None
    further = onward(game.layout, game.layout.segments, trail)
    if isinstance(found, TokenLine):  # it has come to a city: it can only cross to the other half of the same
        further = {
            hex_id: way for hex_id, way in further.items() if isinstance(line_of(game, corporation, way), TokenLine)
        }
    return Control(
        template="t18fb/traced_line.html",
        question=scene.say("Build a line for {corporation}", corporation=corporation),
        chosen=line_chosen(scene, action, found) if action is not None and isinstance(found, TokenLine) else None,
        passing=no_line(scene),
        parts=TracedLineParts(
            trail=written(trail),
            line=found if isinstance(found, TokenLine) else None,
            refused=why_not(scene, lines[0])
            if trail and not legal and not _is_under_way(scene, corporation, trail, further)
            else None,
            cards=[(line.card, line is action) for line in legal] if len(legal) > 1 else [],
            back=_traced(scene, shorter(game.layout, trail)),
            clear=scene.picked(only=True, **{LINE: UNBEGUN}),
        ),
        marks=ControlMarks(
            hexes=_marks(scene, corporation, trail, further),
            runs=line_shown(corporation, found) if isinstance(found, TokenLine) else None,
            labels=[scene.say("{cost:money}", cost=found.cost)] if isinstance(found, TokenLine) else [],
        ),
    )


def _starts(scene: Scene, corporation: str) -> list[str]:
    """The hexes with tokens from which lines begin."""
    return list(dict.fromkeys(hex_of(stop) for stop in scene.title.tokens.route_starts(scene.game, corporation)))


def _is_under_way(scene: Scene, corporation: str, trail: Trail, further: dict[str, Trail]) -> bool:
    """Whether a trail has only begun, or come to a town from which it goes on: there is nothing to refuse yet."""
    layout = scene.game.layout
    if not further or trail[0] not in _starts(scene, corporation):
        return False
    return len(trail) == 1 or all(stop.kind == "town" for stop in layout.face(trail[-1]).stops)


def line_shown(corporation: str, line: TokenLine) -> Shown:
    """A line as the map draws a run."""
    route = Route("", line.hexes, line.stops, line.cost, len(line.hexes), line.sides)
    return Shown(corporation, (route,), (), 0)


def line_marks(scene: Scene, action: BuildLine) -> ControlMarks:
    """A line that was named beforehand: its end lit, its way drawn, its price beside it."""
    corporation = scene.game.top.corporation_of(scene.game)
    line = line_of(scene.game, corporation, action.route)
    if not isinstance(line, TokenLine):
        return ControlMarks()
    return ControlMarks(
        hexes=[hex_mark(scene, action.route[-1], scene.picked(), is_chosen=True)],
        runs=line_shown(corporation, line),
        labels=[scene.say("{cost:money}", cost=line.cost)],
    )


def _marks(scene: Scene, corporation: str, trail: Trail, further: dict[str, Trail]) -> list[HexMark]:
    """The hexes that carry the line on, a city with its price; those of the line itself shorten it."""
    game = scene.game
    if not trail:
        return [hex_mark(scene, hex_id, _traced(scene, (hex_id,))) for hex_id in _starts(scene, corporation)]
    found: dict[str, HexMark] = {}
    for hex_id in dict.fromkeys(hex_id for hex_id in trail if hex_id in game.layout.board.hexes):
        found[hex_id] = hex_mark(scene, hex_id, _traced(scene, cut(game.layout, trail, hex_id)), is_chosen=True)
    for hex_id, longer in further.items():
        line = line_of(game, corporation, longer)
        if hex_id in found and isinstance(line, Refusal):
            continue
        tag = scene.say("{cost:money}", cost=line.cost) if isinstance(line, TokenLine) else ""
        found[hex_id] = hex_mark(scene, hex_id, _traced(scene, longer), is_chosen=hex_id in found, tag=tag)
    return list(found.values())


def _traced(scene: Scene, trail: Trail) -> str:
    return scene.picked(only=True, **{LINE: written(trail) or UNBEGUN})


# For the footer


def no_line(scene: Scene) -> Chosen | None:
    """The way to build none: declining where a card is offered for it."""
    declining = next((choice for choice in scene.choices if isinstance(choice, Decline)), None)
    return chosen(scene, declining) if declining is not None else passing(scene)


def line_chosen(scene: Scene, action: BuildLine, line: TokenLine) -> Chosen:
    """The line that is pointed at: tokens and markers besides the money, and what its price is made of."""
    game, corporation = scene.game, scene.game.top.corporation_of(scene.game)
    made = chosen(scene, action, scene.say("Build for {cost:money}", cost=line.cost))
    then = at_once(scene, action)
    if then is None:
        return made
    left, now = game.state.tokens[corporation], then.state.tokens[corporation]
    held, got = (int(each.state.own.markers.get(corporation, 0)) for each in (game, then))
    costs = sorted((border.cost for border in borders_of(line.sides)), reverse=True)
    more = [Effect(scene.say("Borders crossed"), after=" + ".join(map(str, costs)))] if len(costs) > 1 else []
    more += [Effect(scene.say("Tokens left"), str(left), str(now), now - left)]
    if got != held:
        markers = scene.say("Town markers of {corporation}", corporation=corporation)
        more.append(Effect(markers, str(held), str(got), got - held))
    return with_effects(made, *more)
