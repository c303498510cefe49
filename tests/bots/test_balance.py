"""Goals of balance: judged by where their intervals lie."""

import pytest

from ferrovia.bots.balance import Goal, Subject, Verdict, goals
from ferrovia.bots.intervals import Estimate
from ferrovia.bots.results import Result
from ferrovia.bots.simulation import Match, blank
from ferrovia.engine.flow.events import BankBroken, CorporationClosed, Happening
from ferrovia.engine.flow.title import Title


class Small(Title):
    happenings = {"closed": Happening(CorporationClosed), "with bonds": Happening(BankBroken, option="bonds")}

    def __init__(self) -> None:
        pass


def game(
    index: int = 0,
    winner: int = 0,
    rounds: int = 15,
    phases: dict[str, int | None] | None = None,
    floats: dict[str, int | None] | None = None,
    closed: int = 1,
    options: tuple[str, ...] = (),
) -> Result:
    result = blank(Match(index, "small", f"{index}", ("a",) * 3, options))
    result.seats = tuple(result.bots)
    result.winners = [result.seats[winner]]
    result.operating_rounds = rounds
    result.phases = {"1": 0} if phases is None else phases
    result.floats = {"X": 0} if floats is None else floats
    result.happenings = {"closed": closed, "with bonds": 1}
    return result


def judged(games: list[Result]) -> dict[tuple[str, str], str]:
    return {(goal.subject.name, goal.name): goal.verdict.value for goal in goals(Small(), games)}


@pytest.mark.parametrize(
    ("low", "high", "least", "most", "verdict"),
    [
        (0.91, 1.0, 0.9, None, "pass"),
        (0.5, 0.89, 0.9, None, "fail"),
        (0.85, 0.95, 0.9, None, "undecided"),
        (0.2, 0.4, None, 0.43, "pass"),
        (0.44, 0.6, None, 0.43, "fail"),
        (0.4, 0.5, None, 0.43, "undecided"),
        (12, 20, 12, 20, "pass"),
        (11, 13, 12, 20, "undecided"),
        (19, 21, 12, 20, "undecided"),
        (21, 25, 12, 20, "fail"),
        (8, 11, 12, 20, "fail"),
        (None, None, 12, 20, "undecided"),
    ],
)
def test_a_goal_passes_or_fails_where_its_interval_lies_on_one_side(
    low: float | None, high: float | None, least: float | None, most: float | None, verdict: str
) -> None:
    assert Goal(Subject.ROUNDS, "", least, most, Estimate(0, low, high)).verdict == verdict


def test_a_balanced_title_passes_everywhere() -> None:
    verdicts = judged([game(number, winner=number % 3) for number in range(300)])
    assert set(verdicts.values()) == {"pass"}
    assert list(verdicts) == [
        ("PHASE", "1"),
        ("ROUNDS", ""),
        ("SEAT", "1/3"),
        ("SEAT", "2/3"),
        ("SEAT", "3/3"),
        ("CORPORATION", "X"),
        ("MECHANISM", "closed"),
    ]


def test_each_goal_fails_by_itself() -> None:
    fair = [game(number, winner=number % 3) for number in range(300)]

    def changed(**differences: object) -> set[tuple[str, str]]:
        games = [game(number, winner=number % 3, **differences) for number in range(200)]  # type: ignore[arg-type]
        verdicts = judged(fair[:100] + games)
        return {goal for goal, verdict in verdicts.items() if verdict == "fail"}

    assert changed() == set()
    assert changed(phases={"1": 0, "2": None}) == {("PHASE", "2")}
    assert changed(rounds=25) == {("ROUNDS", "")}
    assert changed(floats={"X": None}) == {("CORPORATION", "X")}
    assert judged([game(number, winner=number % 2) for number in range(300)])["SEAT", "1/3"] == "fail"
    assert judged([game(number, closed=0) for number in range(200)])["MECHANISM", "closed"] == "fail"
    assert judged([game(number, closed=0) for number in range(50)])["MECHANISM", "closed"] == "undecided"


def test_what_needs_a_variant_is_judged_over_its_games_alone() -> None:
    games = [game(0), game(1), *(game(number, options=("bonds",)) for number in range(2, 5))]
    (found,) = (goal for goal in goals(Small(), games) if goal.name == "with bonds")
    assert found.found.value == 1


def test_games_that_broke_off_are_left_out() -> None:
    broken = game(rounds=0)
    broken.error = "ValueError"
    assert goals(Small(), [broken]) == []
    (rounds,) = (goal for goal in goals(Small(), [broken, game()]) if goal.subject is Subject.ROUNDS)
    assert (rounds.found.value, rounds.verdict) == (15, Verdict.UNDECIDED)
