"""Sections 7 and 11 at the table: the events that hold in this round, whom they hit and whom support spares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ferrovia.engine.board.memory import Memory
from ferrovia.engine.flow.events import Event, OperatingRoundBegins
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.state import State
from ferrovia.saying.message import term
from ferrovia.table.page.in_force import InForce
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition
from ferrovia.titles.t1883 import components
from ferrovia.titles.t1883.emilia import emilia
from ferrovia.titles.t1883.event_questions import Levy, MarshallPlan, Strike, WarEffort
from ferrovia.titles.t1883.events import CardRevealed, Spared, StrikeAbsorbed, StrikeBroken, Struck
from ferrovia.titles.t1883.raids import AirRaids
from ferrovia.titles.t1883.runs import red_lines

HOT_AUTUMN, STRIKE_BREAKER, AIR_RAIDS = "hot_autumn", "strike_breaker", "air_raids"
HALF, NOTHING, SHUT = "½", "0", "×"
_SIGNS = {"half": HALF, "zero": NOTHING}

# What each event does that holds for a while or asks somebody, in three words or four.
_SHORT = {
    "air_raids": term("Bombs destroy track"),
    "autarchy": term("Runs count half"),
    "bus_strike": term("SARSA's run counts half"),
    "economic_boom": term("Mantova +30, Verona +20"),
    "flooding": term("No tiles on F hexes"),
    "general_strike": term("Runs earn nothing"),
    "gold_to_homeland": term("A tenth of all cash"),
    "hot_autumn": term("Runs earn nothing"),
    "kings_visit": term("Bologna/Florence −10"),
    "landslide": term("No tiles on heights"),
    "marshall_plan": term("The cheapest may rise"),
    "railroad_strike": term("Runs count half"),
    "red_week": term("Red lines are closed"),
    "strike_breaker": term("No general strike"),
    "trains_on_time": term("Runs grow by half"),
    "verona_porta_nuova": term("Verona +20"),
    "war_effort": term("A train is lost"),
}


@dataclass(frozen=True)
class Told:
    """What was told since the round began."""

    card: str = ""  # the one revealed in this round; empty where none was, or where that was not stored
    is_void: bool = False  # a strike that another card makes void
    answers: tuple[tuple[str, bool], ...] = ()  # to strikes, in their order: the corporation, whether support spares it


def in_force(scene: Scene) -> Iterator[InForce]:
    """Strikes, what lasts for the round, what is being settled, and the strike breaker."""
    game = scene.game
    if game.state.round.kind != "operating":
        return
    yield from _strikes(scene)
    for key in emilia(game).in_force:
        yield _card(scene, key, closed=_closed(game, key), signs=_signs(game, key))
    raids = game.find(AirRaids)
    if raids is not None:
        left = scene.say("{n} {n:bomb|bombs} left", n=raids.left)
        yield _card(scene, AIR_RAIDS, until=left, signs=((raids.hex, SHUT),) if raids.hex else ())
    yield from _questions(scene)
    if emilia(game).strike_breaker:
        next_too = emilia(game).strike_breaker > 1
        until = scene.say("to the end of the next operating round") if next_too else ""
        yield _card(scene, STRIKE_BREAKER, until=until)


def _strikes(scene: Scene) -> Iterator[InForce]:
    """7.0.3: whoever has not played support suffers; with a hot autumn there can be two strikes in a round."""
    game, told = scene.game, told_in_round(scene)
    own, asking = emilia(game), {frame.event: frame.asked for frame in game.state.agenda if isinstance(frame, Strike)}
    drawn = told.card if told.card and components.event_table(told.card).get("run") and not told.is_void else ""
    known = [key for key in dict.fromkeys((drawn, HOT_AUTUMN if own.hot_autumn else "", *asking)) if key]
    shown: set[str] = set()
    for place, key in enumerate(known):
        effect = components.event_table(key)["run"]
        hit = tuple(name for name in _in_order(game, own.effects) if own.effects[name] == effect)
        shown.update(hit)
        until = scene.say("to the next stock round") if key == HOT_AUTUMN else ""
        yield _card(
            scene,
            key,
            until=until,
            hit=hit,
            spared=tuple(
                name for name in _in_order(game, _spared_in(told, place)) if name not in hit and game.is_started(name)
            ),
            asked=asking.get(key, ()),
            sign=_SIGNS[effect],
        )
    for effect, sign in _SIGNS.items():
        hit = tuple(name for name in _in_order(game, own.effects) if own.effects[name] == effect and name not in shown)
        if hit:  # what struck them was not stored
            words = "They earn only half in this operating round."
            if effect == "zero":
                words = "They earn nothing in this operating round."
            short = scene.say("{words:term}", words=_SHORT["railroad_strike" if effect == "half" else "general_strike"])
            yield InForce(scene.say("Strike"), short, scene.say(words), _until(scene), hit=hit, sign=sign)


def _spared_in(told: Told, place: int) -> tuple[str, ...]:
    """Whom support spares in one of the strikes of a round, each of which asks a corporation at most once."""
    times: dict[str, int] = {}
    found = []
    for name, is_spared in told.answers:
        if is_spared and times.get(name, 0) == place:
            found.append(name)
        times[name] = times.get(name, 0) + 1
    return tuple(found)


def _questions(scene: Scene) -> Iterator[InForce]:
    """What an event asks that is over with the answer."""
    game = scene.game
    if game.find(Levy) is not None:
        yield _card(scene, "gold_to_homeland", until=scene.say("until all have answered"))
    plan, effort = game.find(MarshallPlan), game.find(WarEffort)
    if plan is not None and plan.asked:
        yield _card(scene, "marshall_plan", until=scene.say("until all have answered"), asked=plan.asked)
    if effort is not None:
        yield _card(scene, "war_effort", until=scene.say("until all have answered"), asked=(effort.corporation,))


def _card(
    scene: Scene,
    key: str,
    until: str = "",
    hit: tuple[str, ...] = (),
    spared: tuple[str, ...] = (),
    asked: tuple[str, ...] = (),
    sign: str = "",
    closed: tuple[str, ...] = (),
    signs: tuple[tuple[str, str], ...] = (),
) -> InForce:
    """An event as its card tells it."""
    table, say = components.event_table(key), scene.say
    return InForce(
        say("{words:term}", words=table["name"]),
        say("{words:term}", words=_SHORT[key]),
        say("{words:term}", words=table["effect"]),
        until or _until(scene),
        hit,
        spared,
        asked,
        sign,
        closed,
        signs,
    )


def _until(scene: Scene) -> str:
    return scene.say("to the end of {round}", round=edition(scene).round(scene.game.state.round))


def _in_order(game: Game, names: Iterable[str]) -> list[str]:
    """As they operate."""
    order = game.title.operating.order(game)
    return sorted(names, key=lambda name: order.index(name) if name in order else len(order))


# On the map


def _closed(game: Game, key: str) -> tuple[str, ...]:
    """The hexes on which an event lets nobody lay a tile, as the rules on tiles answer."""
    if components.event_table(key)["target"] != "map":
        return ()
    nobody = ""
    hexes = (str(table["id"]) for table in components.sheet("map")["hex"])
    return tuple(hex_id for hex_id in hexes if game.title.track.hex_refusal(game, nobody, hex_id) is not None)


def _signs(game: Game, key: str) -> tuple[tuple[str, str], ...]:
    """Boxes that are worth more or less, and where red lines begin that are closed."""
    boxes = components.event_table(key).get("boxes", {})
    found = [(box, f"+{change}" if change > 0 else f"−{-change}") for box, change in boxes.items()]
    if key == "red_week" and not red_lines(game):
        found += [(hex_id, SHUT) for hex_id in components.t_locations()]
    return tuple(found)


# What was told

# The last positions, by the state: many look at the same one.
_told: Memory[int, tuple[State, Told]] = Memory(64)


def told_in_round(scene: Scene) -> Told:
    """The card of the round and the answers to its strikes, read from the present back to where the round began."""
    state = scene.game.state
    known = _told.get(id(state))
    if known is None or known[0] is not state:
        _told[id(state)] = known = state, _read(scene)
    return known[1]


def _read(scene: Scene) -> Told:
    found: list[Event] = []
    for number in range(scene.number, 0, -1):
        events = scene.moment.record.events_of(number)
        if events is None:
            break
        for event in reversed(events):
            if isinstance(event, OperatingRoundBegins):
                return _told_by(found)
            found.insert(0, event)
    return Told()


def _told_by(events: list[Event]) -> Told:
    cards = [event.card for event in events if isinstance(event, CardRevealed)]
    return Told(
        cards[-1] if cards else "",
        any(isinstance(event, StrikeAbsorbed | StrikeBroken) for event in events),
        tuple((event.corporation, isinstance(event, Spared)) for event in events if isinstance(event, Spared | Struck)),
    )
