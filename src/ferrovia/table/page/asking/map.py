"""Cards of the map: a hex, and a tile, by itself or on a hex."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.drawing.palette import THEMES
from ferrovia.drawing.stage import lone_tile
from ferrovia.drawing.wording import Words
from ferrovia.engine.board.laying import options
from ferrovia.engine.flow.actions import LayTile, PlaceToken
from ferrovia.engine.flow.facts.map import HexFacts, StopFacts, TileFacts, hex_facts, tile_facts
from ferrovia.engine.flow.remedies.telling import most_telling
from ferrovia.formats.hexes import hex_words
from ferrovia.saying.names import in_order
from ferrovia.table.page.asking.card import (
    AskCard,
    Fact,
    Verdict,
    ask_link,
    asker,
    verdict,
    verdicts,
)
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition

_SIXTHS = range(6)


def hex_card(scene: Scene, hex_id: str) -> AskCard | None:
    if hex_id not in scene.title.box.board.hexes:
        return None
    facts, say = hex_facts(scene.game, hex_id, asker(scene)), scene.say
    return AskCard(
        say("Hex"),
        scene.place(hex_id),
        facts=tuple(_of_hex(scene, facts)),
        told=tuple(scene.face.told_of_hex(scene, hex_id)),
        verdicts=verdicts(
            verdict(scene, LayTile.deed, _one_a_tile(facts), facts.no_lay),
            _others(scene, facts),
            verdict(scene, PlaceToken.deed, facts.tokens, facts.no_token),
        ),
        whose=facts.corporation or scene.decider,
        words=(ask_link(scene, say("Track, tile"), "word", "track"), ask_link(scene, say("Token"), "word", "token")),
        hex=hex_id,
    )


def _of_hex(scene: Scene, facts: HexFacts) -> Iterator[Fact]:
    say, words = scene.say, hex_words(scene.game, facts.hex)
    hex, lies = scene.title.box.board.hexes[facts.hex], say(words.lies)
    ground = [Words(edition(scene).voice)(hex.terrain)] if hex.terrain != "plain" else []
    told = say("{told}", told=[lies, *ground, *(say(note) for note in words.notes)])
    links = (ask_link(scene, say("Tile {tile}", tile=facts.tile), "tile", facts.tile, facts.hex),) if facts.tile else ()
    yield Fact(say("There"), told, links)
    for number, stop in enumerate(facts.stops):
        yield Fact(say("Stop"), _of_stop(scene, stop, say(words.stops[number])))
    if words.ways:
        yield Fact(
            say("Track leads to"), links=tuple(ask_link(scene, scene.place(way), "hex", way) for way in words.ways)
        )
    if facts.reached_by:
        yield Fact(
            say("Reached by"), links=tuple(ask_link(scene, name, "corporation", name) for name in facts.reached_by)
        )


def _of_stop(scene: Scene, stop: StopFacts, told: str) -> str:
    """A stop in words, with what it earns in other phases and for whom a space is kept."""
    say, parts = scene.say, [told]
    values = list(dict.fromkeys(value for _, value in stop.values))
    if len(values) > 1:
        first = {value: phase for phase, value in reversed(stop.values)}
        parts.append(
            say(
                "{worth:;}",
                worth=[say("{value} from phase {phase} on", value=each, phase=first[each]) for each in values],
            )
        )
    if stop.reserved:
        parts.append(say("kept for {corporations:and}", corporations=stop.reserved))
    return say("{told:;}", told=parts)


def _one_a_tile(facts: HexFacts) -> list[LayTile]:
    """The first way in which each tile may be laid."""
    return list({lay.tile: lay for lay in reversed(facts.lays)}.values())[::-1]


def _others(scene: Scene, facts: HexFacts) -> Verdict | None:
    """Tiles that would fit as the hex lies but may not be laid now; each tells why."""
    fitting = dict.fromkeys(option.tile for option in options(scene.game.layout, facts.hex))
    legal = {lay.tile for lay in facts.lays}
    links = tuple(
        ask_link(scene, tile, "tile", tile, facts.hex) for tile in fitting if tile not in legal and not facts.is_fixed
    )
    if not links:
        return None
    return Verdict(scene.say("Other tiles that fit: why not?"), is_possible=False, links=links)


# Tiles


def tile_card(scene: Scene, name: str) -> AskCard | None:
    """A tile, by its number, or on a hex: `57`, `57:H6`."""
    tile, _, hex_id = name.partition(":")
    board = scene.title.box.board
    if tile not in board.tiles or (hex_id and hex_id not in board.hexes):
        return None
    say, facts = scene.say, tile_facts(scene.game, tile)
    heading = say("Tile {tile}", tile=tile)
    ways = [LayTile(hex_id, tile, rotation) for rotation in _SIXTHS] if hex_id else []
    listed = [lay for lay in ways if scene.game.why_not(lay, by=asker(scene)) is None]
    return AskCard(
        say("Tile"),
        say("{tile} on {hex:place}", tile=heading, hex=hex_id) if hex_id else heading,
        facts=tuple(_of_tile(scene, facts)),
        verdicts=verdicts(verdict(scene, LayTile.deed, listed[:1], most_telling(scene.game, ways, asker(scene)))),
        whose=scene.game.top.corporation_of(scene.game) or scene.decider if hex_id and not scene.game.over else "",
        words=(ask_link(scene, say("Track, tile"), "word", "track"), ask_link(scene, say("Phase"), "word", "phase")),
        picture=lone_tile(edition(scene), tile, 0, THEMES[scene.theme]),
        hex=hex_id,
    )


def _of_tile(scene: Scene, facts: TileFacts) -> Iterator[Fact]:
    say = scene.say
    colour = Words(edition(scene).voice)(facts.colour)
    if facts.phase:
        yield Fact(say("Colour"), say("{colour}, from phase {phase} on", colour=colour, phase=facts.phase))
    else:
        yield Fact(say("Colour"), colour)
    if facts.left >= 0:
        yield Fact(say("Left"), say("{left} of {count}", left=facts.left, count=facts.count))
    if facts.lies_on:
        places = sorted(((scene.place(each), each) for each in facts.lies_on), key=lambda each: in_order(each[0]))
        yield Fact(say("Lies on"), links=tuple(ask_link(scene, place, "hex", each) for place, each in places))
