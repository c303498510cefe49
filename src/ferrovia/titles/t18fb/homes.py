"""3.3.2 and 3.6.1: the homes that a president chooses, FP's of two and SFM's of all."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.board.board import hex_of, stop_id
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.actions import Action, ChooseHome
from ferrovia.engine.flow.frame import Frame, not_now
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.saying.message import term
from ferrovia.titles.t18fb import components, places
from ferrovia.titles.t18fb.components import place
from ferrovia.titles.t18fb.events import FpHomeChosen, SfmHomeChosen
from ferrovia.titles.t18fb.south import FP, SFM, keep, south

CHOICE_OF_A_HOME = Prompt(term("Choose the home of {corporation}"), term("{player} chooses the home of {corporation}"))


class FpHome(Frame, frozen=True, tag="fp_home"):
    """R19: before its first tile the president of FP chooses the end it builds from."""

    word = "home"
    label = term("home")
    asks = CHOICE_OF_A_HOME

    def decider(self, game: Game) -> str:
        return game.president(FP)

    def corporation_of(self, game: Game) -> str:
        return FP

    def choices(self, game: Game) -> Iterator[Action]:
        yield from (ChooseHome(hex_id) for hex_id in game.corporation(FP).homes)

    def refusal(self, game: Game, action: Action) -> Refusal | None:
        if not isinstance(action, ChooseHome):
            return not_now(action, self.called(game)).cited("18FB-R19")
        if action.hex in game.corporation(FP).homes:
            return None
        return Refusal("18FB-3.3.2.16", "{hex} is not one of FP's homes.", hex=action.hex)

    def play(self, game: Game, action: Action) -> None:
        """3.3.2.19, 3.3.2.20: the other home token becomes a reserved one, the other middle slot goes."""
        assert isinstance(action, ChooseHome)
        game.pop()
        kept = tuple(stop for stop in game.state.stations[FP] if hex_of(stop) == action.hex)
        game.set_stations(FP, kept, game.corporation(FP).tokens - len(kept))
        lines = components.concession_lines(FP)
        dropped = ((FP, line.intermediate) for line in lines if line.home != action.hex)
        keep(game, fp_home=action.hex, given_up=(*south(game).given_up, *dropped))
        game.tell(FpHomeChosen(place=place(kept[0]), hex=action.hex))
        game.title.track.changed(game)


def for_sfm(game: Game) -> dict[str, StopId]:
    """R52: every city with an empty slot that is kept for nobody, and the stop the token would go to."""
    homes: dict[str, StopId] = {}
    for hex_id in game.title.box.board.hexes:
        for number, stop in enumerate(game.layout.face(hex_id).stops):
            if stop.kind == "city" and places.has_room(game, SFM, stop_id(hex_id, number)):
                homes.setdefault(hex_id, stop_id(hex_id, number))
    return homes


class SfmHome(Frame, frozen=True, tag="sfm_home"):
    """3.6.1.2: right after the par value its president chooses a home for SFM."""

    player: str

    word = "home"
    label = term("home")
    asks = CHOICE_OF_A_HOME

    def decider(self, game: Game) -> str:
        return self.player

    def corporation_of(self, game: Game) -> str:
        return SFM

    def choices(self, game: Game) -> Iterator[Action]:
        yield from (ChooseHome(hex_id) for hex_id in for_sfm(game))

    def refusal(self, game: Game, action: Action) -> Refusal | None:
        if not isinstance(action, ChooseHome):
            return not_now(action, self.called(game)).cited("18FB-3.6.1.2")
        if action.hex in for_sfm(game):
            return None
        return Refusal("18FB-3.6.1.2", "{hex} is not a city with an empty slot for SFM.", hex=action.hex)

    def play(self, game: Game, action: Action) -> None:
        assert isinstance(action, ChooseHome)
        game.pop()
        game.place_token(SFM, for_sfm(game)[action.hex])
        game.tell(SfmHomeChosen(hex=action.hex))
        game.title.track.changed(game)
