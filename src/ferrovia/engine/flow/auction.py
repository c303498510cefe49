"""The initial auction: buy the private company on offer, bid on a later one, or pass; bids are settled in a chain."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ferrovia.engine.flow.actions import Action, Bid, BuyPrivate, Pass
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.events import (
    BiddingLeft,
    BidMade,
    Passed,
    PrivateAwarded,
    PrivateBought,
    PrivateForced,
    PrivateMarkedDown,
)
from ferrovia.engine.flow.frame import Frame, not_now
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK
from ferrovia.saying.message import term

Standing = tuple[str, str, int]  # private, player, price: a bid whose money is set aside


class AuctionRules(msgspec.Struct, frozen=True):
    """What titles settle differently about unsold companies."""

    raise_by: int
    markdown: int  # how much cheaper the first company gets when nobody wants it
    least_price: int  # refused at this price too, it goes for nothing to whom it was offered first
    step: int = 1  # bids rise by multiples of it
    opener_resumes: bool = False  # a later company unsold: the one first offered it, not the next


class Auction(Frame, frozen=True, tag="auction"):
    """The private companies are sold, the cheapest first."""

    player: str
    rules: AuctionRules
    opener: str  # who was first to be offered the company at its present price
    bids: tuple[Standing, ...] = ()
    passes: int = 0
    markdown: int = 0

    word = "auction"
    label = term("auction")
    asks = Prompt(term("Buy, bid or pass"), term("{player} buys, bids or passes"))

    def decider(self, game: Game) -> str:
        return self.player

    def offered(self, game: Game) -> str | None:
        """The unsold private company with the lowest face value."""
        unsold = [name for name, owner in game.state.privates.items() if owner == BANK]
        return min(unsold, key=lambda name: game.title.box.privates[name].face_value, default=None)

    def asking_price(self, game: Game, private: str) -> int:
        return game.title.box.privates[private].face_value - self.markdown

    def standing(self, private: str) -> list[tuple[int, str]]:
        """The bids on a company, lowest first."""
        return sorted((price, player) for name, player, price in self.bids if name == private)

    def set_aside(self, player: str) -> int:
        return sum(price for _, bidder, price in self.bids if bidder == player)

    def free_cash(self, game: Game, player: str) -> int:
        return game.cash(player) - self.set_aside(player)

    def least_bid(self, game: Game, private: str) -> int:
        bids = self.standing(private)
        highest = bids[-1][0] if bids else game.title.box.privates[private].face_value
        return highest + self.rules.raise_by

    def most_bid(self, game: Game, player: str, private: str) -> int:
        """A new bid takes the place of the player's old one, so the money set aside for that counts."""
        own = sum(price for price, bidder in self.standing(private) if bidder == player)
        return self.free_cash(game, player) + own

    def choices(self, game: Game) -> Iterable[Choice]:
        offered = self.offered(game)
        if offered is not None:
            buy = BuyPrivate(offered, self.asking_price(game, offered))
            if self.refusal(game, buy) is None:
                yield buy
        for private, owner in game.state.privates.items():
            if owner == BANK and private != offered:
                low, high = self.least_bid(game, private), self.most_bid(game, self.player, private)
                if low <= high:
                    yield _bids(private, low, high, self.rules.step)
        yield Pass()

    def refusal(self, game: Game, action: Action) -> Refusal | None:
        match action:
            case Pass():
                return None
            case BuyPrivate(private=private, price=price):
                return self._buy_refusal(game, private, price)
            case Bid(private=private, price=price):
                return self._bid_refusal(game, private, price)
        return Refusal("auction.only_privates", "Nothing else can be done until all private companies are sold.")

    def _buy_refusal(self, game: Game, private: str, price: int) -> Refusal | None:
        offered = self.offered(game)
        if private != offered:
            return Refusal(
                "auction.cheapest",
                "Only {offered} can be bought now; other private companies take bids.",
                offered=offered,
            )
        asking = self.asking_price(game, private)
        if price != asking:
            return Refusal(
                "auction.cheapest",
                "{private} is offered at {asking:money}, not at {price:money}.",
                private=private,
                asking=asking,
                price=price,
            )
        free = self.free_cash(game, self.player)
        if free < asking:
            return Refusal(
                "auction.set_aside",
                "{private} costs {asking:money}; {player} has {free:money} besides what is set aside for bids.",
                player=self.player,
                free=free,
                private=private,
                asking=asking,
            )
        return None

    def _bid_refusal(self, game: Game, private: str, price: int) -> Refusal | None:
        if game.state.privates.get(private) != BANK or private == self.offered(game):
            return Refusal(
                "auction.bid_on_later",
                "{private} takes no bids: only unsold private companies after the one on offer do.",
                private=private,
            )
        least = self.least_bid(game, private)
        if price < least:
            rule = "auction.raise" if self.standing(private) else "auction.first_bid"
            return Refusal(
                rule,
                "A bid on {private} must be at least {least:money}; {price:money} is too little.",
                private=private,
                least=least,
                price=price,
            )
        if (price - least) % self.rules.step:
            rule = "auction.raise" if self.standing(private) else "auction.first_bid"
            return _uneven(rule, private, least, self.rules.step)
        most = self.most_bid(game, self.player, private)
        if price > most:
            return Refusal(
                "auction.set_aside",
                "{player} can bid at most {most:money} on {private}: the rest is set aside for other bids.",
                player=self.player,
                most=most,
                private=private,
            )
        return None

    def play(self, game: Game, action: Action) -> None:
        turn_of = self.player
        following = game.left_of(turn_of)
        match action:
            case BuyPrivate(private=private, price=price):
                game.tell(PrivateBought(player=turn_of, private=private, price=price))
                self._sold_at_asking_price(game, turn_of, private, price)
            case Bid(private=private, price=price):
                others = tuple(bid for bid in self.bids if bid[:2] != (private, turn_of))
                bids = (*others, (private, turn_of, price))
                game.change(msgspec.structs.replace(self, player=following, bids=bids, passes=0))
                game.tell(BidMade(player=turn_of, private=private, price=price))
            case Pass():
                game.tell(Passed(player=turn_of))
                passed = msgspec.structs.replace(self, player=following, passes=self.passes + 1)
                game.change(passed)
                if passed.passes >= len(game.players):
                    passed._nobody_buys(game)

    def _sold_at_asking_price(self, game: Game, player: str, private: str, price: int) -> None:
        """A company sold in the usual way: the turn goes on to the buyer's left, whoever wins the bids behind it."""
        following = game.left_of(player)
        game.give_priority(following)
        game.change(msgspec.structs.replace(self, player=following, opener=following, passes=0, markdown=0))
        game.pay(player, BANK, price)
        game.give_private(private, player)
        game.title.privates.sold(game, private, player)

    def _nobody_buys(self, game: Game) -> None:
        """A whole circle of passes: the first company gets cheaper, later ones only wait.

        While the first is unsold the priority stays where it was; the opener begins again, or who else the title says.
        """
        offered = self.offered(game)
        if offered is None:
            raise LookupError("An auction goes on with nothing to sell.")
        if offered != next(iter(game.title.box.privates)):
            game.title.privates.pay_revenue(game)
            if game.state.bank_broken:
                game.title.privates.auction_stalled(game)
                return
            first = self.opener if self.rules.opener_resumes else self.player
            game.give_priority(first)
            game.change(msgspec.structs.replace(self, player=first, passes=0, opener=first))
            return
        price = self.asking_price(game, offered)
        first = game.title.privates.begins_again(game, self.opener, self.player)
        if price > self.rules.least_price:
            cheaper = self.markdown + self.rules.markdown
            game.change(msgspec.structs.replace(self, player=first, opener=first, passes=0, markdown=cheaper))
            game.tell(PrivateMarkedDown(private=offered, price=price - self.rules.markdown))
            return
        game.tell(PrivateForced(player=first, private=offered))
        self._sold_at_asking_price(game, first, offered, 0)

    def proceed(self, game: Game) -> bool:
        """Settle the company that is next, if it carries bids; end when all are sold."""
        offered = self.offered(game)
        if offered is None:
            game.pop()
            game.title.privates.auction_over(game)
            return True
        bids = self.standing(offered)
        if not bids:
            return False
        if len(bids) > 1:
            bidders = tuple((player, price) for price, player in bids)
            game.push(Contest(offered, bidders, self.rules.raise_by, self.rules.step))
        else:
            (price, player), *_ = bids
            self.award(game, offered, player, price)
        return True

    def award(self, game: Game, private: str, player: str, price: int) -> None:
        """A company goes to a bidder; all bids on it are settled."""
        bids = tuple(bid for bid in self.bids if bid[0] != private)
        game.change(msgspec.structs.replace(self, bids=bids))
        game.pay(player, BANK, price)
        game.give_private(private, player)
        game.tell(PrivateAwarded(player=player, private=private, price=price))
        game.title.privates.sold(game, private, player)


