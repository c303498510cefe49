"""Verifying a record: the game is played again, and everything the file says is compared with what happens."""

from __future__ import annotations

import msgspec

from ferrovia.engine.flow.conservation import faults
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.formats.differences import Plain, changed
from ferrovia.formats.files import FileTrouble
from ferrovia.formats.migrating import fits_together, migrated_record
from ferrovia.formats.save import Record, fingerprint, matches_commitment, plain_state, resume
from ferrovia.formats.shared_seed import faults as faults_of_numbers
from ferrovia.saying.message import Message
from ferrovia.titles.registry import title_of

# One wrong state makes all later ones wrong: nobody reads more than the first few.
MOST_FAULTS = 20


class Verification(msgspec.Struct, dict=True):
    """What came of it. Without faults the game was played by the rules, from the seed it had committed to."""

    actions: int
    replayed: int
    hashes: int = 0  # how many stored hashes were right
    past: int = 0  # of how many actions it was stored, and right, who played them, what they told and the way back
    commitment: bool = False
    numbers: bool | None = None  # whether those of server and seats make the seed; None: it was drawn in one place
    snapshot: bool = False
    faults: list[str] = []  # in English

    def __post_init__(self) -> None:
        self.messages: list[Message] = []  # the same faults, to be said in any language

    @property
    def ok(self) -> bool:
        return not self.messages


def verify(record: Record) -> Verification:
    """Replay a record and compare."""
    given, record = record, migrated_record(record)
    found = Verification(actions=len(record.actions), replayed=0)
    found.commitment = matches_commitment(record)
    if not found.commitment:
        found.messages.append(Message("The seed is not the one that was committed to when the game began."))
    if record.shared_seed is not None:
        wrong = list(faults_of_numbers(record.shared_seed, record.settings))
        found.messages += wrong
        found.numbers = not wrong
    lines, actions = len(record.past.lines), len(record.actions)
    if lines > actions:
        text = "The past has {lines} lines, and there are {actions} {actions:action|actions}."
        found.messages.append(Message(text, lines=lines, actions=actions))
    game = _replay(record, found)
    found.snapshot = _check_snapshot(record, game, found)
    left = len(found.messages) - MOST_FAULTS
    if left > 0:
        text = "There {left:is|are} {left} more {left:fault|faults}."
        found.messages[MOST_FAULTS:] = [Message(text, left=left)]
    if found.commitment and 0 < found.hashes < found.replayed + 1 and fits_together(given):
        text = "All that is stored of it fits together: an earlier release may have played it by other rules."
        found.messages.append(Message(text))
    found.faults = [str(message) for message in found.messages]
    return found


def _replay(record: Record, found: Verification) -> Game | None:
    """Play everything again; None where that does not go to the end."""
    try:
        game = Game(title_of(record.settings), record.settings)
    except Refusal as refusal:
        found.messages.append(Message("The game cannot be set up: {why}", why=refusal.message))
        return None
    _check_state(record, game, found)
    for number, action in enumerate(record.actions, 1):
        before = plain_state(game)
        try:
            by = "" if game.over else game.player_of(action)
            game.apply(action)
        except Refusal as refusal:
            text = "Action {number} is not allowed: {why} [{rule}]"
            found.messages.append(Message(text, number=number, why=refusal.message, rule=refusal.rule))
            return None
        found.replayed = number
        _check_state(record, game, found)
        _check_past(record, game, by, before, found)
    return game


def _check_state(record: Record, game: Game, found: Verification) -> None:
    number = len(game.actions)
    if game.hash() == record.hashes[number]:
        found.hashes += 1
    else:
        text = "After action {number} the state is not the one in the file, which has the hash {hash}."
        if not number:
            text = "After the set-up the state is not the one in the file, which has the hash {hash}."
        found.messages.append(Message(text, number=number, hash=record.hashes[number]))
    text = "After action {number}: {fault}" if number else "After the set-up: {fault}"
    found.messages += [Message(text, number=number, fault=fault) for fault in faults(game)]


def _check_past(record: Record, game: Game, by: str, before: Plain, found: Verification) -> None:
    """Whether what the file tells of the last action is what happened, and its way back leads back."""
    number = len(game.actions)
    try:
        past, events = record.past_of(number), record.events_of(number)
    except FileTrouble as trouble:
        found.messages.append(trouble.message)
        return
    wrong = []
    if past.by and past.by != by:
        text = "Action {number} was taken by {player}, but the file says by {other}."
        wrong.append(Message(text, number=number, player=by, other=past.by))
    if events is not None and events != game.events:
        wrong.append(Message("The events of action {number} are not those in the file.", number=number))
    if past.back is not None:
        try:
            leads_back = changed(plain_state(game), past.back) == before
        except (LookupError, TypeError):
            leads_back = False
        if not leads_back:
            text = "What is stored of action {number} does not lead back to the state before it."
            wrong.append(Message(text, number=number))
    found.past += not wrong and past.back is not None
    found.messages += wrong


def _check_snapshot(record: Record, game: Game | None, found: Verification) -> bool:
    """Whether the stored state is the one the game comes to, and can be gone on from."""
    before = len(found.messages)
    if game is not None and fingerprint(record.state) != game.hash():
        found.messages.append(Message("The stored state is not the one that the game comes to."))
    else:
        try:
            resume(record)
        except FileTrouble as trouble:
            text = "The game cannot be continued from its stored state: {why}"
            found.messages.append(Message(text, why=trouble.message))
    return game is not None and len(found.messages) == before
