"""Chronicles: the rounds in which things came for the first time, and what the trains earned in each."""

from types import SimpleNamespace
from typing import Any

from ferrovia.bots.bot import chosen
from ferrovia.bots.chronicle import Chronicle
from ferrovia.bots.play import bot_game
from ferrovia.engine.flow.events import CorporationClosed, Event, Happening, OperatingRoundBegins, PhaseBegins, Ran
from ferrovia.engine.flow.state import Round


class Position:
    """Stands in for a game: what a chronicle reads off one."""

    def __init__(self) -> None:
        self.open = {"X"}
        self.for_sale = ("2", "2", "3", "8")
        corporations = SimpleNamespace(has_floated=lambda game, corporation: corporation in self.open)
        self.title = SimpleNamespace(
            box=SimpleNamespace(phases={"1": None, "2": None, "3": None}),
            corporations=corporations,
            happenings={"closed": Happening(CorporationClosed)},
        )
        self.state = SimpleNamespace(phase="1", certificates={"X": (), "Y": (), "Z": ()}, round=Round("stock", 1))
        self.events: list[Event] = []

    def trains(self, owner: str) -> tuple[str, ...]:
        return self.for_sale


def test_things_have_the_round_in_which_they_came_for_the_first_time() -> None:
    game: Any = Position()
    chronicle = Chronicle(game)
    assert chronicle.floats == {"X": 0, "Y": None, "Z": None}
    assert chronicle.phases == {"1": 0, "2": None, "3": None}
    game.state.round = Round("operating", 1, 1, 2)
    chronicle.hear(game, [OperatingRoundBegins(1, 1), PhaseBegins("2")])
    game.for_sale, game.open = ("3", "8"), {"X", "Y"}
    chronicle.hear(game, [])
    game.state.round = Round("operating", 1, 2, 2)
    game.for_sale, game.open = ("2", "8"), {"X"}  # an old train comes back, and a corporation closes
    chronicle.hear(game, [OperatingRoundBegins(1, 2), CorporationClosed("Y")])
    game.for_sale, game.open = ("8",), {"X", "Y"}
    chronicle.hear(game, [])
    assert chronicle.phases == {"1": 0, "2": 1, "3": None}
    assert chronicle.floats == {"X": 0, "Y": 1, "Z": None}
    assert chronicle.sold_out == {"2": 1, "3": 2, "8": None}
    assert chronicle.happenings == {"closed": 1}
    assert (chronicle.operating_rounds, chronicle.rounds) == (2, 3)


def test_revenue_is_counted_round_by_round_over_all_corporations() -> None:
    game: Any = Position()
    chronicle = Chronicle(game)
    for revenues in ([], [30, 40], [100]):
        chronicle.hear(game, [OperatingRoundBegins(1, 1)])
        for revenue in revenues:
            chronicle.hear(game, [Ran("X", revenue)])
    assert chronicle.revenue == [0, 70, 100]


def test_a_whole_game_is_told_as_its_events_tell_it() -> None:
    game, bots = bot_game("1849", ["sensible"] * 3, "a chronicle")
    chronicle, events = Chronicle(game), list(game.events)
    while not game.over:
        told = game.apply(chosen(game, bots))
        chronicle.hear(game, told)
        events += told
    assert chronicle.operating_rounds == sum(isinstance(event, OperatingRoundBegins) for event in events)
    assert sum(chronicle.revenue) == sum(event.revenue for event in events if isinstance(event, Ran)) > 0
    reached = [phase for phase, number in chronicle.phases.items() if number is not None]
    assert reached[1:] == [event.phase for event in events if isinstance(event, PhaseBegins)]
    assert list(chronicle.floats) == list(game.state.certificates)
