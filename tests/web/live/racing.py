"""Writers who race: `python -m tests.web.live.racing TABLE MOVES NAME` plays until a game has so many moves.

Every request is sent twice, by two threads. Prints the keys of the requests that were told that they were carried out.
"""

from __future__ import annotations

import json
import sys
from threading import Lock, Thread

import msgspec

from ferrovia.table.serving import prepare

THREADS = 4


def race(table_id: int, moves: int, name: str) -> list[str]:
    from django.db import connection

    done: list[str] = []
    lock = Lock()

    def run(pair: int) -> None:
        from ferrovia.engine.flow.refusal import Refusal
        from ferrovia.table.models import Table
        from ferrovia.table.moves import play
        from ferrovia.table.storage import MoveRequest
        from ferrovia.table.tables import TABLES

        while True:
            game = TABLES.now(Table.objects.get(pk=table_id)).game
            number = game.state.number
            if (number >= moves and done) or game.over:  # who came late has one move at least
                break
            decision = game.decision
            action = next(iter(decision.choices), None) or decision.ranges[0].action
            key = f"{name}.{pair}.{number}"
            try:
                table, sent = Table.objects.get(pk=table_id), MoveRequest(key=key)
                play(TABLES, table, msgspec.json.encode(action), decision.player, number, sent)
            except Refusal:
                continue
            with lock:
                done.append(key)
        connection.close()

    threads = [Thread(target=run, args=(place // 2,)) for place in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return done


if __name__ == "__main__":
    prepare()
    print("ready", flush=True)  # noqa: T201
    sys.stdin.readline()  # all begin at once
    sys.stdout.write(json.dumps(race(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])))
