"""A game of 1849 of ours as an export that the engine of 18xx.games accepts, action by action.

The game is played again, and every action is written as the site would have it. Where the site asks and our game goes
on by itself, a pass is written; where only we ask, nothing is. What the site's rules do not know stops the export.
"""

from __future__ import annotations

from functools import singledispatchmethod
from typing import Any

from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow import actions as ours
from ferrovia.engine.flow.events import CorporationClosed
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.offers import Offer, side
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.phases import Discard
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.shares import PresidentExchange
from ferrovia.engine.flow.state import BANK
from ferrovia.engine.flow.steps.privates import PrivateStep
from ferrovia.engine.flow.steps.run import RunStep
from ferrovia.engine.flow.steps.token import TokenStep
from ferrovia.engine.flow.steps.track import TrackStep
from ferrovia.engine.flow.steps.trains import TrainStep
from ferrovia.titles.eighteenxx import ExportTrouble
from ferrovia.titles.t1849 import actions as sicilian
from ferrovia.titles.t1849.bonds import InterestStep
from ferrovia.titles.t1849.corporations import HomeChoice
from ferrovia.titles.t1849.eighteenxx import hints, names, steps
from ferrovia.titles.t1849.eighteenxx.departures import (
    LastDeal,
    SiteTrouble,
    check_bankrupt,
    check_bought_token,
    check_leaving,
    check_played,
    check_train,
)
from ferrovia.titles.t1849.eighteenxx.papers import Papers, PaperTrouble, Swap
from ferrovia.titles.t1849.eighteenxx.pieces import Pieces, PieceTrouble
from ferrovia.titles.t1849.eighteenxx.routes import written_run
from ferrovia.titles.t1849.eighteenxx.trace import site_value
from ferrovia.titles.t1849.electric_dreams import e_token_price
from ferrovia.titles.t1849.setup import IFT_FOURTH
from ferrovia.titles.t1849.sicily import SMS, sicily

Move = dict[str, Any]

# Nobody knows when our actions were played: the site wants a time for each, so they are a second apart.
_FIRST_SECOND = 1_577_836_800

# How the site calls the ends it knows; a game that has ended otherwise would go on there.
_ENDS = {"1849-13.0.1": "stock_market", "1849-13.0.3": "bank", "1849-13.0.4": "bank", "1849-13.0.7": "bankrupt"}


def as_export(game: Game) -> dict[str, Any]:
    """The game as the site would export it; raises `ExportTrouble`."""
    writer = Writer(Game(game.title, game.settings))
    for number, action in enumerate(game.actions, 1):
        try:
            writer.play(action)
        except (SiteTrouble, PaperTrouble, PieceTrouble, Refusal) as trouble:
            raise ExportTrouble(
                "Action {number} has no place on 18xx.games: {why}", number=number, why=trouble.message
            ) from trouble
    return writer.export()


