"""3.5.2: building a line: which lines there are, why not, the step with its token, and cards that others offer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ferrovia.engine.board.board import hex_of, stop_id
from ferrovia.engine.board.ids import StopId
from ferrovia.engine.flow.actions import Action, Decline
from ferrovia.engine.flow.frame import Frame, not_now
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn, TurnStep
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK
from ferrovia.engine.flow.steps.trains import TrainStep
from ferrovia.saying.message import term
from ferrovia.titles.t18fb import components, places
from ferrovia.titles.t18fb.actions import BuildLine
from ferrovia.titles.t18fb.components import called, place
from ferrovia.titles.t18fb.destinations import place_token
from ferrovia.titles.t18fb.emergency import emergency
from ferrovia.titles.t18fb.events import BourbonTokenReplaced, CardUseDeclined, LineBuilt
from ferrovia.titles.t18fb.lines import Lines, TokenLine, lines
from ferrovia.titles.t18fb.south import (
    add_markers,
    has_begun,
    has_come,
    is_major,
    is_national,
    is_regional,
    keep,
    phase_number,
    south,
)
from ferrovia.titles.t18fb.states import CompanyState, state_of

FALCON = "Falcon"
PONTECORVO = components.card_table(FALCON)["places"][1]
TOKEN = "token"  # how a turn notes that a token was placed


def tokens_per_turn(company: str) -> int:
    table = components.sheet("game")["tokens_per_turn"]
    return int(table["national" if is_national(company) else "major"])


def tokens_placed(turn: OperatingTurn) -> int:
    return sum(what == TOKEN for _, what in turn.laid)


# Which lines there are


def payable_lines(game: Game, company: str) -> dict[StopId, list[TokenLine]]:
    """To each stop a line leads to: those that the treasury can pay and no other beats."""
    starts = game.title.tokens.route_starts(game, company)
    found = lines(game.layout, starts, phase_number(game), _prized(game, company))
    cash = game.cash(company)
    return {stop: [line for line in there if line.cost <= cash] for stop, there in found.items()}


def _prized(game: Game, company: str) -> str:
    """Pontecorvo as long as its marker may bring a company more than another: Falcon has named it, or may yet (R13)."""
    own = south(game)
    may_be_favoured = own.falcon == company or (not own.falcon and FALCON in game.state.privates)
    return PONTECORVO if may_be_favoured and company not in own.papal else ""


def usable_cards(game: Game, player: str) -> list[str]:
    return [card for card, owner in game.state.privates.items() if owner == player and places.bourbon_at(game, card)]


def card_lines(game: Game, company: str, card: str) -> Iterator[BuildLine]:
    """The lines by which a company could replace the Bourbon token of a card."""
    if not is_major(company) or not _is_in_force(game, card):
        return
    found = payable_lines(game, company)
    for stop in places.bourbon_at(game, card):
        for line in found.get(stop, ()):
            yield BuildLine(line.hexes, card)


def _is_in_force(game: Game, card: str) -> bool:
    return has_begun(game, _in_force_from(card))


def _in_force_from(card: str) -> str:
    """2.7.8, R09: only the power of one card waits for a phase."""
    return str(components.card_table(card).get("from", "PH1"))


def _not_yet(card: str) -> Refusal:
    return Refusal("18FB-2.7.8", "{card} may be used from {phase} on.", card=card, phase=_in_force_from(card))


# Why not


def line_of(game: Game, company: str, route: tuple[str, ...]) -> TokenLine | Refusal:
    """The line somebody names, or why it is none."""
    hexes = game.title.box.board.hexes
    names = {"company": company, "route": "-".join(route)}
    if any(hex_id not in hexes for hex_id in route):
        return Refusal("18FB-3.5.2.2", "{route} is not a line on this map.", **names)
    starts = game.title.tokens.route_starts(game, company)
    found = Lines(game.layout, starts, phase_number(game)).along(route)
    if found is not None:
        return found
    if Lines(game.layout, starts, len(game.title.box.phases)).along(route) is not None:
        return Refusal("18FB-2.5.2.2", "The line {route} crosses a pass that is still closed.", **names)
    at = place(stop_id(route[-1])) if route else ""
    if len(route) > 1 and places.has_token(game, company, at):
        rule = "18FB-2.5.3.2" if at == places.NAPOLI else "18FB-3.5.2.5"
        return Refusal(rule, "{company} already has a token in {at}.", at=called(at), **names)
    if any(hex_id in (places.NORTH, places.SOUTH) and hex_id not in game.layout.tiles for hex_id in route[1:-1]):
        text = "No line can pass over the printed track of Napoli: {route}."
        return Refusal("18FB-3.5.2.6", text, **names)
    if _meets_twice(game, route):
        return Refusal("18FB-R74", "The line {route} crosses a border or meets a town twice.", **names)
    text = "{company} has no line {route}: a line runs from one of its tokens, over towns only, to a city."
    return Refusal("18FB-3.5.2.2", text, **names)


def _meets_twice(game: Game, route: tuple[str, ...]) -> bool:
    borders = [frozenset(pair) for pair in pairwise(route)]
    single = [hex_id for hex_id in route if len(game.layout.face(hex_id).stops) == 1]
    return len(set(borders)) < len(borders) or len(set(single)) < len(single)


def line_refusal(game: Game, company: str, action: BuildLine) -> Refusal | None:
    """Why a company may not place a token along a line."""
    if is_regional(company):
        return Refusal(
            "18FB-3.6.3.3", "{company} is a regional company and has no token but the one on its home.", company=company
        )
    if state_of(game, company) is CompanyState.FROZEN:
        return Refusal("18FB-3.4.15", "{company} is frozen and cannot place tokens.", company=company)
    if game.state.tokens[company] == 0:
        return Refusal("18FB-3.5.2.5", "{company} has no token left.", company=company)
    line = line_of(game, company, action.route)
    if isinstance(line, Refusal):
        return line
    stop = line.stops[-1]
    refusal = _card_refusal(game, company, stop, action.card) if action.card else room_refusal(game, company, stop)
    if refusal:
        return refusal
    cash = game.cash(company)
    if line.cost > cash:
        text = "The line costs {cost:money}; {company} has {cash:money}."
        return Refusal("18FB-3.5.2.8", text, cost=line.cost, company=company, cash=cash)
    return None


def room_refusal(game: Game, company: str, stop: StopId) -> Refusal | None:
    """Why a company finds no slot at a stop."""
    if places.has_room(game, company, stop):
        return None
    names = {"company": company, "place": called(place(stop))}
    if place(stop) == "Roma" and not has_come(game, "rome_slots_open"):
        return Refusal("18FB-2.1.8", "The slots of Roma open in PH4.")
    if places.opens_later(game, stop):
        return Refusal("18FB-2.5.3.6", "No slot in {place} is open to {company} yet.", **names)
    others = places.keeps_for(game, stop)
    if others:
        text = "The last free slots in {place} are reserved for {others:and}."
        if len(others) == 1:
            text = "The last free slot in {place} is reserved for {others:and}."
        return Refusal("18FB-2.5.4.4", text, others=others, **names)
    if places.has_bourbon_token(game, stop):
        return Refusal("18FB-2.5.4.2", "The last slot in {place} holds a Bourbon token.", **names)
    if not places.open_slots(game, stop):
        return Refusal(
            "18FB-2.5.4.3",
            "{place} has room for the home token of {home} only.",
            home=places.kept(game, stop).companies[0],
            **names,
        )
    return Refusal("18FB-3.5.2.4", "{place} has no empty slot.", **names)


def _card_refusal(game: Game, company: str, stop: StopId, card: str) -> Refusal | None:
    """Why the power of a card does not let a company replace a Bourbon token at a stop."""
    names = {"card": card, "company": company, "place": called(place(stop))}
    if game.state.privates.get(card) not in game.players:
        return Refusal("18FB-2.7.2", "Nobody owns {card}.", **names)
    invitation = game.find(Invitation)
    if game.state.privates[card] != game.president(company) and (invitation is None or invitation.card != card):
        return Refusal("18FB-2.7.2", "The president of {company} does not own {card}; its owner may offer it.", **names)
    if not is_major(company):
        return Refusal("18FB-2.5.4.2", "Only a major company may replace a Bourbon token.", **names)
    if stop not in places.bourbon_at(game, card):
        return Refusal("18FB-2.7.12", "{card} opens no slot in {place}.", **names)
    if not _is_in_force(game, card):
        return _not_yet(card)
    return None


# The step


class LineStep(TurnStep):
    """One token a turn, two for a national, at the end of a line that the treasury pays."""

    id = "line"
    word = "token"
    label = term("token")
    asks = Prompt(term("Build a line for {corporation}"), term("{player} builds a line for {corporation}"))
    # What is left where no line can be built: companies to acquire, cards to use.
    asks_besides = Prompt(
        term("No line for {corporation}: anything else?"), term("{player} decides what else {corporation} does")
    )
    station = term("Line")
    leaving = term("No line")
    actions = (BuildLine,)

    def prompt(self, game: Game, turn: OperatingTurn) -> Prompt:
        return self.asks_besides if next(self.choices(game, turn), None) is None else self.asks

    def choices(self, game: Game, turn: OperatingTurn) -> Iterator[BuildLine]:
        company = turn.corporation
        if not _could_build(game, turn):
            return
        for stop, found in payable_lines(game, company).items():
            if places.has_room(game, company, stop):
                yield from (BuildLine(line.hexes) for line in found)
        for card in usable_cards(game, game.president(company)):
            yield from card_lines(game, company, card)

    def is_idle(self, game: Game, turn: OperatingTurn) -> bool:
        if next(self.choices(game, turn), None) is not None or next(turn.powers(game), None):
            return False
        return not waits_for_card(game, turn)

    def refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        assert isinstance(action, BuildLine)
        return line_refusal(game, turn.corporation, action)

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        assert isinstance(action, BuildLine)
        build(game, turn, action)


def build(game: Game, turn: OperatingTurn, action: BuildLine) -> None:
    """Pay the line, place the token, take the markers; then the destination is checked."""
    company = turn.corporation
    line = line_of(game, company, action.route)
    assert isinstance(line, TokenLine)
    stop = line.stops[-1]
    now = turn.note(game, laid=(*turn.laid, (hex_of(stop), TOKEN)))
    if turn.step_id(game) == LineStep.id and tokens_placed(now) >= tokens_per_turn(company):
        now.next_step(game)
    game.pay(company, BANK, line.cost)
    if line.markers:
        add_markers(game, company, line.markers)
        if line.meets(PONTECORVO):
            keep(game, papal=tuple(dict.fromkeys((*south(game).papal, company))))
    game.tell(LineBuilt(company=company, place=place(stop), cost=line.cost, markers=line.markers, hex=hex_of(stop)))
    if action.card:
        _take_bourbon_slot(game, company, stop, action.card)
    place_token(game, company, stop)


def _take_bourbon_slot(game: Game, company: str, stop: StopId, card: str) -> None:
    """2.7.12: the company's token replaces the Bourbon one; cards with a company of their own then close."""
    own, table = south(game), components.card_table(card)
    if places.is_kept_for(game, company, stop):
        keep(game, given_up=(*own.given_up, (company, place(stop))))  # R71
    keep(game, bourbon={**own.bourbon, str(table["token"]): company})
    game.tell(BourbonTokenReplaced(company=company, number=table["token"], card=card))
    if "share" in table:
        game.close_private(card)


