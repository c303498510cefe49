"""Totals: shares over the games that could have it, medians where it came, and victories that are shared."""

from ferrovia.bots.results import Result, Thinking
from ferrovia.bots.simulation import Match, blank
from ferrovia.bots.summary import totals


def game(index: int, winners: tuple[int, ...], **facts: object) -> Result:
    result = blank(Match(index, "1849", f"{index}", ("a", "b", "b")))
    first, second, third = result.bots
    result.seats = (second, third, first)  # the one `a` sits in the third seat
    result.scores = {player: 100 * (place in winners) for place, player in enumerate(result.bots)}
    result.winners = [player for player, worth in result.scores.items() if worth]
    result.thinking = {"a": Thinking(2, 0.5, 0.4), "b": Thinking(4, 0.1, 0.1)}
    for name, value in facts.items():
        setattr(result, name, value)
    return result


def test_wins_by_player_and_by_seat() -> None:
    summary = totals([game(0, (0,)), game(1, (0, 1)), game(2, (2,)), game(3, (0,))], 2.0)
    assert summary["by_bot"]["a"]["wins"] == 3
    assert summary["by_bot"]["a"]["win_share"]["value"] == 2.5 / 4
    assert summary["by_bot"]["b"]["win_share"]["value"] == 1.5 / 8
    assert summary["by_bot"]["a"]["ms_per_decision"] == {"mean": 250.0, "worst": 400.0}
    assert [seat["win_share"]["value"] for seat in summary["by_seat"]["3"]] == [0.5 / 4, 1 / 4, 2.5 / 4]
    assert [seat["score"]["value"] for seat in summary["by_seat"]["3"]] == [25, 25, 75]


def test_what_came_is_told_over_the_games_that_could_have_it() -> None:
    summary = totals(
        [
            game(0, (0,), floats={"X": 3, "Y": None}, phases={"1": 0, "2": 4}, sold_out={"2": 2}),
            game(1, (0,), floats={"X": 5}, phases={"1": 0, "2": None}, sold_out={"2": None}),
        ],
        1.0,
    )
    assert (summary["floats"]["X"]["share"]["value"], summary["floats"]["X"]["round"]["value"]) == (1, 4)
    assert summary["floats"]["Y"]["share"]["value"] == 0
    assert summary["floats"]["Y"]["share"]["high"] == 0.7935  # of one game, not of two
    assert (summary["phases"]["2"]["share"]["value"], summary["phases"]["2"]["round"]["value"]) == (0.5, 4)
    assert summary["sold_out"]["2"]["share"]["value"] == 0.5


def test_revenue_is_a_mean_over_the_games_that_had_the_round() -> None:
    revenue = totals([game(0, (0,), revenue=[0, 100, 300]), game(1, (0,), revenue=[0, 200])], 1.0)["revenue"]
    assert [(each["round"], each["games"], each["revenue"]["value"]) for each in revenue] == [
        (1, 2, 0),
        (2, 2, 150),
        (3, 1, 300),
    ]


def test_happenings_are_counted_by_times_and_by_games() -> None:
    summary = totals(
        [game(number, (0,), happenings={"flood": 3 * (number == 0), "war": 0}) for number in range(4)], 1.0
    )
    assert summary["happenings"] == {"flood": 3, "war": 0}
    assert {name: share["value"] for name, share in summary["seen"].items()} == {"flood": 0.25, "war": 0}
