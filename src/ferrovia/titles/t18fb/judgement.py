"""What an experienced player of 18FB knows: lines that go around cities, tile steps, cards and mergers."""

from __future__ import annotations

from collections.abc import Sequence

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.finance.certificates import OFFER
from ferrovia.engine.flow.actions import Accept, Action, Answer, BuyPrivate, BuyShare, ChooseHome, Start, UsePrivate
from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.game import Game
from ferrovia.saying.message import Message
from ferrovia.titles import surveying
from ferrovia.titles.judgement import Judgement, PlannedLine, Verdict
from ferrovia.titles.surveying import Line
from ferrovia.titles.t18fb import cards, components, concessions, earnings, nationals, places, regionals
from ferrovia.titles.t18fb.actions import Acquire, BuildLine, OfferPrivate, PutUp, TakeConcession
from ferrovia.titles.t18fb.components import stops_of
from ferrovia.titles.t18fb.first_sight import SouthernFirstSight
from ferrovia.titles.t18fb.nationals import Formation
from ferrovia.titles.t18fb.political import CardOffer
from ferrovia.titles.t18fb.regionals import nominal_value
from ferrovia.titles.t18fb.south import FP, SFM, is_bourbon_age, is_regional, south
from ferrovia.titles.t18fb.states import CompanyState, runs_trains, state_of

PRIZE = 500  # for a line that is done: earnings, the deposit, a higher price
FARTHEST = 15.0  # tiles: a line that is longer is none
CITY_IN_REACH = 6  # what a city is worth in a round that a line leads to, and of its value
PART_IN_REACH = 0.15
GROWN = 120  # what every company earns sooner or later
AT_ONCE = 1.0  # operating rounds until a company earns that has nothing more to build
TILES_A_ROUND = 2.0  # what a company lays that builds its line
SOLD_IN_TIME = 0.5  # how much of the offer is sold before a company must buy its train
SHARES_TO_FLOAT = 6  # of a company that is founded from PH5 on
FOUNDED, FLOATED = 100, 400  # what such a company is worth to its founder, and the shares that it lacks
ROUNDS_TO_FOUND = 3.0  # operating rounds in which it earns what it cost
SFM_CHOOSES = 10  # SFM has its home where it likes
INTEREST_KEPT = 0.8  # so often all tile steps are used
# What a company lacks of the prize in its state, and what more of it while the next destination is far.
LACKS = {
    CompanyState.UNFLOATED: (2.0, 0.0),
    CompanyState.BUILDING: (1.5, 0.5),
    CompanyState.PROVISIONAL: (0.2, 0.4),
    CompanyState.FROZEN: (0.6, 0.0),
}


