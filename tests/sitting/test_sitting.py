"""A sitting: one way to act, to take back and to look, by the law of the table."""

import random
from pathlib import Path
from typing import Any, NoReturn

import pytest

from ferrovia.engine.flow.actions import Bid, Pass
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.files import FileTrouble
from ferrovia.formats.save import Record, load, resume, written
from ferrovia.sitting.law import ANYBODY, OWN, Law
from ferrovia.sitting.sitting import Sitting
from ferrovia.sitting.storage import FileStorage, MemoryStorage
from ferrovia.titles.registry import all_titles, title
from tests.formats.records import recorded_walk, records_of, saved_as_version_1
from tests.walks import half_sensible_walk, new_game, pick


def sitting_over(game: Game, law: Law = OWN) -> Sitting:
    return Sitting(MemoryStorage(Record.of(game, [game.hash()])), law)


@pytest.fixture
def sitting() -> Sitting:
    return sitting_over(Game(title("1849"), Settings("1849", ("Ada", "Bruno", "Carla"), "7")))


@pytest.fixture(scope="module")
def walked() -> Record:
    return recorded_walk(seed=9, most=70)[0]


def others(sitting: Sitting, player: str) -> list[str]:
    return [name for name in sitting.game.state.seats if name != player]


# Acting


def test_an_action_is_played_stored_and_told(sitting: Sitting) -> None:
    first = sitting.game.decision.player
    events = sitting.act(Pass(), first, 0)
    assert [str(event) for event in events] == [f"{first} passes."]
    assert (sitting.number, sitting.over, sitting.title.name) == (1, False, "1849")
    assert sitting.record.hashes[-1] == sitting.game.hash()
    (told,) = sitting.events_since(0)
    assert (told.number, told.by, told.events) == (1, first, tuple(events))


@pytest.mark.parametrize(
    ("action", "who", "after", "rule"),
    [
        (Pass(), "another", None, "1849-8.0.2"),
        (Pass(), None, 3, "stale"),
        (Bid("RSA", 3), None, None, "1849-8.0.6"),
        ("pass", None, None, "malformed"),
    ],
)
def test_a_refused_action_changes_nothing(
    sitting: Sitting, action: Any, who: str | None, after: int | None, rule: str
) -> None:
    before = sitting.now
    by = others(sitting, sitting.game.decision.player)[0] if who else None
    with pytest.raises(Refusal) as refused:
        sitting.act(action, by, after)
    assert refused.value.rule == rule
    assert sitting.now is before
    assert before.game.hash() == before.record.hashes[-1]


