"""Section 12: the Messina earthquake."""

from __future__ import annotations

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.flow.game import Game
from ferrovia.titles.t1849.closing import close
from ferrovia.titles.t1849.events import Earthquake, TokenLost
from ferrovia.titles.t1849.sicily import GARIBALDI, MESSINA, keep, sicily


def strike(game: Game) -> None:
    """The tile goes back to the supply, all tokens there are lost, and Garibaldi may close."""
    game.tell(Earthquake())
    if MESSINA in game.layout.tiles:
        game.take_tile(MESSINA)
    ruined = stop_id(MESSINA)
    stricken = game.tokens_at(ruined)
    keep(game, messina_in_ruins=True, lost_tokens=(*sicily(game).lost_tokens, *stricken))
    for corporation in stricken:
        game.lose_token(corporation, ruined)
        game.tell(TokenLost(corporation=corporation))
    if GARIBALDI in stricken and not game.state.stations[GARIBALDI]:
        close(game, GARIBALDI)  # 1849-12.0.3
    game.title.track.changed(game)
