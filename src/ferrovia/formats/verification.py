"""Verifying a record: the game is played again, and everything the file says is compared with what happens."""

from __future__ import annotations

import msgspec

from ferrovia.engine.flow.conservation import faults
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.differences import Plain, changed
from ferrovia.formats.files import FileTrouble
from ferrovia.formats.save import Record, fingerprint, matches_commitment, plain_state, resume
from ferrovia.titles.registry import title

# One wrong state makes all later ones wrong: nobody reads more than the first few.
MOST_FAULTS = 20


class Verification(msgspec.Struct):
    """What came of it. Without faults the game was played by the rules, from the seed it had committed to."""

    actions: int
    replayed: int
    hashes: int = 0  # how many stored hashes were right
    past: int = 0  # of how many actions it was stored, and right, who played them, what they told and the way back
    commitment: bool = False
    snapshot: bool = False
    faults: list[str] = []

    @property
    def ok(self) -> bool:
        return not self.faults


def verify(record: Record) -> Verification:
    """Replay a record and compare."""
    found = Verification(actions=len(record.actions), replayed=0, faults=[])
    found.commitment = matches_commitment(record)
    if not found.commitment:
        found.faults.append("The seed is not the one that was committed to when the game began.")
    if len(record.past.lines) > len(record.actions):
        found.faults.append(
            f"The past has {len(record.past.lines)} lines, and there are {len(record.actions)} actions."
        )
    game = _replay(record, found)
    found.snapshot = _check_snapshot(record, game, found)
    if len(found.faults) > MOST_FAULTS:
        left = len(found.faults) - MOST_FAULTS
        found.faults[MOST_FAULTS:] = [f"There are {left} more faults."]
    return found


def _replay(record: Record, found: Verification) -> Game | None:
    """Play everything again; None where that does not go to the end."""
    try:
        game = Game(title(record.settings.title), record.settings)
    except Refusal as refusal:
        found.faults.append(f"The game cannot be set up: {refusal}")
        return None
    _check_state(record, game, found)
    for number, action in enumerate(record.actions, 1):
        before = plain_state(game)
        try:
            by = "" if game.over else game.player_of(action)
            game.apply(action)
        except Refusal as refusal:
            found.faults.append(f"Action {number} is not allowed: {refusal}")
            return None
        found.replayed = number
        _check_state(record, game, found)
        _check_past(record, game, by, before, found)
    return game


def _check_state(record: Record, game: Game, found: Verification) -> None:
    number = len(game.actions)
    when = f"After action {number}" if number else "After the set-up"
    if game.hash() == record.hashes[number]:
        found.hashes += 1
    else:
        found.faults.append(f"{when} the state is another than the file remembers (hash {record.hashes[number]}).")
    found.faults += [f"{when}: {fault}" for fault in faults(game)]


def _check_past(record: Record, game: Game, by: str, before: Plain, found: Verification) -> None:
    """Whether what the file tells of the last action is what happened, and its way back leads back."""
    number = len(game.actions)
    try:
        past, events = record.past_of(number), record.events_of(number)
    except FileTrouble as trouble:
        found.faults.append(str(trouble))
        return
    faults = []
    if past.by and past.by != by:
        faults.append(f"Action {number} was played by {by}, and not by {past.by} as the file has it.")
    if events is not None and events != game.events:
        faults.append(f"Action {number} tells something else than the file remembers.")
    if past.back is not None:
        try:
            leads_back = changed(plain_state(game), past.back) == before
        except (LookupError, TypeError):
            leads_back = False
        if not leads_back:
            faults.append(f"What is stored of action {number} does not lead back to the state before it.")
    found.past += not faults and past.back is not None
    found.faults += faults


def _check_snapshot(record: Record, game: Game | None, found: Verification) -> bool:
    """Whether the stored state is the one the game comes to, and can be gone on from."""
    before = len(found.faults)
    if game is not None and fingerprint(record.state) != game.hash():
        found.faults.append("The stored state is not the one that the game comes to.")
    else:
        try:
            resume(record)
        except FileTrouble as trouble:
            found.faults.append(f"The stored state cannot be gone on from: {trouble}")
    return game is not None and len(found.faults) == before