class SouthernJudgement(Judgement):
    """18FB: stations earn without track, so a network is worth its stations and the cities it leads to."""

    first_sight = SouthernFirstSight()

    resale = 1.0  # what a card pays, it pays to its keeper
    first_run = 90
    spent_on_trains = 350
    doubt = 5.0

    def is_foreseeable(self, game: Game) -> bool:
        """Before Unification estimates of who is ahead have next to nothing to do with who wins, as games of three keen
        have shown.
        """
        return not is_bourbon_age(game)

    def runs_trains(self, game: Game, corporation: str) -> bool:
        return runs_trains(game, corporation)

    def expected(self, game: Game, corporation: str) -> int:
        if state_of(game, corporation) is CompanyState.BUILDING:
            return int(10 * _interest(game, corporation) * INTEREST_KEPT)
        return super().expected(game, corporation)

    def network(self, game: Game, corporation: str) -> int:
        stations = game.state.stations[corporation]
        each = int(components.sheet("game")["markers"]["revenue"])
        worth = sum(earnings.station_value(game, corporation, stop) for stop in stations)
        worth += each * south(game).markers.get(corporation, 0)
        if is_regional(corporation):
            return worth
        level, layout = game.phase.revenue_level, game.layout
        reached = [layout.stop(stop) for stop in game.reach(corporation).paths if stop not in stations]
        cities = [stop.value(level) for stop in reached if stop.kind in ("city", "offboard")]
        return worth + round(sum(CITY_IN_REACH + PART_IN_REACH * value for value in cities))

    def lines(self, game: Game, corporation: str) -> Sequence[PlannedLine]:
        found = _line_to_goal(game, corporation)
        if found is None or not found.work:
            return ()
        text = "{corporation} builds towards its destination, {tiles} {tiles:tile|tiles} away."
        why = Message(text, corporation=corporation, tiles=max(1, round(found.tiles)))
        return (PlannedLine(found, PRIZE, why),)

    def grown(self, game: Game, corporation: str) -> float:
        """Stations are added as long as there is money, and their values rise."""
        return 0 if is_regional(corporation) else max(GROWN, self.network(game, corporation))

    def prospect(self, game: Game, corporation: str) -> float:
        """A company lacks something as long as it has not reached its destinations, the less the nearer it comes."""
        lacks, far = LACKS.get(state_of(game, corporation), (0.0, 0.0))
        return -PRIZE * (lacks + (far * (1 - self._hope(game, corporation)) if far else 0))

    def claims(self, game: Game, player: str) -> float:
        """Deposits that are on the way back, and regional companies."""
        deposits = sum(
            concession.deposit * self._hope(game, company)
            for company, concession in south(game).concessions.items()
            if concession.owner == player and concession.deposit
        )
        owned = [name for name in components.regionals() if player in game.holders(name)]
        return deposits + sum(self.private_worth(game, player, name) + self.expected(game, name) for name in owned)

    def _hope(self, game: Game, company: str) -> float:
        """How likely a line is to be finished, by what is missing of it."""
        return 1 - _tiles(_line_to_goal(game, company)) / FARTHEST

    def opening(self, game: Game, corporation: str) -> float:
        """A company earns when its line is there, and from PH5 on without one."""
        if is_regional(corporation) or not is_bourbon_age(game):
            return AT_ONCE
        to_build = _tiles(_line_to_goal(game, corporation)) / TILES_A_ROUND
        return min(AT_ONCE + to_build, cards.rounds_to_unification(game))

    def to_raise(self, game: Game, corporation: str) -> float:
        """What lies in the offer is paid into the treasury (3.3.4.3)."""
        if corporation not in game.state.pars:
            return 0
        unsold = game.percent(corporation, OFFER) / game.share(corporation)
        return SOLD_IN_TIME * unsold * game.state.pars[corporation]

    def private_worth(self, game: Game, player: str, private: str) -> int:
        """A card is worth what it pays and can do until PH5; a regional its nominal value, and what it pays at once."""
        if not is_regional(private):
            return int(cards.worth(game, player, private))
        is_sold = game.holders(private)[0] in game.players
        return nominal_value(private) + 30 + (0 if is_sold else regionals.paid_at_once(game, private))

    def reserve(self, game: Game, private: str) -> int:
        """3.6.9: whoever buys a regional keeps the money to found a company of full capital, while there is one."""
        if is_regional(private) and any(game.title.corporations.may_start(game)):
            return SHARES_TO_FLOAT * min(game.phase.start_values)
        return super().reserve(game, private)

    def worth(self, game: Game, player: str, corporation: str, action: Action) -> Verdict | None:
        match action:
            case TakeConcession():
                return self._concession(game, player, action)
            case Start(corporation=company, price=price):
                return self._founding(game, player, company, price)
            case BuyShare(corporation=company) if _is_floating(game, player, company):
                return Verdict(
                    FLOATED, Message("With 60% sold {corporation} has its full capital.", corporation=company)
                )
            case BuildLine():
                return self._line(game, corporation, action)
            case ChooseHome(hex=hex_id) if corporation == FP:
                tiles = _tiles(_concession_line(game, FP, hex_id))
                return Verdict(-tiles, Message("From {hex} the line is the shortest.", hex=_place(game, hex_id)))
            case Acquire(company=company):
                return self._acquisition(game, player, corporation, company)
            case PutUp(lot=lot):
                return Verdict(1, Message("{lot} may go cheaply.", lot=lot))
            case UsePrivate(private=card):
                return self._card(game, player, corporation, card)
            case Accept() if isinstance(game.top, CardOffer):
                worth = self.private_worth(game, player, game.top.card)
                why = Message("{private} is worth about {worth:money}.", private=game.top.card, worth=worth)
                return Verdict(cards.most_paid(game, player, game.top.card) - game.top.price, why)
            case Answer(choice=choice):
                return self._answer(game, player, corporation, choice)
        return None

    def priced(self, game: Game, player: str, corporation: str, span: Range) -> tuple[int, Verdict] | None:
        """3.6.2.3: a regional out of the pool, for those who have money to spare; the price becomes its treasury."""
        if isinstance(span.action, OfferPrivate):
            return cards.asked(game, player, span)
        if not isinstance(span.action, BuyPrivate):
            return None
        is_affordable = game.cash(player) - span.low >= max(span.low, self.reserve(game, span.action.private))
        why = Message("{regional} can be had for its nominal value.", regional=span.action.private)
        return span.low, Verdict(20 if is_affordable else -5, why)

    # Concessions, companies of full capital, and lines

    def _founding(self, game: Game, player: str, company: str, price: int) -> Verdict:
        """3.6.9 to 3.6.11: for six shares a company has the money of ten, and should buy its train with it."""
        names = {"corporation": company, "player": player, "price": price}
        if game.cash(player) < SHARES_TO_FLOAT * price:
            return Verdict(-20, Message("{player} could not pay for 60% of {corporation}.", **names))
        trains, capital = game.title.box.trains, components.sheet("game")["floating"]["capital"] * price
        on_sale = (train for train in game.title.trains.on_sale(game) if not components.is_regional_train(train))
        train = min((trains[train].cost for train in on_sale), default=0)
        if capital < train or self.rounds_left(game) < ROUNDS_TO_FOUND:
            return Verdict(-20, Message("{corporation} could not buy its first train.", **names))
        money = FOUNDED - (capital - train) / 10 + (SFM_CHOOSES if company == SFM else 0)
        return Verdict(money, Message("At {price:money} a share {corporation} can pay for its first train.", **names))

    def _concession(self, game: Game, player: str, action: TakeConcession) -> Verdict:
        company = action.corporation
        if not action.price:
            return Verdict(60, Message("{corporation} can be had with all it has built.", corporation=company))
        due = concessions.deposit(game, player, company, action.at_half)
        tiles = min((_tiles(_concession_line(game, company, line.home)) for line in _lines(company)), default=FARTHEST)
        names = {"corporation": company, "tiles": round(tiles)}
        if game.cash(player) < due + 3 * action.price:
            return Verdict(-20, Message("{corporation} would have no money to build with.", **names))
        presided = [name for name, _, _ in game.state.market if game.president(name) == player]
        building = sum(state_of(game, name) is CompanyState.BUILDING for name in presided)
        money = 70 - 5 * tiles + _interest(game, company) - 0.12 * due - 35 * building - 10 * len(presided)
        money -= 0.1 * abs(action.price - 90)
        text = "The line of {corporation} takes about {tiles} {tiles:tile|tiles}."
        return Verdict(money + (3 if action.at_half else 0), Message(text, **names))

    def _line(self, game: Game, company: str, action: BuildLine) -> Verdict:
        names = {"corporation": company, "hex": _place(game, action.route[-1])}
        after = game.fork()
        after.apply(action)
        cost = game.cash(company) - after.cash(company)
        if action.route[-1] in game.title.seen.goals(game, company):
            return Verdict(1000 - cost, Message("{corporation} has reached {hex}, its destination.", **names))
        gain = self.network(after, company) - self.network(game, company) if not after.over else 0
        if state_of(game, company) is CompanyState.BUILDING:
            before, then = _line_to_goal(game, company), _line_to_goal(after, company)
            is_on_the_way = _tiles(then) < _tiles(before)
            money = 2 * gain - cost + (10 if is_on_the_way else -80)
            return Verdict(money, Message("A token on {hex} is a step on the way of {corporation}.", **names))
        text = "A station on {hex} would earn {corporation} about {gain:money} each round."
        return Verdict(gain * min(6.0, self.rounds_left(game)) - cost, Message(text, gain=gain, **names))

    # Cards, acquisitions and mergers

    def _card(self, game: Game, player: str, company: str, card: str) -> Verdict:
        """Lines to Bourbon tokens are built in the token step, where they are weighed with all others."""
        is_own = bool(company) and game.president(company) == player and not places.bourbon_at(game, card)
        return Verdict(2 if is_own else -5, Message("The card helps {corporation}.", corporation=company))

    def _acquisition(self, game: Game, player: str, company: str, regional: str) -> Verdict:
        """The owner is paid: good for one who owns both."""
        is_own = game.president(regional) == player
        text = "{player} is paid for {regional} out of the treasury of {corporation}."
        why = Message(text, player=player, regional=regional, corporation=company)
        return Verdict(40 if is_own and game.trains(company) else -5, why)

    def _answer(self, game: Game, player: str, company: str, choice: str) -> Verdict | None:
        names = {"corporation": company, "choice": choice}
        if isinstance(game.top, Formation) and choice in (nationals.YES, nationals.NO):
            dearest = max(game.price(name) for name in game.top.floated(game))
            is_weak = 2 * game.price(company) < dearest or not game.trains(company)
            text = "{corporation} is stronger alone: two of its shares become one."
            if is_weak:
                text = "{corporation} gains by the merger: the price is that of the dearer company."
            return Verdict(1 if is_weak is (choice == nationals.YES) else -1, Message(text, **names))
        if isinstance(game.top, concessions.Rescue):
            return self._rescue(game, company, choice)
        if choice in game.title.box.corporations and game.is_started(choice):
            text = "{choice} belongs to {player}."
            is_own = game.president(choice) == player
            return Verdict(5 if is_own else 0, Message(text, player=player, **names))
        return None

    def _rescue(self, game: Game, company: str, choice: str) -> Verdict:
        names = {"corporation": company}
        if choice == concessions.LEAVE:
            return Verdict(0, Message("The deposit of {corporation} is too high.", **names))
        assert isinstance(game.top, concessions.Rescue)
        tiles, due = _tiles(_line_to_goal(game, company)), game.top.due(game, choice)
        return Verdict(80 - 5 * tiles - 0.5 * due, Message("{corporation} can still finish its line.", **names))


