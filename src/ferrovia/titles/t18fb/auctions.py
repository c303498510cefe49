"""3.2 and 3.6.2: how cards and regional companies are put up one by one and go to the highest bidder."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ferrovia.engine.flow.actions import Action, Bid, Pass
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.events import Passed
from ferrovia.engine.flow.frame import Frame
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.saying.message import term
from ferrovia.titles.t18fb import components
from ferrovia.titles.t18fb.actions import PutUp
from ferrovia.titles.t18fb.events import LotBid, LotPutUp, LotUnsold, LotWon

CHOICE_OF_A_LOT, BIDDING = "lot", "bidding"  # the steps
_PUT_UP = Prompt(term("Put something up for auction"), term("{player} chooses what is put up"))
_BID = Prompt(term("Bid on {lot}, or pass"), term("{player} bids on {lot}, or passes"))


class Lots(Frame, frozen=True):
    """The players put up lots in turn; each is bid for until all but one have passed."""

    chooser: str
    left: tuple[str, ...]  # lots not yet put up
    lot: str = ""  # the one being bid for
    speaker: str = ""
    bidder: str = ""
    price: int = 0
    passed: tuple[str, ...] = ()  # players out of this auction

    def step_id(self, game: Game) -> str:
        """Putting up and bidding are two steps."""
        return BIDDING if self.lot else CHOICE_OF_A_LOT

    def step(self, game: Game) -> str:
        return self.step_id(game)

    def called(self, game: Game) -> str:
        return term("bidding") if self.lot else term("lot")

    def prompt(self, game: Game) -> Prompt:
        return _BID if self.lot else _PUT_UP

    def decider(self, game: Game) -> str:
        return self.speaker if self.lot else self.chooser

    def cost(self, lot: str) -> int:
        """What is printed on a lot, with which the bidding starts."""
        raise NotImplementedError

    def sold(self, game: Game, lot: str, player: str, price: int) -> None:
        """A lot has found its owner."""
        raise NotImplementedError

    def may_own(self, game: Game, player: str) -> bool:
        """Whether a player may own one more lot."""
        return True

    def clause(self, rule: str) -> str:
        """The clause to cite where the political round has one of its own."""
        return rule

    # What may be done

    def _least(self) -> int:
        return self.price + _raise() if self.bidder else self.cost(self.lot)

    def _most(self, game: Game) -> int:
        """As much as the speaker has, in steps from the printed cost."""
        cash = game.cash(self.speaker)
        return cash - (cash - self.cost(self.lot)) % _raise()

    def choices(self, game: Game) -> Iterator[Choice]:
        if not self.lot:
            yield from (PutUp(lot) for lot in self.left)
            return
        if self._may_bid(game):
            yield Range(Bid(self.lot, self._least()), self._least(), self._most(game), _raise())
        yield Pass()

    def _may_bid(self, game: Game) -> bool:
        return self._least() <= self._most(game) and self.may_own(game, self.speaker)

    def refusal(self, game: Game, action: Action) -> Refusal | None:
        if not self.lot:
            if isinstance(action, PutUp) and action.lot in self.left:
                return None
            text = "{player} must put one of these up for auction: {left}."
            return Refusal(self.clause("18FB-3.2.1"), text, player=self.chooser, left=self.left)
        match action:
            case Pass():
                return None
            case Bid():
                return self._bid_refusal(game, action)
        return Refusal(self.clause("18FB-3.2.2"), "{lot} is up for auction: bid or pass.", lot=self.lot)

    def _bid_refusal(self, game: Game, action: Bid) -> Refusal | None:
        names = {"lot": self.lot, "price": action.price, "least": self._least(), "player": self.speaker}
        if action.private != self.lot:
            return Refusal(self.clause("18FB-3.2.2"), "The auction is for {lot} only.", **names)
        if action.price < self._least():
            rule = "18FB-3.2.6" if self.bidder else "18FB-3.2.5"
            return Refusal(self.clause(rule), "The next bid for {lot} must be at least {least:money}.", **names)
        if (action.price - self.cost(self.lot)) % _raise():
            text = "A bid for {lot} must be its printed cost plus a multiple of {step:money}."
            return Refusal(self.clause("18FB-3.2.6"), text, step=_raise(), **names)
        if action.price > game.cash(self.speaker):
            text = "{player} has {cash:money} and cannot bid {price:money}."
            return Refusal(self.clause("18FB-3.2.7"), text, cash=game.cash(self.speaker), **names)
        return None

    # What it does

    def play(self, game: Game, action: Action) -> None:
        match action:
            case PutUp(lot=lot):
                game.tell(LotPutUp(player=self.chooser, lot=lot))
                left = tuple(other for other in self.left if other != lot)
                game.change(msgspec.structs.replace(self, lot=lot, speaker=self.chooser, left=left))
            case Bid(price=price):
                game.tell(LotBid(player=self.speaker, price=price, lot=self.lot))
                self._speak_on(game, bidder=self.speaker, price=price)
            case _:
                game.tell(Passed(player=self.speaker))
                self._speak_on(game, passed=(*self.passed, self.speaker))

    def _speak_on(self, game: Game, **facts: object) -> None:
        """The next player who has not passed speaks."""
        now = msgspec.structs.replace(self, **facts)
        following = [player for player in game.to_the_left(self.speaker) if player not in now.passed]
        game.change(msgspec.structs.replace(now, speaker=following[0] if following else now.speaker))

    def proceed(self, game: Game) -> bool:
        if not self.lot:
            if self.left:
                return False
            game.pop()
            game.title.privates.auction_over(game)
            return True
        bidding = [player for player in game.players if player not in self.passed]
        if not bidding or bidding == [self.bidder]:
            self._knock_down(game)
            return True
        if self._may_bid(game):
            return False
        self.play(game, Pass())
        return True

    def _knock_down(self, game: Game) -> None:
        """The lot goes to the last bidder, or to the pool; the player after the one who put it up is next (3.2.3)."""
        game.change(type(self)(game.left_of(self.chooser), self.left))
        if not self.bidder:
            game.tell(LotUnsold(lot=self.lot))
            return
        game.tell(LotWon(player=self.bidder, lot=self.lot, price=self.price))
        self.sold(game, self.lot, self.bidder, self.price)


def _raise() -> int:
    return int(components.sheet("game")["auction"]["step"])


def free_cash(game: Game, player: str) -> int:
    """Money that is not set aside for a standing bid (3.2.7)."""
    lots = game.find(Lots)
    return game.cash(player) - (lots.price if lots is not None and lots.bidder == player else 0)
