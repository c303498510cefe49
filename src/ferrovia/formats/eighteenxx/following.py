"""Following the site: its actions, one by one, become ours, whatever only one side asks for.

Two clocks run here. Ours passes over steps with nothing to do; the site's does so less often, and then waits for an
answer that our game does not need: such questions are owed. Where we ask and the site does not, we pass, but never
beyond the turn, and never a step that a later action of the turn needs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

import msgspec

from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow import actions as ours
from ferrovia.engine.flow.auction import Auction, Contest
from ferrovia.engine.flow.emergency import Emergency
from ferrovia.engine.flow.events import CorporationClosed
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.offers import Offer
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.phases import Discard
from ferrovia.engine.flow.shares import PresidentExchange
from ferrovia.engine.flow.steps.trains import TrainStep
from ferrovia.engine.flow.stock import StockRound
from ferrovia.formats.eighteenxx import hints, names, steps
from ferrovia.formats.eighteenxx.papers import Papers, Swap
from ferrovia.formats.eighteenxx.pieces import Pieces
from ferrovia.formats.eighteenxx.reading import Move
from ferrovia.formats.eighteenxx.routes import shown_run
from ferrovia.formats.eighteenxx.troubles import MoveTrouble
from ferrovia.titles.t1849 import actions as sicilian
from ferrovia.titles.t1849.setup import BONDS
from ferrovia.titles.t1849.sicily import SMS
from ferrovia.titles.t1849.starting import HomeChoice

# Where in a turn an action of a corporation belongs; those not named may come in any step.
STEPS = {
    "lay_tile": "track",
    "place_token": "token",
    "run_routes": "run",
    "dividend": "dividend",
    "buy_token": "buy_token",
    "buy_train": "trains",
    "bankrupt": "trains",
    "sell_shares": "finance",
    "buy_shares": "finance",
    "payoff_loan": "repay_bond",
    "take_loan": "issue_bond",
}
_OF_STOCK_TURNS = ("pass", "buy_shares", "par", "bid")  # what players do in turns of their own


class Question(msgspec.Struct, frozen=True):
    """What the site asks while our game has gone on by itself."""

    actor: str
    step: str
    position: Game  # as it stood then


class Follower:
    """Plays the site's actions on our game, and knows what the site asks next."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.owed: deque[Question] = deque()
        self.papers, self.pieces = Papers(game), Pieces(game)
        self.notes = steps.Notes()
        self.swap: Swap | None = None  # a change of president that the site asks about
        self._later: Sequence[Move] = ()
        self._early: list[Move] = []  # played before their time, because we ask for them in another order
        self._sms_later = ""  # who closes SMS in the step after track
        self._last = ""  # the corporation whose turn it was last
        game.watcher = self._see

    def _see(self, game: Game) -> None:
        """Our game is about to go on by itself: note what the site would ask meanwhile."""
        left = steps.passed_over(game)
        if left is None:
            return
        turn, step = left
        self.notes.look_at(game, turn)
        if steps.asks_about_sms(game, turn, step, self.notes):
            self._owe(game, turn.corporation, "sms")
        if steps.asks(game, turn, step, self.notes):
            self._owe(game, turn.corporation, step)
        elif step == "bond_interest" and steps.debt(game, turn):
            self._owe(game, game.president(turn.corporation), "emergency")

    def _owe(self, game: Game, actor: str, step: str) -> None:
        self.owed.append(Question(actor, step, game.fork()))

    # The clocks

    def play(self, move: Move, later: Sequence[Move], before: Callable[[], None]) -> None:
        """Play one action; `later` are those that follow; `before` is called when our game has come so far."""
        self._later = later
        kind = str(move["type"])
        if move["type"] == "message":
            self._listen(move)
            if hints.who_stays(move) is not None:
                return
        elif not kind.startswith("program_"):  # standing orders do nothing by themselves
            reader: Callable[[Move], Iterator[ours.Action]] | None = getattr(self, f"_{kind}", None)
            if reader is None:
                raise MoveTrouble("Actions of the kind {kind} are unknown.", kind=kind[:40])
            if move in self._early:
                self._early.remove(move)
                return
            self._wait_for(move)
            before()
            for action in reader(move):
                self.apply(action)
            self._note(move)
            if kind != "discard_train":
                self._last = str(move["entity"])
        self._settle()

    def apply(self, action: ours.Action) -> None:
        events = self.game.apply(action)
        while not self.game.over and isinstance(self.game.top, Offer):
            events = [*events, *self.game.apply(ours.Accept())]  # on the site a deal is agreed before it is entered
        for event in events:
            if isinstance(event, CorporationClosed):
                self.papers.reset(event.corporation)
        self.pieces.follow(self.game)

    def _listen(self, move: Move) -> None:
        """Chat of our own tells what the site's actions cannot."""
        if corporation := hints.who_closes_sms_later(move):
            self._sms_later = corporation
        offer = hints.declined_offer(self.game, move)
        if offer is not None:
            self.game.apply(offer)
            self.game.apply(ours.Decline())

    def _note(self, move: Move) -> None:
        turn = self.game.find(OperatingTurn) if not self.game.over else None
        if turn is not None and turn.corporation == str(move["entity"]):
            self.notes.look_at(self.game, turn)
            self.notes.begun = True

    def turn(self) -> OperatingTurn | None:
        """The operating turn, if its corporation is to act."""
        top = None if self.game.over else self.game.top
        return top if isinstance(top, OperatingTurn) else None

    def question(self) -> str:
        """What the site asks now that our game asks too, by our names for the steps."""
        turn = self.turn()
        if turn is None:
            return "" if self.game.over else self.game.top.step(self.game)
        self.notes.look_at(self.game, turn)
        step = turn.step(self.game)
        return "sms" if steps.asks_about_sms(self.game, turn, step, self.notes) else step

    def _wait_for(self, move: Move) -> None:
        """Let our game come to the step in which the site plays this."""
        kind, entity = str(move["type"]), self._entity(move)
        step = self._step(move)
        if kind in ("pass", "payoff_debt") or (kind == "run_routes" and not move["routes"]):
            return
        while self.owed and not self._answers(self.owed[0], kind, entity, step):
            self.owed.popleft()
        is_in_own_turn = kind in _OF_STOCK_TURNS or (kind == "sell_shares" and step is None)
        if not self._is_acting(entity) or (is_in_own_turn and self._is_anothers_turn(entity)):
            self._finish_turn()
        if not self._is_acting(entity):
            raise MoveTrouble("It is for {actor} to act now.", actor=self._actor())
        if step is not None:
            self._go_to(entity, step)

    def _is_anothers_turn(self, entity: str) -> bool:
        """Whether a player who acts for himself is asked as president of a corporation, and not to pay its interest."""
        turn = self.turn()
        return turn is not None and turn.corporation != entity and turn.step(self.game) != "bond_interest"

    def _answers(self, question: Question, kind: str, entity: str, step: str | None) -> bool:
        """Whether the question stays open, or is answered, when this is played."""
        if kind in ("buy_company", "assign") or question.step == "sms":
            return question.actor == entity
        return question.actor == entity and (step is None or steps.place(question.step) >= steps.place(step))

    def _entity(self, move: Move) -> str:
        """Who acts; a private company acts for its owner."""
        entity = str(move["entity"])
        return self.game.state.privates.get(entity, "") if move.get("entity_type") == "company" else entity

    def _step(self, move: Move) -> str | None:
        """The step of an operating turn that an action belongs to."""
        kind, entity = str(move["type"]), str(move["entity"])
        if kind == "choose":
            return "e_token" if str(move.get("choice", "")).startswith(names.E_TOKEN) else None
        if entity in self.game.state.certificates:
            if kind == "place_token" and any(isinstance(frame, HomeChoice) for frame in self.game.state.agenda):
                return None
            return STEPS.get(kind)
        return "trains" if kind == "sell_shares" and self._need() is not None else None

    def _need(self) -> Emergency | None:
        """What the president of the operating corporation has to raise for its train, if anything."""
        turn = self.turn()
        if turn is None:
            return None
        all_steps = self.game.title.operating.steps_of(self.game, turn.corporation)
        return next(step.need(self.game, turn) for step in all_steps if isinstance(step, TrainStep))

    def _is_acting(self, entity: str) -> bool:
        if self.game.over:
            return False
        top = self.game.top
        if isinstance(top, Discard):
            return any(isinstance(frame, Discard) and frame.corporation == entity for frame in self.game.state.agenda)
        return entity in (top.decider(self.game), top.corporation_of(self.game))

    def _actor(self) -> str:
        if self.game.over:
            return "-"
        return self.game.top.corporation_of(self.game) or self.game.top.decider(self.game)

    def _go_to(self, entity: str, step: str) -> None:
        """Pass on our steps that the site passed over, within the turn."""
        while (turn := self.turn()) is not None:
            now = turn.step(self.game)
            if now == step:
                return
            if steps.place(now) > steps.place(step):
                self._finish_turn()  # the same corporation acts again, in the next round
                after = self.turn()
                if after is None or after.corporation != entity or after.at >= turn.at:
                    return
                continue
            self.apply(ours.Pass())
            after = self.turn()
            if after is None or after.corporation != turn.corporation or after.at <= turn.at:
                raise MoveTrouble("The turn of {actor} is over before that.", actor=turn.corporation)

    def _finish_turn(self) -> None:
        """Pass on what is left of a turn that the site has ended; only one in which something was done."""
        if self.game.over:
            raise MoveTrouble("Here the game is over.")
        top, ended = self.game.top, self.game.top.corporation_of(self.game)
        if isinstance(top, StockRound) and top.acted:
            self.apply(ours.Pass())
        elif isinstance(top, OperatingTurn):
            self.notes.look_at(self.game, top)
            while self.notes.begun and (turn := self.turn()) is not None and turn.corporation == top.corporation:
                if (str(self.game.state.round), turn.corporation) != self.notes.turn or turn.at < top.at:
                    return
                top = turn
                self.apply(ours.Pass())
        self.owed = deque(question for question in self.owed if question.actor != ended)

    def _settle(self) -> None:
        """Pass on steps of ours that the site does not ask, as long as no later action of the turn needs them."""
        while not self.owed and (turn := self.turn()) is not None:
            step = self.question()
            if self._sms_later == turn.corporation and step == "token":
                self._sms_later = ""
                self.apply(ours.UsePrivate(SMS))
                continue
            if step == "sms" or steps.asks(self.game, turn, step, self.notes) or not self._may_pass(turn):
                return
            if self.game.why_not(ours.Pass()) is not None:
                return
            self.apply(ours.Pass())

    def _may_pass(self, turn: OperatingTurn) -> bool:
        """Whether no later action of the turn needs the present step."""
        step = turn.step(self.game)
        for move in self._later:
            if move["type"] == "message":
                if hints.who_stays(move) == (turn.corporation, step):
                    return False
                continue
            needed = self._needed(move, turn.corporation)
            if needed == "":
                return True
            if move["type"] == "buy_company" and self._ends(turn):
                return self._acts_twice(turn)
            if needed is not None:
                return steps.place(needed) != steps.place(step) or self._acts_twice(turn)
        return True

    def _ends(self, turn: OperatingTurn) -> bool:
        """Whether the turn would be over with this step."""
        ahead = self.game.fork()
        if ahead.why_not(ours.Pass()) is None:
            ahead.apply(ours.Pass())
        same = not ahead.over and isinstance(ahead.top, OperatingTurn) and ahead.state.round == self.game.state.round
        return not same or ahead.top.corporation_of(ahead) != turn.corporation

    def _acts_twice(self, turn: OperatingTurn) -> bool:
        """Whether the corporation would act again right after this turn, so that later actions may be of the next."""
        ahead = self.game.fork()
        now = ahead.state.round
        while not ahead.over and isinstance(ahead.top, OperatingTurn) and ahead.state.round == now:
            if ahead.top.corporation != turn.corporation or ahead.why_not(ours.Pass()) is not None:
                return False
            ahead.apply(ours.Pass())
        return not ahead.over and isinstance(ahead.top, OperatingTurn) and ahead.top.corporation == turn.corporation

    def _needed(self, move: Move, corporation: str) -> str | None:
        """The step that a later action needs; none if it needs no certain one; empty if it is of another turn."""
        kind, entity = str(move["type"]), str(move.get("entity"))
        if kind.startswith("program_") or kind in ("discard_train", "buy_company", "assign", "payoff_debt"):
            return None
        if entity in self.game.state.certificates:
            if entity != corporation:
                return ""
            return None if kind == "pass" else self._step(move)
        if kind == "sell_shares":
            return "trains" if self._need() is not None else ""
        return "" if kind in _OF_STOCK_TURNS else None

    # The kinds of action

    def _pass(self, move: Move) -> Iterator[ours.Action]:
        """A pass answers what the site asks; one too many belongs to a step that only another release of it asks."""
        entity = str(move["entity"])
        if self._is_owed(entity):
            return
        if not self._is_acting(entity) or self._is_anothers_turn(entity):
            if entity == self._last:
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
        elif entity != self._last:
            raise MoveTrouble("It is for {actor} to act now.", actor=self._actor())

    def _is_owed(self, entity: str) -> bool:
        """Answer a question of the site that our game does not ask."""
        if not any(_is_for(question, entity) for question in self.owed):
            return False
        while not _is_for(self.owed.popleft(), entity):
            pass
        return True

    def _is_turn_of_player(self) -> bool:
        return isinstance(self.game.top, StockRound | Auction | Contest)

    def _bid(self, move: Move) -> Iterator[ours.Action]:
        auction = self.game.top
        private, price = move["company"], move["price"]
        if isinstance(auction, Auction) and private == auction.offered(self.game):
            yield ours.BuyPrivate(private, price)
        else:
            yield ours.Bid(private, price)

    def _par(self, move: Move) -> Iterator[ours.Action]:
        corporation = str(move["corporation"])
        yield ours.Start(corporation, int(str(move["share_price"]).split(",")[0]))
        self.papers.started(corporation, str(move["entity"]))

    def _certificates(self, move: Move) -> tuple[str, list[int]]:
        """The corporation and the numbers of the certificates that an action names."""
        found = [str(name).rpartition("_") for name in move["shares"]]
        corporation = found[0][0]
        numbers = [int(number) for _, _, number in found]
        held = self.papers.held.get(corporation)
        is_known = held is not None and all(0 <= number < len(self.papers.sizes[corporation]) for number in numbers)
        if not is_known or len({*numbers}) < len(numbers) or any(name != corporation for name, _, _ in found):
            raise MoveTrouble(
                "There are no certificates {shares:and} to deal in.", shares=list(map(str, move["shares"]))
            )
        return corporation, numbers

    def _buy_shares(self, move: Move) -> Iterator[ours.Action]:
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

    def _sell_shares(self, move: Move) -> Iterator[ours.Action]:
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
        following = next((move for move in self._later if move["type"] != "message"), None)
        if following is None or following["type"] != "choose" or str(following["entity"]) != player:
            raise MoveTrouble("{player} has not yet chosen which certificates to take.", player=player)
        return str(following["choice"])

    def _lay_tile(self, move: Move) -> Iterator[ours.Action]:
        name, hex_id = str(move["tile"]), move["hex"]
        yield ours.LayTile(hex_id, name.rpartition("-")[0], move["rotation"])
        self.pieces.laid(name, hex_id)
        self.pieces.follow(self.game)

    def _place_token(self, move: Move) -> Iterator[ours.Action]:
        hex_id = self.pieces.hex_of_city(str(move["city"]))
        if isinstance(self.game.top, HomeChoice):
            yield ours.ChooseHome(hex_id)
        else:
            yield ours.PlaceToken(hex_id)

    def _run_routes(self, move: Move) -> Iterator[ours.Action]:
        routes, entity = move["routes"], str(move["entity"])
        turn = self.turn()
        if routes:
            yield ours.RunTrains(tuple(shown_run(route) for route in routes))
        elif any(question.actor == entity and question.step == "run" for question in self.owed):
            while self.owed.popleft().step != "run":
                pass
        elif turn is not None and turn.corporation == entity and steps.place(turn.step(self.game)) > steps.place("run"):
            return  # we know that there is nothing to run
        else:
            self._go_to(entity, "run")
            yield ours.RunTrains(())

    def _dividend(self, move: Move) -> Iterator[ours.Action]:
        kinds: dict[str, Literal["pay", "withhold"]] = {"payout": "pay", "withhold": "withhold"}
        if move["kind"] not in kinds:
            raise MoveTrouble("The dividend {kind} is unknown.", kind=str(move["kind"])[:40])
        yield ours.Dividend(kinds[move["kind"]])

    def _buy_token(self, move: Move) -> Iterator[ours.Action]:
        hex_id, buyer = self.pieces.hex_of_city(str(move["city"])), str(move["entity"])
        spaces, number = self.pieces.spaces.get(hex_id, []), move["slot"]
        if type(number) is not int or not 0 <= number < len(spaces) or not spaces[number]:
            raise MoveTrouble("No token stands in space {number} on {hex}.", number=str(number)[:20], hex=hex_id)
        seller, spaces[number] = spaces[number], buyer
        yield sicilian.BuyToken(hex_id, seller, move["price"])
        self.owed.appendleft(Question(buyer, "buy_token", self.game.fork()))  # it asks for another one

    def _buy_train(self, move: Move) -> Iterator[ours.Action]:
        card, buyer = str(move["train"]), str(move["entity"])
        yield ours.BuyTrain(card.rpartition("-")[0], self.pieces.source(card), move["price"])
        self.pieces.given(card, buyer)
        self.pieces.follow(self.game)

    def _discard_train(self, move: Move) -> Iterator[ours.Action]:
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

    def _buy_company(self, move: Move) -> Iterator[ours.Action]:
        yield ours.BuyPrivate(move["company"], move["price"])

    def _assign(self, move: Move) -> Iterator[ours.Action]:
        yield ours.UsePrivate(str(move["entity"]), move["target"])

    def _choose(self, move: Move) -> Iterator[ours.Action]:
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
        if self.owed and self.owed[0].step == "sms":
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

    def _bankrupt(self, move: Move) -> Iterator[ours.Action]:
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

    def _payoff_debt(self, move: Move) -> Iterator[ours.Action]:
        """Our presidents pay what is missing of the interest by themselves."""
        player = str(move["entity"])
        if any(question.step == "emergency" and question.actor == player for question in self.owed):
            while self.owed.popleft().step != "emergency":
                pass
        elif BONDS not in self.game.settings.options:
            raise MoveTrouble("{player} owes nothing.", player=player)
        yield from ()

    def _payoff_loan(self, move: Move) -> Iterator[ours.Action]:
        yield sicilian.RepayBond()
        self.notes.repaid = True

    def _take_loan(self, move: Move) -> Iterator[ours.Action]:
        yield sicilian.IssueBond()


def _is_for(question: Question, entity: str) -> bool:
    return question.actor == entity and question.step not in ("sms", "emergency")


def _discards(move: Move, corporation: str) -> bool:
    return move["type"] == "discard_train" and str(move.get("entity")) == corporation


def _shares_sold(action: ours.Action) -> int:
    return sum(action.certificates) if isinstance(action, ours.SellShares) else 0