# 2.7.2: cards at any moment of a turn; R10: also for a company of another president


def invitation_refusal(game: Game, turn: OperatingTurn, card: str, owner: str) -> Refusal | None:
    """Why the owner of a card cannot use its power for the operating company now."""
    company, step = turn.corporation, turn.step_id(game)
    names = {"card": card, "company": company}
    is_own = game.president(company) == owner
    if not places.bourbon_at(game, card):
        return Refusal("18FB-2.7.12", "The Bourbon token of {card} is gone.", **names)
    if not _is_in_force(game, card):
        return _not_yet(card)
    if is_own and step == LineStep.id:
        return Refusal("18FB-2.7.12", "The president of {company} owns {card} and builds the line with it.", **names)
    if (card, step if is_own else company, 0) in turn.declined:
        text = "The president of {company} has declined {card} in this turn."
        if is_own:
            text = "The president of {company} has put {card} aside for this step."
        return Refusal("18FB-R10", text, **names)
    if tokens_placed(turn) >= tokens_per_turn(company):
        return Refusal("18FB-3.5.2.1", "{company} has already placed its token of this turn.", **names)
    if step == TrainStep.id and emergency(game, turn) is not None:
        text = "{company} needs its money for a train: no line is built with {card} now."
        return Refusal("18FB-R96", text, **names)
    if not _could_build(game, turn) or next(card_lines(game, company, card), None) is None:
        return Refusal("18FB-2.7.12", "{company} cannot build a line to the Bourbon token of {card}.", **names)
    return None


