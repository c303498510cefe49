"""Section 8.2: SARSA, whose coaches need no track."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.flow.actions import Action, BuyTrain, LayTile
from ferrovia.engine.flow.events import Ran
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn, TurnStep
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK
from ferrovia.saying.message import term
from ferrovia.titles.t1883 import components
from ferrovia.titles.t1883.actions import PlaceCoach
from ferrovia.titles.t1883.emilia import SARSA, emilia, keep, next_train
from ferrovia.titles.t1883.events import BasePlaced, CoachPlaced
from ferrovia.titles.t1883.revenue import after_events


def neighbours(game: Game, hex_id: str) -> list[str]:
    return [beside[0] for beside in game.title.box.board.neighbours[hex_id] if beside is not None]


def group(game: Game, start: str, coaches: tuple[str, ...]) -> frozenset[str]:
    """The coaches that hang together with one of them."""
    seen, trail = {start}, [start]
    while trail:
        for other in neighbours(game, trail.pop()):
            if other in coaches and other not in seen:
                seen.add(other)
                trail.append(other)
    return frozenset(seen)


def hex_value(game: Game, hex_id: str) -> int:
    """8.2.9: what a hex is worth to SARSA; of two cities the better counts, once."""
    values = components.company_table(SARSA)["values"]
    face = game.layout.face(hex_id)
    if not face.stops:
        return int(values["other"])
    level = game.phase.revenue_level
    shown = max(max(stop.value(level), stop.end_value(level)) for stop in face.stops)
    if shown:
        return shown
    return int(values["city_unbuilt"] if face.stops[0].kind == "city" else values["town_unbuilt"])


def revenue(game: Game) -> int:
    """8.2.8: the best group of coaches that hang together."""
    coaches = emilia(game).coaches
    groups = {group(game, hex_id, coaches) for hex_id in coaches}
    return max((sum(hex_value(game, hex_id) for hex_id in hexes) for hexes in groups), default=0)


class CoachStep(TurnStep):
    """Two coaches a turn, one out of each base; in its first turn as many as the train class on offer."""

    id = word = "coaches"
    label = term("coaches")
    asks = Prompt(term("Place coaches for {corporation}"), term("{player} places coaches for {corporation}"))
    station = term("Coaches")
    actions = (PlaceCoach, LayTile, BuyTrain)  # the last two only to be told why not

    def choices(self, game: Game, turn: OperatingTurn) -> Iterator[PlaceCoach]:
        if self._left(game, turn) <= 0:
            return
        for hex_id in components.sheet("map")["coach_hexes"]:
            if self._refusal(game, turn, hex_id) is None:
                yield PlaceCoach(hex_id)

    def _is_first(self, game: Game) -> bool:
        return not emilia(game).coaching

    def _left(self, game: Game, turn: OperatingTurn) -> int:
        placed = len(turn.laid)
        if self._is_first(game):
            return min(first_turn_coaches(game) - 2 - placed, self._in_box(game))
        if any(mark == "plain" for _, mark in turn.laid):
            return 0  # 1883-8.2.14
        return min(2 - placed, self._in_box(game))

    def refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        if isinstance(action, BuyTrain):
            return Refusal("1883-8.2.19", "SARSA buys no trains.")
        if isinstance(action, LayTile):
            return Refusal("1883-8.2.4", "SARSA lays no tiles.")
        assert isinstance(action, PlaceCoach)
        if self._left(game, turn) <= 0:
            return self._enough(game, turn)
        return self._refusal(game, turn, action.hex)

    def _enough(self, game: Game, turn: OperatingTurn) -> Refusal:
        """Why no further coach is placed at all."""
        if not self._in_box(game):
            return Refusal("1883-R47", "All coaches are already on the map.")
        if any(mark == "plain" for _, mark in turn.laid):
            return Refusal("1883-8.2.14", "A coach on the plain must be the only one of its turn.")
        clause = "1883-8.2.2" if self._is_first(game) else "1883-8.2.4"
        return Refusal(clause, "SARSA may place no more coaches in this turn.")

    def _in_box(self, game: Game) -> int:
        left: int = components.company_table(SARSA)["coach_tokens"] - len(emilia(game).coaches)
        return left

    def _refusal(self, game: Game, turn: OperatingTurn, hex_id: str) -> Refusal | None:
        coaches = emilia(game).coaches
        if hex_id not in game.title.box.board.hexes or "height" not in components.hex_table(hex_id):
            return Refusal("1883-8.2.11", "No coach may be placed on {hex}.", hex=components.place(hex_id))
        table = components.hex_table(hex_id)
        if table.get("inaccessible"):
            return Refusal("1883-R77", "{hex} is inaccessible.", hex=components.place(hex_id))
        if hex_id in coaches:
            return Refusal("1883-8.2.4", "A coach is already on {hex}.", hex=components.place(hex_id))
        if table["side"] == "north":
            return Refusal(
                "1883-8.2.15",
                "{hex} lies north of the FS line, where SARSA places no coaches.",
                hex=components.place(hex_id),
            )
        if table["height"] == "plain":
            if not components.phase_table(game.state.phase)["coaches_on_plain"]:
                return Refusal("1883-8.2.14", "Coaches may be placed on the plain only from the first 5 train on.")
            if turn.laid or self._is_first(game):  # R73: the first turn has the bases already
                return Refusal("1883-8.2.14", "A coach on the plain must be the only one of its turn.")
        if not self._bases(game, turn, hex_id):
            clause = "1883-8.2.3" if self._is_first(game) else "1883-8.2.4"
            return Refusal(clause, "No base can send a coach to {hex} now.", hex=components.place(hex_id))
        cost = game.title.box.board.hexes[hex_id].cost
        if cost > game.cash(SARSA):
            return Refusal("1883-8.2.5", "A coach on {hex} costs {cost:money}; SARSA has {cash:money}.",
                           hex=components.place(hex_id), cost=cost, cash=game.cash(SARSA))  # fmt: skip
        return None

    def _bases(self, game: Game, turn: OperatingTurn, hex_id: str) -> list[str]:
        """The bases out of whose coaches this hex can be reached now."""
        coaches = emilia(game).coaches
        homes = game.corporation(SARSA).homes
        if self._is_first(game):
            last = turn.laid[-1][1] if turn.laid else ""
            return [home for home in homes if home != last and hex_id in neighbours(game, home)]  # 1883-8.2.3
        groups = {home: group(game, home, coaches) for home in homes}
        spent = [mark for _, mark in turn.laid]  # once they are joined the other base has the same group (1883-8.2.6)
        return [
            home
            for home in homes
            if home not in spent and any(other in groups[home] for other in neighbours(game, hex_id))
        ]

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        assert isinstance(action, PlaceCoach)
        base = self._bases(game, turn, action.hex)[0]
        plain = components.hex_table(action.hex)["height"] == "plain"
        cost = game.title.box.board.hexes[action.hex].cost
        game.pay(SARSA, BANK, cost)
        keep(game, coaches=(*emilia(game).coaches, action.hex))
        game.tell(CoachPlaced(hex=action.hex, cost=cost))
        turn.note(game, laid=(*turn.laid, (action.hex, "plain" if plain else base)))

    def passed(self, game: Game, turn: OperatingTurn) -> None:
        keep(game, coaching=True)


def begin_turn(game: Game) -> None:
    """8.2.2: in SARSA's first turn its bases come first; they pay for their hexes like all coaches (R47)."""
    if not emilia(game).coaching and not emilia(game).coaches:
        bases = game.corporation(SARSA).homes
        for hex_id in bases:
            cost = game.title.box.board.hexes[hex_id].cost
            game.pay(SARSA, BANK, cost)
            game.tell(BasePlaced(hex=hex_id, cost=cost))
        keep(game, coaches=bases)


def first_turn_coaches(game: Game) -> int:
    """8.2.2, R47: the number of the train class on offer; 3bis counts 3, with no train left it is 8."""
    on_offer = next_train(game)
    return int(on_offer.removesuffix("bis")) if on_offer else 8


class CoachRunStep(TurnStep):
    """SARSA earns by itself."""

    id = "coach_run"
    word = "run"
    label = term("run")
    asks = Prompt(term("Run for {corporation}"), term("{player} runs for {corporation}"))
    station = term("Run")
    leaving = term("Run nothing")
    actions = ()

    def choices(self, game: Game, turn: OperatingTurn) -> Iterator[Action]:
        return iter(())

    def is_idle(self, game: Game, turn: OperatingTurn) -> bool:
        return True

    def passed(self, game: Game, turn: OperatingTurn) -> None:
        earned = after_events(game, SARSA, revenue(game))
        game.tell(Ran(corporation=SARSA, revenue=earned))
        now = game.find(OperatingTurn)
        assert now is not None
        now.note(game, revenue=earned)
