"""How a game ended, kept with its last move, so that lists of finished games need none of them."""

from __future__ import annotations

from ferrovia.engine.flow.game import Game
from ferrovia.formats.view import standings
from ferrovia.table.home.models import Result


def keep_results(table_id: int, game: Game) -> None:
    """What everybody came out with, inside the caller's transaction."""
    forget_results(table_id)
    Result.objects.bulk_create(
        Result(table_id=table_id, player=player, place=place, worth=worth) for place, player, worth in standings(game)
    )


def forget_results(table_id: int) -> None:
    """The last move was taken back: nobody has won yet."""
    Result.objects.filter(table_id=table_id).delete()
