"""Puts positions on tables for the browser tests: a process beside them, because theirs has an event loop of its own.

Reads a line of JSON for each table that is wanted and answers with one: see `Laid` in tests.browser.house. Asked for a
table that is there, it answers with what somebody was asked at it.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from ferrovia.table.serving import prepare


def laid(wanted: dict[str, Any]) -> dict[str, Any]:
    from ferrovia.engine.flow.actions import LayTile
    from ferrovia.table.clocks.turns import begun
    from ferrovia.table.cookies import guest_cookie
    from ferrovia.table.models import LastSeen, Person, Table
    from ferrovia.table.tables import TABLES
    from ferrovia.table.waiting_for import waiting_columns
    from tests.web.positions import busiest, laid_out, played, until

    title, moves = wanted["title"], wanted.get("moves", 0)
    players, seed = wanted.get("players", 3), wanted.get("seed", "1")
    if "stored" in wanted:
        record = busiest(wanted["stored"], wanted["step"])
    elif wanted.get("digest"):
        record = _digested(title)
    elif wanted.get("interrupted"):
        record = _interrupted(title)
    elif "step" in wanted:
        record = until(title, wanted["step"], players, seed, after=moves)
    else:
        record = played(title, players, moves, seed)
    table = laid_out(record)
    game = TABLES.now(table).game
    decision = game.decision
    sessions = {}
    for seat in table.seats.all():
        if wanted.get("alone") and seat.player != decision.player:
            seat.bot, seat.person = "sensible", None
        else:
            person = table.host if wanted.get("together") else Person.objects.create(name=seat.player)
            seat.person = person
            sessions[seat.player] = guest_cookie(person)
            if wanted.get("digest"):
                LastSeen.objects.create(table=table, person=person, number=len(record.actions))
        seat.save()
    if wanted.get("clocked"):
        Table.objects.filter(pk=table.pk).update(**waiting_columns(game), law=wanted.get("law", {}))
        table.refresh_from_db()
        begun(table)
    others = _asides(game)
    lays = [choice for choice in decision.choices if isinstance(choice, LayTile)]
    return {
        "path": f"/t/{table.key}",
        "decider": decision.player,
        "number": len(record.actions),
        "sessions": sessions,
        "lay": [lays[0].hex, lays[0].tile] if lays else [],
        "interjection": [others[0].player, _json(others[0].choice)] if others else [],
    }


def met(key: str, player: str) -> list[str]:
    """The kinds of decision that a player has met at a table."""
    from ferrovia.engine.flow.game import Game
    from ferrovia.table.models import Table
    from ferrovia.table.tables import TABLES

    record = TABLES.now(Table.objects.get(key=key)).record
    game = Game(TABLES.sitting(Table.objects.get(key=key)).title, record.settings)
    found = set()
    for action in record.actions:
        if game.top.decider(game) == player:
            found.add(game.top.step(game))
        game.apply(action)
    return sorted(found)


def _json(choice: Any) -> str:
    import msgspec

    return msgspec.json.encode(getattr(choice, "action", choice)).decode()


def _asides(game: Any) -> list[Any]:
    """What others may do now that leaves the question as it is."""
    found = []
    for each in game.decision.interjections:
        fork = game.fork()
        fork.apply(getattr(each.choice, "action", each.choice), by=each.player)
        if each.player != game.decision.player and fork.top == game.top:
            found.append(each)
    return found


def _digested(title: str) -> Any:
    """A position in which a phase has begun since the last move of whoever must choose."""
    from ferrovia.engine.flow.events import PhaseBegins
    from tests.web.positions import walk_of

    walk, number, begun = walk_of(title), 0, False
    while walk.reaches(number):
        record, game = walk.record(number), walk.game(number)
        begun = begun or any(isinstance(event, PhaseBegins) for event in record.events_of(number) or ())
        if begun and not game.over and game.top.decider(game) != record.past_of(number).by:
            return record
        number += 1
    raise LookupError(f"In this game of {title} no phase begins.")


def _interrupted(title: str) -> Any:
    """A position in which a price is named and somebody else may act out of turn."""
    from tests.web.positions import walk_of

    walk, number = walk_of(title), 0
    while walk.reaches(number):
        game = walk.game(number)
        if not game.over and game.decision.ranges and _asides(game):
            return walk.record(number)
        number += 1
    raise LookupError(f"In this game of {title} nobody names a price while another may act.")


if __name__ == "__main__":
    prepare()
    for line in sys.stdin:
        asked = json.loads(line)
        sys.stdout.write(json.dumps(met(**asked["met"]) if "met" in asked else laid(asked)) + "\n")
        sys.stdout.flush()
