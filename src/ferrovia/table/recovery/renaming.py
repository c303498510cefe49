"""Another name for a player of a finished game: the game is played again from its moves under the new one."""

from __future__ import annotations

import logging
from typing import Any

import msgspec

from ferrovia.engine.flow.game import Game
from ferrovia.formats.save import Move, Record, plain_state
from ferrovia.formats.shared_seed import SharedSeed
from ferrovia.formats.view import standings
from ferrovia.table.models import MoveRow, Table, TakenBack
from ferrovia.table.storage import TableStorage, keep
from ferrovia.titles.registry import title_of

_log = logging.getLogger(__name__)


def rename_in_game(table: Table, old: str, new: str) -> bool:
    """Put the game on its table anew under another name, inside the caller's transaction; whether that could be done.

    A game that does not come out as it did, such as one that an early release began by other rules, stays as it is.
    """
    record, game = TableStorage(table.pk).load()
    try:
        again, played = _played_again(record, old, new)
    except Exception:  # whatever an old game holds: nobody's erasure stops at it
        _log.exception("A game could not be played again under another name.")
        return False
    if standings(played) != [(place, new if name == old else name, worth) for place, name, worth in standings(game)]:
        _log.error("A game came out otherwise under another name.")
        return False
    rows = {number: (key, mover, made) for number, key, mover, made in _kept(table)}
    MoveRow.objects.filter(table=table).delete()
    changed, asked_at = table.changed, table.asked_at
    keep(table, again, played)
    for row in MoveRow.objects.filter(table=table):
        row.key, row.mover, row.made = rows[row.number]
        row.save(update_fields=["key", "mover", "made"])
    Table.objects.filter(pk=table.pk).update(changed=changed, asked_at=asked_at, over=True)
    for struck in TakenBack.objects.filter(table=table):
        struck.player = new if struck.player == old else struck.player
        struck.agreed = _renamed(struck.agreed, old, new)
        struck.moves = msgspec.json.encode(_renamed(msgspec.json.decode(bytes(struck.moves)), old, new))
        struck.save(update_fields=["player", "agreed", "moves"])
    return True


def _kept(table: Table) -> Any:
    return MoveRow.objects.filter(table=table).values_list("number", "key", "mover", "made")


def _played_again(record: Record, old: str, new: str) -> tuple[Record, Game]:
    title = title_of(record.settings)
    settings = msgspec.structs.replace(
        record.settings, players=tuple(new if name == old else name for name in record.settings.players)
    )
    game = Game(title, settings)
    found = msgspec.structs.replace(Record.of(game, [game.hash()]), shared_seed=_shared(record.shared_seed, old, new))
    for action in record.actions:
        again = msgspec.convert(_renamed(msgspec.to_builtins(action), old, new), type=type(action))
        by = "" if game.over else game.player_of(again)
        events = game.apply(again)
        state = plain_state(game)
        found = found.with_move(Move.of(again, by, events, found.state, state), state)
    return found, game


def _shared(shared: SharedSeed | None, old: str, new: str) -> SharedSeed | None:
    return None if shared is None else msgspec.convert(_renamed(msgspec.to_builtins(shared), old, new), SharedSeed)


def _renamed(value: Any, old: str, new: str) -> Any:
    """The same with another name, wherever a whole word of it is that name."""
    if isinstance(value, dict):
        return {new if key == old else key: _renamed(each, old, new) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_renamed(each, old, new) for each in value]
    return new if value == old else value