def _is_floating(game: Game, player: str, company: str) -> bool:
    """Whether a company that the player has founded lacks shares to float."""
    is_begun = company in game.state.pars and company not in game.state.floated
    return is_begun and not is_bourbon_age(game) and game.president(company) == player


def _interest(game: Game, company: str) -> int:
    """Secured interest for a share (3.5.4)."""
    return int(components.sheet("game")["interest_bands"][earnings.band(game, company)])


def _lines(company: str) -> Sequence[components.ConcessionLine]:
    return components.concession_lines(company)


def _concession_line(game: Game, company: str, home: str) -> Line | None:
    """What is still to be laid from a home to the intermediate destination."""
    line = next((line for line in _lines(company) if line.home == home), None)
    if line is None:
        return None
    goals = {hex_of(stop) for stop in stops_of(line.intermediate)}
    return surveying.line(game.layout, {home}, goals, around_cities=True)


def _line_to_goal(game: Game, company: str) -> Line | None:
    """What is still to be laid to the next destination."""
    if is_regional(company):
        return None
    own = {hex_of(stop) for stop in game.title.tokens.route_starts(game, company)}
    goals = game.title.seen.goals(game, company) - own
    return surveying.line(game.layout, own, goals, around_cities=True) if goals and own else None


def _tiles(line: Line | None) -> float:
    return min(FARTHEST, line.tiles) if line is not None else FARTHEST


def _place(game: Game, hex_id: str) -> Message | str:
    return game.title.box.board.place(hex_id)


JUDGEMENT = SouthernJudgement()
