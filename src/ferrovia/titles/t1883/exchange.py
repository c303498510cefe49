"""Sections 8.3.6 to 8.3.10: shares of FMMSF and FMV become shares of SEFTA, pairs first, then odd ones."""

from __future__ import annotations

from ferrovia.engine.finance.certificates import OFFER, POOL, PRESIDENT, held, ordinary
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.questions import Question
from ferrovia.engine.flow.state import BANK, OUT
from ferrovia.saying.message import term
from ferrovia.titles.t1883.emilia import MERGING, SEFTA
from ferrovia.titles.t1883.events import OddShareConverted, OddShareGivenUp, PresidencyTaken, StockReceived
from ferrovia.titles.t1883.settling import Settling, owe_to_pool

CONVERT, GIVE_UP = "convert", "give_up"


def exchange(game: Game, order: tuple[str, ...], value: int) -> None:
    """8.3.6: each 20% and each pair of 10% becomes one share of SEFTA; then who is left with an odd one is asked."""
    old = {holder: _old_shares(game, holder) for holder in (*order, OFFER, POOL)}
    for name in MERGING:
        game.place_stock(name, (OUT,) * len(game.sizes(name)))
    for player in order:
        for _ in range(old[player] // 2):
            _give_share(game, player)
        if old[player] // 2:
            percent = old[player] // 2 * game.share(SEFTA)
            game.tell(StockReceived(holder=player, percent=percent, corporation=SEFTA))
    kept = old[OFFER] // 2  # they stay where they are
    odd = [player for player in order if old[player] % 2]
    owe_to_pool(game, old[POOL] // 2, spared=sum(old[player] == 1 for player in odd))
    for player in reversed(odd):
        game.push(OddShare(player, value, kept))


def _old_shares(game: Game, holder: str) -> int:
    return sum(game.percent(name, holder) // game.share(name) for name in MERGING)


def _give_share(game: Game, player: str) -> None:
    """One share of SEFTA; the first player to have two of them holds the president's certificate instead.

    Until then two of the ten shares are on that certificate alone: when all others are out, a second share can still be
    had, by giving the single one back for it (R82).
    """
    holders = game.holders(SEFTA)
    single = held(holders, player)
    if not single or holders[PRESIDENT] != OFFER:
        game.hand_over(SEFTA, ordinary(holders, OFFER)[0], player)
        return
    game.hand_over(SEFTA, single[0], OFFER)
    game.hand_over(SEFTA, PRESIDENT, player)
    game.tell(PresidencyTaken(player=player))


class OddShare(Question, frozen=True, tag="odd_share"):
    """8.3.7: a single old share becomes one of SEFTA for half its value, or is given up for as much."""

    player: str
    value: int
    kept: int = 0  # shares that became the Initial Offers' own by the exchange of pairs

    word = "odd_share"
    label = term("odd share")
    asks = Prompt(term("An odd share: buy or sell?"), term("{player} has an odd share to settle"))

    def clause(self) -> str:
        return "1883-8.3.7"

    def decider(self, game: Game) -> str:
        return self.player

    @property
    def half(self) -> int:
        """Half the value of a share, rounded up."""
        return -(-self.value // 2)

    def answers(self, game: Game) -> tuple[str, ...]:
        can_convert = self._left(game) > 0 and game.cash(self.player) >= self.half
        return (CONVERT, GIVE_UP) if can_convert else (GIVE_UP,)

    def _left(self, game: Game) -> int:
        """R75: the shares that nobody has received yet, on whichever certificate they are."""
        settling = game.find(Settling)
        assert settling is not None
        return game.percent(SEFTA, OFFER) // game.share(SEFTA) - self.kept - settling.owed

    def answer(self, game: Game, choice: str) -> None:
        game.pop()
        if choice == CONVERT:
            game.pay(self.player, SEFTA, self.half)
            game.tell(OddShareConverted(player=self.player, amount=self.half))
            _give_share(game, self.player)
        else:
            game.pay(BANK, self.player, self.half)
            game.tell(OddShareGivenUp(player=self.player, amount=self.half))
