"""What an experienced player of 1883 knows: concessions and their deadlines, support, coaches, the co-operative."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.board.laying import options
from ferrovia.engine.flow.actions import Accept, Action, Answer, BuyTrain, Dividend, UsePrivate
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.saying.message import Message
from ferrovia.titles import surveying
from ferrovia.titles.judgement import Judgement, PlannedLine, Verdict
from ferrovia.titles.surveying import Line, Work
from ferrovia.titles.t1883 import coaches, components, cooperative, event_questions, gravity
from ferrovia.titles.t1883.actions import BuyConcession, BuySupport, Merge, PlaceAnchor, PlaceCoach
from ferrovia.titles.t1883.concessions import SHARED, BonusChoice
from ferrovia.titles.t1883.emilia import CCFR, GRAVITY, MERGING, SARSA, emilia, keep
from ferrovia.titles.t1883.exchange import CONVERT, OddShare
from ferrovia.titles.t1883.first_sight import EmilianFirstSight
from ferrovia.titles.t1883.interjections import par_for_swap
from ferrovia.titles.t1883.merger import MergerOffer, partner
from ferrovia.titles.t1883.privates import CNP, SV
from ferrovia.titles.t1883.stock import support_price

SUPPORT_HELD = 3  # cards with which a player is safe for a while
SUPPORT_WORTH = 40  # about what a card saves
KEPT_WORD = 2  # a concession that was bought is worth its bonus, and what else comes with it
SPARE_TILES = 0.8  # a concession is bought with so much to spare
PENALTY: int = components.sheet("game")["concession_rules"]["penalty_factor"]
UNCERTAIN = 0.6  # how much of its bonus a concession loses whose time is only just enough
ROUNDS_OF_COACH = 6
ROUNDS_OF_GRAVITY = 4
PUT_TO_WORK = 1.4  # what money is worth to a player before phase 5, when stock is cheap and money scarce


class EmilianJudgement(Judgement):
    """1883: concessions by the tiles they take, and what events and the co-operative ask."""

    first_sight = EmilianFirstSight()

    growth = 0.12
    spent_on_trains = 550

    def expected(self, game: Game, corporation: str) -> int:
        if corporation == SARSA:
            return coaches.revenue(game) if emilia(game).coaches else 60
        return super().expected(game, corporation)

    def lines(self, game: Game, corporation: str) -> Sequence[PlannedLine]:
        return [*self._concession_lines(game, corporation)]

    def _concession_lines(self, game: Game, corporation: str) -> Iterator[PlannedLine]:
        for name, concession in emilia(game).concessions.items():
            if concession.owner != corporation:
                continue
            line, table = _line(game, corporation, name), components.concession_table(name)
            if line.work:
                left = table["due"] - concession.counter
                text = "Concession {name} of {corporation} is due in {left} {left:round|rounds}."
                why = Message(text, name=name, corporation=corporation, left=left)
                yield PlannedLine(line, KEPT_WORD * table["bonus"][game.phase.revenue_level], why)

    def prospect(self, game: Game, corporation: str) -> float:
        """A concession is worth its bonus, the less so the fewer rounds are left to build; one out of reach costs."""
        return sum(
            _hope(game, corporation, name, components.concession_table(name)["due"] - concession.counter)
            for name, concession in emilia(game).concessions.items()
            if concession.owner == corporation
        )

    def claims(self, game: Game, player: str) -> float:
        """Cards of support: the first ones are those that will be needed."""
        return SUPPORT_WORTH / 2 * min(SUPPORT_HELD, emilia(game).support.get(player, 0))

    def private_worth(self, game: Game, player: str, private: str) -> int:
        """3.2: with two of them comes a share, for the first to buy them."""
        share = components.company_table(private).get("share")
        comes_along = median(game.phase.start_values) if share and game.state.round.kind == "auction" else 0
        return super().private_worth(game, player, private) + int(comes_along)

    def worth(self, game: Game, player: str, corporation: str, action: Action) -> Verdict | None:
        match action:
            case BuySupport():
                return self._support(game, player)
            case BuyConcession(concession=concession, corporation=buyer):
                return self._concession(game, concession, buyer)
            case PlaceAnchor(hex=hex_id):
                return self._anchor(game, corporation, hex_id)
            case PlaceCoach(hex=hex_id):
                return self._coach(game, hex_id)
            case BuyTrain(train=train, price=price) if train == GRAVITY:
                return self._gravity(game, corporation, price)
            case Dividend(choice="loot"):
                return self._loot(game, player)
            case Merge():
                return self._merger(game, player, corporation)
            case Accept() if isinstance(game.top, MergerOffer):
                return self._merger(game, player, corporation)
            case UsePrivate(private=private) if private == CNP:
                return self._swap(game)
            case Answer(choice=choice):
                return self._answer(game, player, corporation, choice)
        return None

    # Concessions

    def _concession(self, game: Game, name: str, corporation: str) -> Verdict:
        """5.6: only where the tiles that are missing fit into the rounds that are left."""
        names = {"name": name, "corporation": corporation}
        table = components.concession_table(name)
        if any(concession.owner == corporation for concession in emilia(game).concessions.values()):
            return Verdict(-5, Message("{corporation} has a concession to build already.", **names))
        line = _line(game, corporation, name)
        tiles = line.tiles
        if tiles + SPARE_TILES > table["due"] or not _can_begin(game, corporation, line):
            return Verdict(-5, Message("{corporation} could not build concession {name} in time.", **names))
        bonus = table["bonus"][game.phase.revenue_level]
        text = "Concession {name} brings {bonus:money} for about {tiles} {tiles:tile|tiles}."
        return Verdict(60 + 0.1 * bonus, Message(text, bonus=bonus, tiles=max(1, round(tiles)), **names))

    # Support

    def _support(self, game: Game, player: str) -> Verdict:
        held, price = emilia(game).support[player], support_price(game, player)
        presided = sum(game.president(name) == player for name, _, _ in game.state.market)
        is_wanted = held < min(SUPPORT_HELD, presided + 1) and game.cash(player) > 150
        text = "{player} holds {held} {held:card|cards} of support against strikes."
        money = SUPPORT_WORTH / 4 - (price or 0) / 4 if is_wanted else -1
        return Verdict(money, Message(text, player=player, held=held))

    def _answer(self, game: Game, player: str, corporation: str, choice: str) -> Verdict | None:
        names = {"corporation": corporation, "choice": choice, "player": player}
        frame = game.top
        if isinstance(frame, event_questions.Levy):
            due = frame.due(game)
            return self._card(choice, due - 2 * SUPPORT_WORTH, Message("{due:money} would be due.", due=due))
        if isinstance(frame, event_questions.Strike):
            lost = self.expected(game, corporation) * game.percent(corporation, player) // 100
            text = "A strike at {corporation} would cost {player} {lost:money}."
            return self._card(choice, lost - SUPPORT_WORTH // 4, Message(text, lost=lost, **names))
        if isinstance(frame, event_questions.MarshallPlan):
            return self._card(choice, 10, Message("{corporation} rises for a card of support.", **names))
        if isinstance(frame, event_questions.WarEffort):
            cost = game.title.box.trains[choice].cost
            return Verdict(-cost, Message("{corporation} misses its {choice} least.", **names))
        if isinstance(frame, BonusChoice):
            needs_money = not game.trains(corporation) or game.cash(corporation) < 200
            text = "{corporation} needs the bonus itself."
            if not needs_money:
                text = "The bonus of {corporation} goes to its shareholders."
            return Verdict(1 if needs_money is (choice != SHARED) else -1, Message(text, **names))
        if isinstance(frame, OddShare):
            return Verdict(int(choice == CONVERT), Message("A share is worth more than half its price."))
        return None

    def _card(self, choice: str, gain: int, why: Message) -> Verdict:
        """Support is played where it saves more than the card is worth."""
        return Verdict(gain if choice == event_questions.PLAY else 0, why)

    # Anchors, coaches, gravity

    def _anchor(self, game: Game, corporation: str, hex_id: str) -> Verdict:
        after = game.fork()
        keep(after, ports=(*emilia(game).ports, (hex_id, corporation)))
        runs = game.title.runs
        gain = runs.best(after, corporation).revenue - runs.best(game, corporation).revenue
        text = "An anchor on {hex} would earn {corporation} {gain:money} more each round."
        why = Message(text, hex=components.place(hex_id), corporation=corporation, gain=gain)
        return Verdict(5 * gain if gain else -1, why)

    def _coach(self, game: Game, hex_id: str) -> Verdict:
        after = game.fork()
        keep(after, coaches=(*emilia(game).coaches, hex_id))
        gain = coaches.revenue(after) - coaches.revenue(game)
        cost = game.title.box.board.hexes[hex_id].cost
        text = "A coach on {hex} would earn {gain:money} more each round."
        if not gain:
            text = "A coach on {hex} earns nothing more yet; it costs {cost:money}."
        money = 20 + ROUNDS_OF_COACH * gain - cost
        return Verdict(money, Message(text, hex=components.place(hex_id), gain=gain, cost=cost))

    def _gravity(self, game: Game, corporation: str, price: int) -> Verdict:
        """6.8.5: a 2G earns by the die only, and where a slope begins at a token."""
        after = game.fork()
        after.suppose_trains(corporation, (*game.trains(corporation), GRAVITY))
        gain = sum(route.revenue for route in gravity.best(after, corporation))
        gain -= sum(route.revenue for route in gravity.best(game, corporation))
        text = "{corporation} has a slope for {train:a}."
        money = ROUNDS_OF_GRAVITY * gain * gravity.chance() / 100 - price / 2
        return Verdict(money if gain else -5, Message(text, corporation=corporation, train=GRAVITY))

    # The co-operative, the merger, CNP

    def _loot(self, game: Game, player: str) -> Verdict:
        """8.1.5: the whole run and half the price, money for other stock, for all that the share would bring."""
        turn = game.find(OperatingTurn)
        revenue = turn.revenue if turn is not None else 0
        kept = game.price(CCFR) + revenue / 10 * self.rounds_left(game)
        gain = PUT_TO_WORK * (revenue + cooperative.compensation(game)) - kept
        text = "{player} gets {revenue:money} at once, more than the share would bring."
        return Verdict(100 + gain if gain > 0 else -1, Message(text, player=player, revenue=revenue))

    def _merger(self, game: Game, player: str, corporation: str) -> Verdict:
        """8.3.5: two shares become one at the sum of both prices, at most 150."""
        pair = (corporation, partner(corporation))
        prices = sum(game.price(name) for name in pair)
        most = components.sheet("market")["sefta"]["maximum"]
        is_fair = prices <= most + 10
        needs_train = any(not game.trains(name) for name in pair)
        text = "Together {first} and {second} lose nothing of their value."
        why = Message(text, first=pair[0], second=pair[1])
        if not _affords_merger(game, player, min(prices, most)):
            return Verdict(-4, Message("{player} could not pay for the presidency of SEFTA.", player=player))
        return Verdict(4 if is_fair and not needs_train else -4, why)

    def _swap(self, game: Game) -> Verdict:
        """3.2.4: CNP for a share of SV."""
        worth = game.price(SV) if game.is_started(SV) else 0
        gain = worth - game.title.box.privates[CNP].face_value + par_for_swap(game, None)
        text = "A share of SV is worth {gain:money} more than CNP."
        return Verdict(gain / 10 if gain > 0 else -5, Message(text, gain=max(0, gain)))


def _affords_merger(game: Game, player: str, price: int) -> bool:
    """8.3.12: where nobody has two shares of SEFTA, one who has one of them must pay for another."""
    shares = (sum(game.percent(name, holder) for name in MERGING) // 20 for holder in game.players)
    return game.cash(player) >= price or any(count >= 2 for count in shares)


def _line(game: Game, corporation: str, name: str) -> Line:
    """What is still to be laid of a concession: a route from a token, which stands on it or comes to one of its ends.

    Where all is laid and it is not complete, somebody bars the way.
    """
    stops, layout = components.concession_table(name)["stops"], game.layout
    own = {hex_of(stop) for stop in game.state.stations[corporation]}
    whole = surveying.line_through(layout, stops)
    if own.isdisjoint(stops):
        first = min((surveying.line(layout, own, (end,)) for end in (stops[0], stops[-1])), key=lambda line: line.tiles)
        whole = surveying.joined((first, whole))
    hexes = {work.hex for work in whole.work}
    is_possible = all(_is_possible(game, [work for work in whole.work if work.hex == hex_id]) for hex_id in hexes)
    return whole if hexes and is_possible else surveying.NO_LINE


def _hope(game: Game, corporation: str, name: str, left: int) -> float:
    """What is to be expected of a concession with some rounds left: between its bonus and its penalty."""
    table = components.concession_table(name)
    tiles = _line(game, corporation, name).tiles
    if left <= 0 or tiles > left:
        return -PENALTY * float(table["cost"])
    return float(table["bonus"][game.phase.revenue_level]) * (1 - UNCERTAIN * tiles / left)


def _is_possible(game: Game, works: Sequence[Work]) -> bool:
    """Whether some tile of this phase would do all that a line needs on a hex."""
    colours, supply = game.phase.tiles, game.state.supply
    return any(
        option.face.colour in colours and supply[option.tile] and all(work.is_done_by(option.face) for work in works)
        for option in options(game.layout, works[0].hex)
    )


def _can_begin(game: Game, corporation: str, line: Line) -> bool:
    """Whether a route of the corporation leads to some part of a line."""
    near = {*game.reach(corporation).hexes(), *(hex_of(stop) for stop in game.state.stations[corporation])}
    return any(work.hex in near for work in line.work)


JUDGEMENT = EmilianJudgement()