class Writer:
    """Plays a game again and writes what the site would have seen."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.moves: list[Move] = []
        self.papers, self.pieces = Papers(game), Pieces(game)
        self.notes = steps.Notes()
        self._swap: Swap | None = None  # a change of president that the site asks about
        self._sms: Move | None = None  # the answer about SMS in this turn, should it be closed later
        self._passed_track = False
        self._bankrupt = False  # whether the last action closed a corporation for want of money
        self._last_deal = LastDeal()
        game.watcher = self._see

    def export(self) -> dict[str, Any]:
        game, options = self.game, self.game.settings.options
        if not game.over and isinstance(game.top, OperatingTurn):
            self._arrive(game.top, game.top.step(game))
            self._stay(game.top)
        seats = game.state.seats
        taken = sicily(game).order
        order = (*taken, *(name for name in names.SITE_ORDER if name not in taken))
        seed = names.seed_of(order, IFT_FOURTH in options, game.settings.seed)
        if seed is None:
            raise ExportTrouble("The site never deals the corporations in this order.")
        over = _ENDS.get(game.state.ended_by, "")
        for number, move in enumerate(self.moves, 1):
            move |= {"id": number, "created_at": _FIRST_SECOND + number}
        return {
            "id": seed,
            "description": "",
            "players": [{"id": names.player_name(player), "name": player} for player in seats],
            "title": "1849",
            "settings": {
                "seed": seed,
                "optional_rules": [theirs for theirs, known in names.OPTIONS.items() if known in options],
                **({} if game.settings.least_raise else {"least_raise": 0}),
            },
            "status": "finished" if over else "active",
            "result": {player: site_value(game, player) for player in seats} if over else {},
            **({"game_end_reason": over} if over else {}),
            "actions": self.moves,
        }

    # What is written

    def _write(self, kind: str, actor: str, /, **fields: Any) -> Move:
        is_player = actor in self.game.state.seats
        is_private = actor in self.game.title.box.privates
        move = {
            "type": kind,
            "entity": names.player_name(actor) if is_player else actor,
            "entity_type": "player" if is_player else "company" if is_private else "corporation",
            **fields,
        }
        self.moves.append(move)
        return move

    def _say(self, player: str, text: str) -> None:
        self._write("message", player, message=text)

    def _see(self, game: Game) -> None:
        """Our game is about to go on by itself: the site may ask first."""
        idle = steps.idle_player(game)
        if idle is not None and steps.may_sell_half(game, idle):
            self._write("pass", idle)
        left = steps.passed_over(game)
        if left is None:
            return
        turn, step = left
        self._arrive(turn, step)
        if step == RunStep.word and steps.asks(game, turn, step, self.notes):
            self._write("run_routes", turn.corporation, routes=[])
        elif step == InterestStep.word and steps.debt(game, turn):
            self._write("payoff_debt", game.president(turn.corporation))
        else:
            self._leave(turn, step)

    def _arrive(self, turn: OperatingTurn, step: str) -> None:
        """The site asks about SMS before it asks for track."""
        before = self.notes.turn
        self.notes.look_at(self.game, turn)
        if self.notes.turn != before:
            self._sms, self._passed_track = None, False
        if steps.asks_about_sms(self.game, turn, step, self.notes):
            self.notes.sms_answered = True
            self._sms = self._write("choose", turn.corporation, choice=names.KEEP_SMS)

    def _leave(self, turn: OperatingTurn, step: str) -> None:
        """A step is left without doing anything in it, or anything more."""
        if not steps.asks(self.game, turn, step, self.notes):
            return
        if step == TrainStep.word and steps.must_buy(self.game, turn.corporation):
            text = "{corporation} has no train there either, and by the site's rules it must buy one."
            raise SiteTrouble(text, corporation=turn.corporation)
        self._write("pass", turn.corporation)

    # Our actions

    def play(self, action: ours.Action) -> None:
        top = self.game.top
        if isinstance(top, OperatingTurn):
            self._arrive(top, top.step(self.game))
        self._on(action)
        was_bankrupt, self._bankrupt = self._bankrupt, isinstance(action, ours.Bankrupt)
        before = str(self.game.state.round)
        self.game.apply(action)
        check_played(self.game, top, action, was_bankrupt | self._bankrupt)
        self._last_deal = self._last_deal.after(self.game, top, action, before)
        for event in self.game.events:
            if isinstance(event, CorporationClosed):
                self.papers.reset(event.corporation)
        self.pieces.follow(self.game)
        self._follow_papers()

    def _follow_papers(self) -> None:
        """What the outgoing president takes is chosen there after every change that leaves a choice."""
        if self._swap is not None and self._swap.asks and self.game.find(PresidentExchange) is None:
            swap, self._swap = self._swap, None
            if self.papers.fits(self.game):
                self._write("choose", swap.outgoing, choice=names.ONE_TWENTY)
            else:
                self.papers.took_two(swap)
                self._write("choose", swap.outgoing, choice=names.TWO_TENS)
        if self.game.find(PresidentExchange) is None and not self.papers.fits(self.game):
            raise SiteTrouble("The site would hand over other certificates.")

    @singledispatchmethod
    def _on(self, action: ours.Action) -> None:
        """What the site writes for one of our actions."""
        raise TypeError(f"{action} has no words on the site.")

    @_on.register
    def _on_pass(self, action: ours.Pass) -> None:
        top = self.game.top
        if not isinstance(top, OperatingTurn):
            self._write("pass", top.decider(self.game))
            return
        step = top.step(self.game)
        self._leave(top, step)
        self._passed_track = self._passed_track or step == TrackStep.word

    @_on.register
    def _on_bid(self, action: ours.Bid) -> None:
        self._write("bid", self.game.top.decider(self.game), company=action.private, price=action.price)

    @_on.register
    def _on_start(self, action: ours.Start) -> None:
        player = self.game.top.decider(self.game)
        row, column = self.game.title.box.market.start_cell(action.price)
        self._write("par", player, corporation=action.corporation, share_price=f"{action.price},{row},{column}")
        self.papers.started(action.corporation, player)

    @_on.register
    def _on_choose_home(self, action: ours.ChooseHome) -> None:
        assert isinstance(self.game.top, HomeChoice)
        self._write_token(self.game.top.corporation, action.hex)

    @_on.register
    def _on_buy_share(self, action: ours.BuyShare) -> None:
        buyer, source = self.game.top.decider(self.game), POOL if action.source == "pool" else action.corporation
        (number,) = self.papers.next_of(action.corporation, source)
        self._write_shares("buy_shares", buyer, action.corporation, [number])
        self._swap = self.papers.bought(self.game, action.corporation, number, buyer)

    @_on.register
    def _on_sell_shares(self, action: ours.SellShares) -> None:
        seller = self.game.top.decider(self.game)
        if isinstance(self.game.top, OperatingTurn) and self.game.top.step(self.game) == TrainStep.word:
            check_train(self.game.top.corporation, self.notes)
        numbers = self.papers.to_sell(action.corporation, seller, action.certificates)
        percent = sum(action.certificates)
        self._write_shares("sell_shares", seller, action.corporation, numbers, percent)
        self._swap = self.papers.sold(self.game, action.corporation, numbers, percent, seller)

    def _write_shares(self, kind: str, actor: str, corporation: str, numbers: list[int], percent: int = 0) -> None:
        percent = percent or sum(self.papers.sizes[corporation][number] for number in numbers)
        shares = [names.certificate(corporation, number) for number in numbers]
        self._write(kind, actor, shares=shares, percent=percent)

    @_on.register
    def _on_exchange(self, action: ours.Exchange) -> None:
        swap, self._swap = self._swap, None
        if swap is None or not swap.asks:
            raise SiteTrouble("The site leaves nothing to choose here.")
        takes_two = len(action.certificates) == 2
        if takes_two:
            self.papers.took_two(swap)
        self._write("choose", swap.outgoing, choice=names.TWO_TENS if takes_two else names.ONE_TWENTY)

    def _turn(self) -> OperatingTurn:
        assert isinstance(self.game.top, OperatingTurn)
        return self.game.top

    @_on.register
    def _on_lay_tile(self, action: ours.LayTile) -> None:
        name = self.pieces.tile(action.tile, action.hex)
        self._write("lay_tile", self._turn().corporation, hex=action.hex, tile=name, rotation=action.rotation)
        self.pieces.laid(name, action.hex)

    @_on.register
    def _on_place_token(self, action: ours.PlaceToken) -> None:
        self._write_token(self._turn().corporation, action.hex)

    def _write_token(self, corporation: str, hex_id: str) -> None:
        city, space = self.pieces.city(hex_id), self.pieces.space(hex_id, corporation)
        self._write("place_token", corporation, city=city, slot=space)

    @_on.register
    def _on_run_trains(self, action: ours.RunTrains) -> None:
        corporation = self._turn().corporation
        used: list[str] = []
        routes = []
        for run in action.routes:
            used.append(self.pieces.card(run.train, corporation, used))
            routes.append(written_run(self.game, corporation, run, used[-1]))
        self._write("run_routes", corporation, routes=routes)

    @_on.register
    def _on_dividend(self, action: ours.Dividend) -> None:
        self._write("dividend", self._turn().corporation, kind="payout" if action.choice == "pay" else action.choice)

    @_on.register
    def _on_buy_train(self, action: ours.BuyTrain) -> None:
        turn = self._turn()
        if self._waits_for_consent(turn, action.source):
            return
        if action.source == POOL or action.source == BANK:
            short = action.price > self.game.cash(turn.corporation)
            if short and not steps.must_buy(self.game, turn.corporation):
                text = "By the site's rules {corporation} need not own a train, so its president may not pay for one."
                raise SiteTrouble(text, corporation=turn.corporation)
        self._write_train(turn.corporation, action.train, action.source, action.price)

    def _write_train(self, buyer: str, train: str, source: str, price: int) -> None:
        check_train(buyer, self.notes)
        card = self.pieces.card(train, source)
        self._write("buy_train", buyer, train=card, price=price, variant=train)
        self.pieces.given(card, buyer)
        self.notes.buyer = buyer

    def _waits_for_consent(self, turn: OperatingTurn, owner: str) -> bool:
        """Whether an offer is only made now; the site hears of it when it is answered."""
        self._stay(turn)
        is_dealer = owner in (BANK, POOL)
        return not is_dealer and side(self.game, turn.corporation) != side(self.game, owner)

    def _stay(self, turn: OperatingTurn) -> None:
        """Something is done in a step that the site does not ask, where our importer would pass."""
        step = turn.step(self.game)
        last = self.moves[-1] if self.moves else {}
        if not steps.asks(self.game, turn, step, self.notes) and hints.who_stays(last) is None:
            self._say(self.game.president(turn.corporation), hints.stays(turn.corporation, step))

    @_on.register
    def _on_accept(self, action: ours.Accept) -> None:
        offer = self.game.top
        assert isinstance(offer, Offer)
        match offer.thing:
            case "train":
                self._write_train(offer.buyer, offer.name, offer.seller, offer.price)
            case PrivateStep.word:
                self._write("buy_company", offer.buyer, company=offer.name, price=offer.price)
            case TokenStep.word:
                self._write_bought_token(offer.buyer, offer.name, offer.seller, offer.price)

    @_on.register
    def _on_decline(self, action: ours.Decline) -> None:
        offer = self.game.top
        assert isinstance(offer, Offer)
        text = hints.declined(offer.buyer, offer.price, offer.name, offer.seller)
        self._say(self.game.president(offer.buyer), text)

    @_on.register
    def _on_discard_train(self, action: ours.DiscardTrain) -> None:
        assert isinstance(self.game.top, Discard)
        corporation = self.game.top.corporation
        card = self.pieces.card(action.train, corporation)
        self._write("discard_train", corporation, train=card)
        self.pieces.given(card, POOL)

    @_on.register
    def _on_issue_shares(self, action: ours.IssueShares) -> None:
        corporation = self._turn().corporation
        numbers = self.papers.next_of(corporation, corporation, action.count)
        self._write_shares("sell_shares", corporation, corporation, numbers)
        for number in numbers:
            self.papers.move(corporation, number, POOL)

    @_on.register
    def _on_redeem_share(self, action: ours.RedeemShare) -> None:
        corporation = self._turn().corporation
        if corporation not in self.game.state.operated:
            text = "On the site {corporation} may not buy stock back in its first operating turn."
            raise SiteTrouble(text, corporation=corporation)
        (number,) = self.papers.next_of(corporation, POOL)
        self._write_shares("buy_shares", corporation, corporation, [number])
        self.papers.move(corporation, number, corporation)

    @_on.register
    def _on_buy_private(self, action: ours.BuyPrivate) -> None:
        top = self.game.top
        if not isinstance(top, OperatingTurn):
            self._write("bid", top.decider(self.game), company=action.private, price=action.price)
        elif not self._waits_for_consent(top, self.game.state.privates[action.private]):
            self._write("buy_company", top.corporation, company=action.private, price=action.price)

    @_on.register
    def _on_use_private(self, action: ours.UsePrivate) -> None:
        turn = self._turn()
        if action.private != SMS:
            self._stay(turn)
            self._write("assign", action.private, target=action.hex, target_type="hex")
            return
        if self._sms is None:
            text = "The site asks about SMS only before {corporation} lays track."
            raise SiteTrouble(text, corporation=turn.corporation)
        self._sms["choice"] = names.CLOSE_SMS
        if self._passed_track:
            self._say(self.game.president(turn.corporation), hints.sms_later(turn.corporation))
            place = next(place for place, move in enumerate(self.moves) if move is self._sms)
            self.moves.insert(place, self.moves.pop())

    @_on.register
    def _on_bankrupt(self, action: ours.Bankrupt) -> None:
        turn = self._turn()
        check_train(turn.corporation, self.notes)
        check_bankrupt(self.game, turn)
        self._write("bankrupt", turn.corporation)

    @_on.register
    def _on_take_loan(self, action: sicilian.TakeLoan) -> None:
        self._write("choose", self.game.top.decider(self.game), choice=names.LOAN)

    @_on.register
    def _on_leave_game(self, action: sicilian.LeaveGame) -> None:
        player = self.game.top.decider(self.game)
        check_leaving(self.game, player)
        self._write("choose", player, choice=names.LEAVE)

    @_on.register
    def _on_buy_token(self, action: sicilian.BuyToken) -> None:
        turn = self._turn()
        if not self._waits_for_consent(turn, action.seller):
            self._write_bought_token(turn.corporation, action.hex, action.seller, action.price)

    def _write_bought_token(self, buyer: str, hex_id: str, seller: str, price: int) -> None:
        check_bought_token(self.game, seller)
        space = self.pieces.spaces[hex_id].index(seller)
        self._write("buy_token", buyer, city=self.pieces.city(hex_id), slot=space, price=price)
        self.pieces.spaces[hex_id][space] = buyer
        self._write("pass", buyer)  # the site asks for another one

    @_on.register
    def _on_buy_e_token(self, action: sicilian.BuyEToken) -> None:
        self._write("choose", self._turn().corporation, choice=f"{names.E_TOKEN}{e_token_price(self.game)}")

    @_on.register
    def _on_repay_bond(self, action: sicilian.RepayBond) -> None:
        self._write("payoff_loan", self._turn().corporation, loan=0)
        self.notes.repaid = True

    @_on.register
    def _on_issue_bond(self, action: sicilian.IssueBond) -> None:
        if self.notes.repaid:
            raise SiteTrouble("On the site a bond that was repaid is not issued again in the same turn.")
        self._write("take_loan", self._turn().corporation, loan=0)
