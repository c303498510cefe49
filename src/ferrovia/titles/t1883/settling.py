"""Sections 8.3.10 to 8.3.14: what SEFTA settles once the shares are exchanged: its president and its tokens."""

from __future__ import annotations

import msgspec

from ferrovia.engine.board.board import hex_of, stop_id
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.finance.certificates import OFFER, POOL, PRESIDENT, held, ordinary, successor
from ferrovia.engine.flow.debts import Debt
from ferrovia.engine.flow.frame import Procedure
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.phases import Discard, over_limit
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.questions import Question
from ferrovia.saying.message import term
from ferrovia.titles.t1883.closing import close
from ferrovia.titles.t1883.emilia import MERGING, SEFTA
from ferrovia.titles.t1883.events import (
    PresidencySettled,
    PresidencyTaken,
    StockReceived,
    TokenGivenUp,
    TokensRemoved,
    TokensReplaced,
)
from ferrovia.titles.t1883.gravity import return_surplus


class Settling(Procedure, frozen=True, tag="settling"):
    """8.3.10 to 8.3.14: presidency, tokens, trains, once the shares are exchanged."""

    order: tuple[str, ...]
    asked: tuple[str, ...] = ()  # players who were to pay for the presidency
    owed: int = 0  # shares of the pool for which there is no certificate yet (R82)

    def proceed(self, game: Game) -> bool:
        _supply_pool(game)
        if game.holders(SEFTA)[PRESIDENT] == OFFER:
            return self._find_president(game)
        game.pop()
        self._largest_holder(game)
        game.push(SeftaTokens())
        return True

    def _find_president(self, game: Game) -> bool:
        """8.3.12: nobody has two; the first with one share pays for the second (R50)."""
        holders = game.holders(SEFTA)
        buyers = [player for player in self.order if player in holders and player not in game.state.gone]
        if not buyers:
            game.pop()
            for name in MERGING:
                game.set_stations(name, (), game.state.tokens[name])
                game.tell(TokensRemoved(corporation=name))
            close(game, SEFTA)
            return True
        player = buyers[0]
        if player in self.asked:  # the debt has been paid: the second share is theirs
            (single,) = held(holders, player)
            game.hand_over(SEFTA, single, OFFER)
            game.hand_over(SEFTA, PRESIDENT, player)
            game.tell(StockReceived(holder=player, percent=10, corporation=SEFTA))
            game.tell(PresidencyTaken(player=player))
            return True
        game.change(msgspec.structs.replace(_settling(game), asked=(*self.asked, player)))
        game.push(Debt(player, game.price(SEFTA), SEFTA))
        return True

    def _largest_holder(self, game: Game) -> None:
        president = game.holders(SEFTA)[PRESIDENT]
        sizes, holders = game.sizes(SEFTA), game.holders(SEFTA)
        heir = successor(sizes, holders, president, game.to_the_left(president), game.percent(SEFTA, president))
        if heir is not None:
            for number in ordinary(holders, heir)[:2]:
                game.hand_over(SEFTA, number, president)
            game.hand_over(SEFTA, PRESIDENT, heir)
        game.tell(PresidencySettled(player=game.holders(SEFTA)[PRESIDENT]))


def owe_to_pool(game: Game, shares: int, spared: int) -> None:
    """So many shares are the pool's, whether there are certificates for them or not; some are spared for players."""
    game.change(msgspec.structs.replace(_settling(game), owed=shares))
    _supply_pool(game, spared)


def _supply_pool(game: Game, spared: int = 0) -> None:
    """R82: shares that are the pool's get their certificates as soon as some are free.

    While two of ten shares are on the president's certificate alone, those for players without a share are spared.
    """
    settling = _settling(game)
    holders = game.holders(SEFTA)
    free = ordinary(holders, OFFER)
    if holders[PRESIDENT] == OFFER:
        free = free[spared:]
    supplied = free[: settling.owed]
    for number in supplied:
        game.hand_over(SEFTA, number, POOL)
    if supplied:
        percent = len(supplied) * game.share(SEFTA)
        game.tell(StockReceived(holder=POOL, percent=percent, corporation=SEFTA))
        game.change(msgspec.structs.replace(settling, owed=settling.owed - len(supplied)))


def _settling(game: Game) -> Settling:
    found = game.find(Settling)
    assert found is not None
    return found


class SeftaTokens(Question, frozen=True, tag="sefta_tokens"):
    """8.3.13, R51: four tokens at most, the homes first; the president gives up what is beyond."""

    word = "tokens"
    label = term("tokens")
    asks = Prompt(term("Give up a token of {corporation}"), term("{player} gives up a token of {corporation}"))

    def clause(self) -> str:
        return "1883-8.3.13"

    def decider(self, game: Game) -> str:
        return game.president(SEFTA)

    def corporation_of(self, game: Game) -> str:
        return SEFTA

    def _homes(self, game: Game) -> list[StopId]:
        return [stop_id(hex_id) for hex_id in game.corporation(SEFTA).homes]

    def _stops(self, game: Game) -> list[StopId]:
        placed = [stop for name in MERGING for stop in game.state.stations[name]]
        return list(dict.fromkeys([*(stop for stop in self._homes(game) if stop in placed), *placed]))

    def answers(self, game: Game) -> tuple[str, ...]:
        return tuple(stop for stop in self._stops(game) if stop not in self._homes(game))

    def answer(self, game: Game, choice: str) -> None:
        game.tell(TokenGivenUp(hex=hex_of(StopId(choice))))
        for name in MERGING:
            kept = [stop for stop in game.state.stations[name] if stop != choice]
            game.set_stations(name, kept, game.state.tokens[name])

    def proceed(self, game: Game) -> bool:
        stops, most = self._stops(game), game.corporation(SEFTA).tokens
        if len(stops) > most:
            return False
        game.pop()
        game.set_stations(SEFTA, stops, most - len(stops))
        for name in MERGING:
            game.set_stations(name, (), 0)
            game.tell(TokensReplaced(corporation=name))
        if over_limit(game, SEFTA):
            game.push(Discard(SEFTA))
        return_surplus(game, SEFTA)
        game.title.track.changed(game)
        return True