def _bids(private: str, low: int, high: int, step: int) -> Range:
    return Range(Bid(private, low), low, high - (high - low) % step, step)


def _uneven(rule: str, private: str, least: int, step: int) -> Refusal:
    text = "A bid on {private} must be {least:money}, or more in steps of {step:money}."
    return Refusal(rule, text, private=private, least=least, step=step)


class Contest(Frame, frozen=True, tag="contest"):
    """Several players have bid on the company that is next: the lowest bidder raises or drops out."""

    private: str
    bids: tuple[tuple[str, int], ...]
    raise_by: int
    bid_step: int = 1

    word = "contest"
    label = term("raises")
    asks = Prompt(term("Raise on {private}, or leave it"), term("{player} raises on {private}, or leaves it"))

    def decider(self, game: Game) -> str:
        return min(self.bids, key=lambda bid: bid[1])[0]

    def _least(self) -> int:
        return max(price for _, price in self.bids) + self.raise_by

    def _most(self, game: Game) -> int:
        auction = game.find(Auction)
        assert auction is not None
        return auction.most_bid(game, self.decider(game), self.private)

    def choices(self, game: Game) -> Iterable[Choice]:
        low, high = self._least(), self._most(game)
        if low <= high:
            yield _bids(self.private, low, high, self.bid_step)
        yield Pass()

    def refusal(self, game: Game, action: Action) -> Refusal | None:
        match action:
            case Pass():
                return None
            case Bid(private=private, price=price):
                if private != self.private:
                    return Refusal("auction.contest", "Only {private} is being bid on now.", private=self.private)
                if price < self._least():
                    return Refusal(
                        "auction.contest_raise",
                        "The next bid on {private} must be at least {least:money}.",
                        private=private,
                        least=self._least(),
                    )
                if (price - self._least()) % self.bid_step:
                    return _uneven("auction.contest_raise", private, self._least(), self.bid_step)
                if price > self._most(game):
                    return Refusal(
                        "auction.set_aside",
                        "{player} can bid at most {most:money} on {private}.",
                        player=self.decider(game),
                        most=self._most(game),
                        private=private,
                    )
                return None
        return not_now(action, self.called(game))

    def play(self, game: Game, action: Action) -> None:
        player = self.decider(game)
        others = tuple(bid for bid in self.bids if bid[0] != player)
        if isinstance(action, Bid):
            # The money set aside rises with the bid, so that the auction's sums stay right.
            auction = game.find(Auction)
            assert auction is not None
            kept = tuple(bid for bid in auction.bids if bid[:2] != (self.private, player))
            game.change(msgspec.structs.replace(auction, bids=(*kept, (self.private, player, action.price))))
            game.change(msgspec.structs.replace(self, bids=(*others, (player, action.price))))
            game.tell(BidMade(player=player, private=self.private, price=action.price))
            return
        game.tell(BiddingLeft(player=player, private=self.private))
        game.change(msgspec.structs.replace(self, bids=others))

    def proceed(self, game: Game) -> bool:
        if len(self.bids) > 1:
            return False
        game.pop()
        auction = game.find(Auction)
        assert auction is not None
        (player, price), *_ = self.bids
        auction.award(game, self.private, player, price)
        return True
