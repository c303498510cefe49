"""Following the site: its actions, one by one, become ours."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow import actions as ours
from ferrovia.engine.flow.auction import Auction, Contest
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.phases import Discard
from ferrovia.engine.flow.shares import PresidentExchange
from ferrovia.engine.flow.steps.run import RunStep
from ferrovia.engine.flow.stock import StockRound
from ferrovia.titles.t1849 import actions as sicilian
from ferrovia.titles.t1849.corporations import HomeChoice
from ferrovia.titles.t1849.eighteenxx import hints, names, steps
from ferrovia.titles.t1849.eighteenxx.clocks import Clocks, SiteQuestion
from ferrovia.titles.t1849.eighteenxx.papers import Swap
from ferrovia.titles.t1849.eighteenxx.reading import Move, is_beside
from ferrovia.titles.t1849.eighteenxx.routes import shown_run
from ferrovia.titles.t1849.eighteenxx.troubles import MoveTrouble
from ferrovia.titles.t1849.setup import BONDS
from ferrovia.titles.t1849.sicily import SMS


class Follower(Clocks):
    """Plays the site's actions on our game, and knows what the site asks next."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.swap: Swap | None = None  # a change of president that the site asks about
        self._is_ended = False  # by hand: here it goes on, and nothing more comes from there
        self._early: list[Move] = []  # played before their time, because we ask for them in another order

    def play(self, move: Move, later: Sequence[Move], before: Callable[[], None]) -> None:
        """Play one action; `later` are those that follow; `before` is called when our game has come so far."""
        self._later = later
        kind = str(move["type"])
        if move["type"] == "message":
            self._listen(move)
            if hints.who_stays(move) is not None:
                return
        elif self._is_ended:
            raise MoveTrouble("On the site the game was ended by hand before that.")
        elif is_beside(move):
            self._is_ended = kind == "end_game"
        else:
            reader = _READERS.get(kind)
            if reader is None:
                raise MoveTrouble("Actions of the kind {kind} are unknown.", kind=kind[:40])
            if move in self._early:
                self._early.remove(move)
                return
            self._wait_for(move)
            before()
            for action in reader(self, move):
                self.apply(action)
            self._note(move)
            if kind != "discard_train":
                self._last = str(move["entity"])
        self._settle()

    def _listen(self, move: Move) -> None:
        """Chat of our own tells what the site's actions cannot."""
        if corporation := hints.who_closes_sms_later(move):
            self._sms_later = corporation
        offer = hints.declined_offer(self.game, move)
        if offer is not None:
            self.game.apply(offer)
            self.game.apply(ours.Decline())

    # The kinds of action

    def _read_pass(self, move: Move) -> Iterator[ours.Action]:
        """A pass answers what the site asks; one too many belongs to a step that only another release of it asks."""
        entity = str(move["entity"])
        if self._is_owed(entity):
            return
        if not self._is_acting(entity) or self._is_anothers_turn(entity):
            if entity == self._last or entity in self.passed_over:
                return
            self._finish_turn()
            if self._is_owed(entity):
                return
        turn = self.turn()
        if turn is not None and turn.corporation == entity:
            if self._may_pass(turn):
                yield ours.Pass()
        elif self._is_acting(entity) and self._is_turn_of_player():
            yield ours.Pass()
        elif entity != self._last and entity not in self.passed_over:
            raise MoveTrouble("It is for {actor} to act now.", actor=self._actor())

    def _is_turn_of_player(self) -> bool:
        return isinstance(self.game.top, StockRound | Auction | Contest)

    def _read_bid(self, move: Move) -> Iterator[ours.Action]:
        auction = self.game.top
        private, price = move["company"], move["price"]
        if isinstance(auction, Auction) and private == auction.offered(self.game):
            yield ours.BuyPrivate(private, price)
        else:
            yield ours.Bid(private, price)

    def _read_par(self, move: Move) -> Iterator[ours.Action]:
        corporation = str(move["corporation"])
        yield ours.Start(corporation, int(str(move["share_price"]).split(",")[0]))
        self.papers.started(corporation, str(move["entity"]))

    def _certificates(self, move: Move) -> tuple[str, list[int]]:
        """The corporation and the numbers of the certificates that an action names."""
        found = [str(name).rpartition("_") for name in move["shares"]]
        corporation = found[0][0]
        numbers = [int(number) for _, _, number in found if re.fullmatch("[0-9]{1,2}", number)]
        sizes = self.papers.sizes.get(corporation, ())
        is_known = len(numbers) == len(found) and all(number < len(sizes) for number in numbers)
        if not is_known or len({*numbers}) < len(numbers) or any(name != corporation for name, _, _ in found):
            raise MoveTrouble(
                "There are no certificates {shares:and} to deal in.", shares=list(map(str, move["shares"]))
            )
        return corporation, numbers

    def _read_buy_shares(self, move: Move) -> Iterator[ours.Action]:
        corporation, (number, *_) = self._certificates(move)
        holder, buyer = self.papers.holder(corporation, number), str(move["entity"])
        if buyer == corporation:
            self.papers.move(corporation, number, corporation)
            yield ours.RedeemShare()
            return
        if holder not in (corporation, POOL):
            text = "The certificate {name} is not for sale: {holder} has it."
            raise MoveTrouble(text, name=names.certificate(corporation, number), holder=holder)
        yield ours.BuyShare(corporation, "pool" if holder == POOL else "treasury")
        self.swap = self.papers.bought(self.game, corporation, number, buyer)

    def _read_sell_shares(self, move: Move) -> Iterator[ours.Action]:
        corporation, numbers = self._certificates(move)
        seller = str(move["entity"])
        if strange := [number for number in numbers if self.papers.holder(corporation, number) != seller]:
            text = "{seller} does not hold the certificate {name}."
            raise MoveTrouble(text, seller=seller, name=names.certificate(corporation, strange[0]))
        if seller == corporation:
            for number in numbers:
                self.papers.move(corporation, number, POOL)
            yield ours.IssueShares(len(numbers))
            return
        pooled = self.papers.counts(corporation, POOL)
        swap = self.papers.sold(self.game, corporation, numbers, int(move["percent"]), seller)
        after = self.papers
        if swap is not None and swap.asks and self._following_choice(seller) == names.TWO_TENS:
            after = self.papers.copy()
            after.took_two(swap)
        sold = sorted((after.counts(corporation, POOL) - pooled).elements(), reverse=True)
        yield ours.SellShares(corporation, tuple(sold))
        self.swap = swap

    def _following_choice(self, player: str) -> str:
        """What the outgoing president chooses next."""
        following = next((move for move in self._later if not is_beside(move)), None)
        if following is None or following["type"] != "choose" or str(following["entity"]) != player:
            raise MoveTrouble("{player} has not yet chosen which certificates to take.", player=player)
        return str(following["choice"])

    def _read_lay_tile(self, move: Move) -> Iterator[ours.Action]:
        name, hex_id = str(move["tile"]), move["hex"]
        yield ours.LayTile(hex_id, name.rpartition("-")[0], move["rotation"])
        self.pieces.laid(name, hex_id)
        self.pieces.follow(self.game)

    def _read_place_token(self, move: Move) -> Iterator[ours.Action]:
        hex_id = self.pieces.hex_of_city(str(move["city"]))
        if isinstance(self.game.top, HomeChoice):
            yield ours.ChooseHome(hex_id)
        else:
            yield ours.PlaceToken(hex_id)

    def _read_run_routes(self, move: Move) -> Iterator[ours.Action]:
        routes, entity = move["routes"], str(move["entity"])
        turn = self.turn()
        if routes:
            yield ours.RunTrains(tuple(shown_run(route) for route in routes))
        elif any(question.actor == entity and question.step == RunStep.word for question in self.owed):
            while self.owed.popleft().step != RunStep.word:
                pass
        elif (
            turn is not None
            and turn.corporation == entity
            and steps.place(turn.step(self.game)) > steps.place(RunStep.word)
        ):
            return  # we know that there is nothing to run
        else:
            self._go_to(entity, RunStep.word)
            yield ours.RunTrains(())

    def _read_dividend(self, move: Move) -> Iterator[ours.Action]:
        kinds: dict[str, Literal["pay", "withhold"]] = {"payout": "pay", "withhold": "withhold"}
        if move["kind"] not in kinds:
            raise MoveTrouble("The dividend {kind} is unknown.", kind=str(move["kind"])[:40])
        yield ours.Dividend(kinds[move["kind"]])

    def _read_buy_token(self, move: Move) -> Iterator[ours.Action]:
        hex_id, buyer = self.pieces.hex_of_city(str(move["city"])), str(move["entity"])
        spaces, number = self.pieces.spaces.get(hex_id, []), move["slot"]
        if type(number) is not int or not 0 <= number < len(spaces) or not spaces[number]:
            raise MoveTrouble("No token stands in space {number} on {hex}.", number=str(number)[:20], hex=hex_id)
        seller, spaces[number] = spaces[number], buyer
        yield sicilian.BuyToken(hex_id, seller, move["price"])
        self.owed.appendleft(SiteQuestion(buyer, "buy_token", self.game.fork()))  # it asks for another one

    def _read_buy_train(self, move: Move) -> Iterator[ours.Action]:
        card, buyer = str(move["train"]), str(move["entity"])
        self.notes.buyer = buyer
        yield ours.BuyTrain(card.rpartition("-")[0], self.pieces.source(card), move["price"])
        self.pieces.given(card, buyer)
        self.pieces.follow(self.game)

    def _read_discard_train(self, move: Move) -> Iterator[ours.Action]:
        """We ask the operating corporation first and then in market order; the site asks all at once."""
        while isinstance(top := self.game.top, Discard) and top.corporation != str(move["entity"]):
            earlier = next((m for m in self._later if _discards(m, top.corporation) and m not in self._early), None)
            if earlier is None:
                raise MoveTrouble("It is for {actor} to act now.", actor=top.corporation)
            self._early.append(earlier)
            yield from self._give_up(earlier)
        yield from self._give_up(move)

    def _give_up(self, move: Move) -> Iterator[ours.Action]:
        card = str(move["train"])
        yield ours.DiscardTrain(card.rpartition("-")[0])
        self.pieces.given(card, POOL)

    def _read_buy_company(self, move: Move) -> Iterator[ours.Action]:
        yield ours.BuyPrivate(move["company"], move["price"])

    def _read_assign(self, move: Move) -> Iterator[ours.Action]:
        yield ours.UsePrivate(str(move["entity"]), move["target"])

    def _read_choose(self, move: Move) -> Iterator[ours.Action]:
        choice = str(move["choice"])
        if choice.startswith(names.E_TOKEN):
            yield sicilian.BuyEToken()
        elif choice in (names.CLOSE_SMS, names.KEEP_SMS):
            yield from self._answer_about_sms(move)
        elif choice in (names.TWO_TENS, names.ONE_TWENTY):
            yield from self._exchange(choice)
        elif choice in (names.LOAN, names.LEAVE):
            yield sicilian.TakeLoan() if choice == names.LOAN else sicilian.LeaveGame()
        else:
            raise MoveTrouble("The choice {choice} is unknown.", choice=choice[:80])

    def _answer_about_sms(self, move: Move) -> Iterator[ours.Action]:
        if self.owed and self.owed[0].step == steps.SMS_CLOSED:
            self.owed.popleft()
        self.notes.sms_answered = True
        if move["choice"] == names.CLOSE_SMS and self._sms_later != str(move["entity"]):
            yield ours.UsePrivate(SMS)

    def _exchange(self, choice: str) -> Iterator[ours.Action]:
        if self.swap is None or not self.swap.asks:
            raise MoveTrouble("There is nothing to choose.")
        if choice == names.TWO_TENS:
            self.papers.took_two(self.swap)
        self.swap = None
        if isinstance(self.game.top, PresidentExchange):
            yield ours.Exchange((10, 10) if choice == names.TWO_TENS else (20,))

    def _read_bankrupt(self, move: Move) -> Iterator[ours.Action]:
        """The site sells for the president as much as can be sold of each stock; here each sale is an action."""
        while (turn := self.turn()) is not None and turn.corporation == str(move["entity"]):
            ways = [way for way in self.game.decision.choices if isinstance(way, ours.SellShares | ours.Bankrupt)]
            if not ways:
                raise MoveTrouble("{corporation} can pay for a train.", corporation=turn.corporation)
            action, seller = max(ways, key=_shares_sold), self.game.president(turn.corporation)
            if isinstance(action, ours.SellShares):
                numbers = self.papers.to_sell(action.corporation, seller, action.certificates)
                self.papers.sold(self.game, action.corporation, numbers, sum(action.certificates), seller)
            yield action

    def _read_payoff_debt(self, move: Move) -> Iterator[ours.Action]:
        """Our presidents pay what is missing of the interest by themselves."""
        player = str(move["entity"])
        if any(question.step == steps.EMERGENCY and question.actor == player for question in self.owed):
            while self.owed.popleft().step != steps.EMERGENCY:
                pass
        elif BONDS not in self.game.settings.options:
            raise MoveTrouble("{player} owes nothing.", player=player)
        yield from ()

    def _read_payoff_loan(self, move: Move) -> Iterator[ours.Action]:
        yield sicilian.RepayBond()
        self.notes.repaid = True

    def _read_take_loan(self, move: Move) -> Iterator[ours.Action]:
        yield sicilian.IssueBond()


def _discards(move: Move, corporation: str) -> bool:
    return move["type"] == "discard_train" and str(move.get("entity")) == corporation


def _shares_sold(action: ours.Action) -> int:
    return sum(action.certificates) if isinstance(action, ours.SellShares) else 0


_READERS: dict[str, Callable[[Follower, Move], Iterator[ours.Action]]] = {
    "pass": Follower._read_pass,
    "bid": Follower._read_bid,
    "par": Follower._read_par,
    "buy_shares": Follower._read_buy_shares,
    "sell_shares": Follower._read_sell_shares,
    "lay_tile": Follower._read_lay_tile,
    "place_token": Follower._read_place_token,
    "run_routes": Follower._read_run_routes,
    "dividend": Follower._read_dividend,
    "buy_token": Follower._read_buy_token,
    "buy_train": Follower._read_buy_train,
    "discard_train": Follower._read_discard_train,
    "buy_company": Follower._read_buy_company,
    "assign": Follower._read_assign,
    "choose": Follower._read_choose,
    "bankrupt": Follower._read_bankrupt,
    "payoff_debt": Follower._read_payoff_debt,
    "payoff_loan": Follower._read_payoff_loan,
    "take_loan": Follower._read_take_loan,
}