def waits_for_card(game: Game, turn: OperatingTurn) -> bool:
    """Whether the turn gives somebody the time to use a card for its company."""
    cards = [(card, owner) for card, owner in game.state.privates.items() if owner in game.players]
    return any(invitation_refusal(game, turn, card, owner) is None for card, owner in cards)


def _could_build(game: Game, turn: OperatingTurn) -> bool:
    company = turn.corporation
    if is_regional(company) or tokens_placed(turn) >= tokens_per_turn(company):
        return False
    return state_of(game, company) is not CompanyState.FROZEN and game.state.tokens[company] > 0


class Invitation(Frame, frozen=True, tag="invitation"):
    """The owner of a card uses its power; the president of the operating company builds with it, or declines."""

    card: str

    word = "invitation"
    label = term("invitation")
    asks = Prompt(term("Build with {card}?"), term("{player} is invited to build with {card}"))

    def _turn(self, game: Game) -> OperatingTurn:
        turn = game.find(OperatingTurn)
        assert turn is not None
        return turn

    def decider(self, game: Game) -> str:
        return game.president(self._turn(game).corporation)

    def corporation_of(self, game: Game) -> str:
        return self._turn(game).corporation

    def choices(self, game: Game) -> Iterator[Action]:
        yield from card_lines(game, self._turn(game).corporation, self.card)
        yield Decline()

    def refusal(self, game: Game, action: Action) -> Refusal | None:
        if isinstance(action, Decline):
            return None
        if not isinstance(action, BuildLine):
            return not_now(action, self.called(game)).cited("18FB-R10")
        if action.card != self.card:
            return Refusal("18FB-R10", "{card} is on offer: build with it or decline.", card=self.card)
        return line_refusal(game, self._turn(game).corporation, action)

    def play(self, game: Game, action: Action) -> None:
        if isinstance(action, Decline):
            game.pop()
            turn = self._turn(game)
            is_own = game.state.privates[self.card] == self.decider(game)
            where = turn.step(game) if is_own else turn.corporation
            turn.note(game, declined=(*turn.declined, (self.card, where, 0)))
            game.tell(CardUseDeclined(president=self.decider(game), card=self.card))
            return
        assert isinstance(action, BuildLine)
        turn = self._turn(game)
        game.pop()
        build(game, turn, action)
