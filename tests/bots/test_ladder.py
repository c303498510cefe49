"""The ladder: every rung has every seat of every deal, and a shared victory counts for half."""

from ferrovia.bots.ladder import Step, climb, points, ranking, steps, upper_wins
from ferrovia.bots.results import Result
from ferrovia.bots.simulation import Match, blank


def ended(scores: tuple[int, int, int], error: str = "") -> Result:
    result = blank(Match(0, "1849", "s", ("keen", "slow", "slow")))
    result.scores = dict(zip(result.bots, scores, strict=True))
    result.winners = [player for player, worth in result.scores.items() if worth == max(scores)]
    result.error = error
    return result


def test_steps_go_up_from_rung_to_rung() -> None:
    assert steps(["1849", "1883"], ["a", "b", "c"]) == [
        Step("1849", "b", "a"),
        Step("1849", "c", "b"),
        Step("1883", "b", "a"),
        Step("1883", "c", "b"),
    ]
    assert steps(["1849"], ["a"]) == []


def test_one_sits_against_two_at_every_place_of_each_deal() -> None:
    plan = Step("1849", "b", "a").matches(6, "s")
    assert all(sorted(match.bots) == ["a", "a", "b"] for match in plan)
    assert {match.bots.index("b") for match in plan[:3]} == {0, 1, 2}
    assert len({match.seed for match in plan[:3]}) == 1
    assert len({match.seed for match in plan}) == 2
    assert {match.seed for match in plan}.isdisjoint(match.seed for match in Step("1849", "c", "b").matches(6, "s"))


def test_more_games_leave_the_first_as_they_are() -> None:
    ladder = steps(["1849", "1883"], ["a", "b"])
    few, many = climb(ladder, 2, "s"), climb(ladder, 3, "s")
    assert [match.index for match in many] == list(range(6))
    assert many[:4] == few
    assert [match.title for match in few] == ["1849", "1883"] * 2


def test_wins_of_the_upper_rung_are_counted_over_games_that_ended() -> None:
    games = [ended((9, 5, 1)), ended((9, 9, 1)), ended((1, 5, 9)), ended((2, 5, 9)), ended((0, 0, 0), "ValueError")]
    assert upper_wins(Step("1849", "keen", "slow"), games).value == 1.5 / 4
    assert upper_wins(Step("1883", "keen", "slow"), games).low is None


def test_a_ranking_has_those_together_who_are_worth_the_same() -> None:
    assert ranking(ended((5, 9, 5))) == [["slow"], ["keen", "slow"]]
    found = points([ended((9, 5, 1))] * 9 + [ended((1, 5, 9))], ["slow", "keen"])
    assert found["keen"].value > 200
