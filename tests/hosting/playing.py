"""Plays on in the games of a house until somebody stops it; tells after each move how many are stored."""

from __future__ import annotations

import sys
from itertools import cycle

from ferrovia.table.serving import prepare


def main() -> None:
    prepare()
    from ferrovia.table.models import MoveRow, Table
    from ferrovia.table.moves import play
    from ferrovia.table.tables import TABLES
    from tests.web.live.players import choice

    for table in cycle(Table.objects.all()):
        game = TABLES.now(table).game
        play(TABLES, table, choice(table), game.decision.player, game.state.number)
        sys.stdout.write(f"{MoveRow.objects.count()}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