def test_a_move_that_cannot_be_stored_did_not_happen(sitting: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> NoReturn:
        raise FileTrouble("The disk is full.")

    before = sitting.now
    monkeypatch.setattr(MemoryStorage, "append", broken)
    with pytest.raises(FileTrouble):
        sitting.act(Pass())
    assert sitting.now is before
    assert before.game.hash() == before.record.hashes[-1]
    monkeypatch.undo()
    assert sitting.act(Pass())


def test_who_was_overtaken_is_told_and_sees_what_the_other_did(tmp_path: Path, walked: Record) -> None:
    path = tmp_path / "game.json"
    FileStorage(path).begin(walked)
    mine, yours = Sitting(FileStorage(path), ANYBODY), Sitting(FileStorage(path), ANYBODY)
    action = pick(mine.game.decision, random.Random(1))
    mine.act(action)
    for change in (lambda: yours.act(action), lambda: yours.undo()):
        with pytest.raises(Refusal, match="Somebody was faster") as told:
            change()
        assert told.value.rule == "stale"
        assert yours.number == mine.number
        assert yours.game.hash() == mine.game.hash()
        mine.undo() if mine.number > 70 else None
        assert written(load(path)) == written(mine.record)


# Looking


@pytest.mark.parametrize("name", all_titles())
def test_each_player_is_told_what_they_may_do_and_nothing_of_others(name: str) -> None:
    """What all players may do together is what the game lists, and all of it is accepted of the one who was told."""
    game = new_game(title(name), 4, title(name).player_counts[-1])
    interjections = 0
    for place, (now, _) in zip(range(260), half_sensible_walk(game, 4), strict=False):
        if place % 5:
            continue
        sitting = sitting_now(now)
        whole = now.decision
        parts = {player: sitting.decision_for(player) for player in now.state.seats}
        for player, part in parts.items():
            is_theirs = player == whole.player
            assert part.player == whole.player
            assert part.choices == (whole.choices if is_theirs else ())
            assert part.ranges == (whole.ranges if is_theirs else ())
            assert part.interjections == tuple(one for one in whole.interjections if one.player == player)
            interjections += len(part.interjections)
    assert interjections > 0 or not title(name).interjections.actions
    with pytest.raises(LookupError, match="Nobody is not a player"):
        sitting.decision_for("Nobody")


def sitting_now(game: Game) -> Sitting:
    """A sitting over a game in its middle."""
    return Sitting(MemoryStorage(Record.of(game, ["?"] * len(game.actions) + [game.hash()])))


def test_views_are_for_players_and_bystanders(sitting: Sitting) -> None:
    assert sitting.view()["number"] == 0
    assert sitting.view("Ada")["players"].keys() == {"Ada", "Bruno", "Carla"}
    for look in (sitting.view, lambda name: sitting.events_since(0, name)):
        with pytest.raises(LookupError, match="Nobody is not a player"):
            look("Nobody")


def test_events_since(walked: Record) -> None:
    sitting = Sitting(MemoryStorage(walked))
    told = sitting.events_since(66, "Ada")
    assert [one.number for one in told] == [67, 68, 69, 70]
    assert [one.events for one in told] == [tuple(walked.events_of(number) or ()) for number in (67, 68, 69, 70)]
    assert len(sitting.events_since(0)) == len(sitting.events_since(-5)) == 70
    assert sitting.events_since(70) == sitting.events_since(99) == []


def test_what_was_not_stored_is_told_as_unknown(tmp_path: Path, walked: Record) -> None:
    sitting = Sitting(FileStorage(saved_as_version_1(tmp_path / "old.json", walked)), ANYBODY)
    sitting.act(pick(sitting.game.decision, random.Random(1)))
    old, new = sitting.events_since(69)
    assert (old.by, old.events) == ("", None)
    assert new.by
    assert new.events


def test_any_earlier_state_can_be_looked_at(walked: Record) -> None:
    """Those that were seen here and those that only the record has, without a rule being asked."""
    records = records_of(walked)
    sitting = Sitting(MemoryStorage(records[40]), ANYBODY)
    for action in walked.actions[40:]:
        sitting.act(action)
    for number in range(71):
        game = sitting.at(number)
        assert game.hash() == walked.hashes[number]
        assert game.actions == walked.actions[:number]
        assert game.decision == resume(records[number]).decision
        game.state.draws += 1  # whatever is done to it
    assert sitting.at(40).hash() == walked.hashes[40]
    assert sitting.game.hash() == walked.hashes[70]
    for number in (-1, 71):
        with pytest.raises(LookupError, match="The game has 70 actions"):
            sitting.at(number)


# Taking back


def test_undo_goes_back_to_the_very_record_without_any_rule(
    tmp_path: Path, walked: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = records_of(walked)
    path = tmp_path / "game.json"
    FileStorage(path).begin(records[60])
    sitting = Sitting(FileStorage(path), ANYBODY)
    for action in walked.actions[60:]:
        sitting.act(action)
    draws = [record.state.get("draws", 0) for record in records]

    def changed_rules(*arguments: object, **options: object) -> NoReturn:
        raise AssertionError("The game was played again.")

    monkeypatch.setattr(Game, "apply", changed_rules)
    for number in range(69, 49, -1):
        assert draws[number] == draws[70]
        assert sitting.undo() == number
        assert written(sitting.record) == written(load(path)) == written(records[number])
        assert sitting.game.hash() == walked.hashes[number]
        assert sitting.game.decision == resume(records[number]).decision


def test_several_actions_are_taken_back_at_once_or_not_at_all(walked: Record) -> None:
    sitting = Sitting(MemoryStorage(walked), ANYBODY)
    assert sitting.undo(to=61) == 61
    assert written(sitting.record) == written(records_of(walked)[61])
    before = sitting.now
    with pytest.raises(Refusal, match="no action to take back"):
        sitting.undo(to=61)
    with pytest.raises(LookupError):
        sitting.undo(to=-1)
    assert sitting.now is before


def test_there_may_be_nothing_to_take_back(sitting: Sitting) -> None:
    with pytest.raises(Refusal) as refused:
        sitting.undo()
    assert (refused.value.rule, refused.value.sentence) == ("undo.nothing", "There is no action to take back.")


def test_by_the_usual_law_everybody_takes_back_their_own(sitting: Sitting) -> None:
    first = sitting.game.decision.player
    sitting.act(Pass(), first)
    second = sitting.game.decision.player
    for who in (second, None):
        with pytest.raises(Refusal) as refused:
            sitting.undo(who)
        assert refused.value.sentence == f"Only {first} may take this action back."
        assert refused.value.rule == "undo.not_yours"
    sitting.act(Pass(), second)
    with pytest.raises(Refusal, match=f"Only {second} may take"):
        sitting.undo(first)
    with pytest.raises(Refusal, match=f"Only {first} may take"):
        sitting.undo(second, to=0)
    assert sitting.undo(second) == 1
    assert sitting.undo(first) == 0


def test_at_one_terminal_anybody_takes_back(sitting: Sitting) -> None:
    sitting = sitting_over(sitting.game, ANYBODY)
    sitting.act(Pass())
    assert sitting.undo() == 0


def test_a_table_may_take_back_nothing(sitting: Sitting) -> None:
    sitting = sitting_over(sitting.game, Law(undo="none"))
    first = sitting.game.decision.player
    sitting.act(Pass())
    with pytest.raises(Refusal) as refused:
        sitting.undo(first)
    assert (refused.value.rule, refused.value.sentence) == ("undo.never", "At this table nothing is taken back.")
    assert sitting.number == 1


def test_an_action_of_nobody_knows_whom_stands(tmp_path: Path, walked: Record) -> None:
    """A file of version 1 does not say who played; at one terminal that does not matter."""
    path = saved_as_version_1(tmp_path / "old.json", walked)
    with pytest.raises(Refusal, match="Nobody knows who took the last action"):
        Sitting(FileStorage(path)).undo("Ada")
    assert Sitting(FileStorage(path), ANYBODY).undo() == 69
    assert load(path).hashes == walked.hashes[:70]


def test_a_way_back_that_is_damaged_is_told_and_nothing_is_changed(tmp_path: Path, walked: Record) -> None:
    path = tmp_path / "game.json"
    data = written(walked).replace(b'"number":69}', b'"number":68}')
    assert data != written(walked)
    path.write_bytes(data)
    sitting = Sitting(FileStorage(path), ANYBODY)
    with pytest.raises(FileTrouble, match="does not lead back to the position after 69 actions"):
        sitting.undo()
    assert (sitting.number, path.read_bytes()) == (70, data)


def test_who_interjects_is_who_takes_back() -> None:
    """18FB: a card of support is sold out of turn; the action is its owner's, not that of the one who is to decide."""
    cards = title("18FB")
    for seed in range(20):
        game = new_game(cards, seed, 3, ())
        for now, (player, action) in half_sensible_walk(game, seed):
            if player != now.decision.player:
                decider = now.decision.player
                sitting = sitting_now(now)
                sitting.act(action, player)
                assert sitting.record.past_of(sitting.number).by == player
                with pytest.raises(Refusal, match=f"Only {player} may take"):
                    sitting.undo(decider)
                return
            if len(now.actions) > 250:
                break
    raise AssertionError("Nobody has spoken out of turn.")
