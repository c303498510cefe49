"""What a player may see of a game, as plain data: everything that lies open on the table.

This is the one way out for a state. Seed and salt stay secret until the game is over: whoever knows the seed knows
every die and card to come. What a title keeps of its own is in it only where the title lays it open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from ferrovia.engine.finance.certificates import OFFER, POOL
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.auction import Auction, Contest
from ferrovia.engine.flow.decision import Choice, Decision, Range
from ferrovia.engine.flow.facets.seen import OpenOffer
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.offers import Offer
from ferrovia.engine.flow.operating import OperatingRound, OperatingTurn
from ferrovia.engine.flow.state import BANK, OUT, Round
from ferrovia.formats.sentences import sentence
from ferrovia.formats.view_types import (
    BidView,
    ChoicesView,
    ChoiceView,
    CorporationView,
    DecidesView,
    PhaseView,
    PlayerView,
    RoundView,
    StandingView,
    TrainsView,
    View,
)
from ferrovia.saying.catalogue import SOURCE
from ferrovia.saying.troubles import UnknownTrouble
from ferrovia.saying.voice import Voice


def view_for(game: Game, viewer: str | None = None, language: str = SOURCE) -> View:
    """The game as `viewer` sees it; None is a bystander. The language is that of its few words: facts have none."""
    if viewer is not None and viewer not in game.state.seats:
        raise UnknownTrouble("{player} is not a player in this game.", player=viewer)
    return seen_by(open_view(game, language), game, viewer)


def open_view(game: Game, language: str = SOURCE) -> View:
    """The game as a bystander sees it."""
    return said_in(_facts(game), game.title.voice(language))


def seen_by(view: View, game: Game, viewer: str | None) -> View:
    """A bystander's view of a game with what a player knows besides."""
    known = game.title.seen.known(game, viewer) if viewer is not None else {}
    return {**view, "own": {**view["own"], **known}} if known else view


def said_in(view: View, say: Voice) -> View:
    """A view with its words in another language; it must be one in English, as it is kept."""
    where = msgspec.convert(view["round"], Round)
    return {
        **view,
        "full_title": say.term(view["full_title"]),
        "note": say.term(view["note"]),
        "over": say.term(view["over"]),
        "round": {**view["round"], "name": say(where)},
    }


def _facts(game: Game) -> View:
    state = game.state
    queue = game.title.seen.queue(game)
    return {
        "title": game.title.name,
        "full_title": game.title.full_name,
        "note": game.title.note,
        "options": list(game.settings.options),
        "number": state.number,
        "round": _round(game),
        "phase": _phase(game),
        "decides": _decides(game),
        "over": state.over,
        "ended_by": state.ended_by,
        "ranking": _standings(game) if game.over else [],
        "bank": state.cash[BANK],
        "bank_broken": state.bank_broken,
        "seats": list(state.seats),
        "priority": state.priority,
        "gone": list(state.gone),
        "players": {player: _player(game, player) for player in state.seats},
        "corporations": {name: _corporation(game, name, queue) for name in state.certificates},
        "market_order": list(game.market_order()),
        "privates": dict(state.privates),
        "bids": _bids(game),
        "offers": _offers(game),
        "tiles": {hex_id: list(placed) for hex_id, placed in sorted(game.layout.tiles.items())},
        "tile_supply": dict(state.supply),
        "trains": _trains(game),
        "draws": state.draws,
        "commitment": game.commitment,
        "seed": game.settings.seed if game.over else None,
        "salt": game.settings.salt if game.over else None,
        "own": game.title.seen.own(game),
    }


def choices_view(game: Game, language: str = SOURCE, decision: Decision | None = None) -> ChoicesView:
    """Who must choose, and every legal choice: as an action to send back, and as a sentence to read.

    Of a decision as one player sees it, only what that player may do.
    """
    decision, say = decision or game.decision, game.title.voice(language)
    return {
        "number": game.state.number,
        "over": game.state.over,
        "player": decision.player,
        "step": decision.step,
        "corporation": decision.for_corporation,
        "warnings": [] if game.over else [say(each) for each in game.title.seen.warnings(game, decision.player)],
        "choices": [_choice(game, action, say) for action in decision.choices],
        "ranges": [_either(game, span, say) for span in decision.ranges],
        "interjections": [
            {"player": other.player, **_either(game, other.choice, say)} for other in decision.interjections
        ],
    }


def _choice(game: Game, action: Action, say: Voice) -> ChoiceView:
    return {"action": msgspec.to_builtins(action), "text": say(sentence(game, action))}


def _either(game: Game, choice: Choice, say: Voice) -> ChoiceView:
    """A choice, with how far its price may go where it has one to name."""
    if not isinstance(choice, Range):
        return _choice(game, choice, say)
    return {
        **_choice(game, choice.action, say),
        "text": say(sentence(game, choice)),
        "low": choice.low,
        "high": choice.high,
        "step": choice.step,
    }


def ranking(game: Game) -> list[tuple[str, int]]:
    """The players by worth, the best first; those who have left come last, who stayed longer before the others."""
    worth = {player: game.title.calendar.worth(game, player) for player in game.state.seats}
    left = {player: len(game.state.gone) - number for number, player in enumerate(game.state.gone)}
    return sorted(worth.items(), key=lambda entry: (left.get(entry[0], 0), -entry[1]))


def standings(game: Game) -> list[tuple[int, str, int]]:
    """Place, player and worth; those still in the game who are worth the same share a place."""
    found: list[tuple[int, str, int]] = []
    for number, (player, worth) in enumerate(ranking(game), 1):
        is_shared = bool(found) and found[-1][2] == worth and player not in game.state.gone
        found.append((found[-1][0] if is_shared else number, player, worth))
    return found


def _standings(game: Game) -> list[StandingView]:
    return [{"place": place, "player": player, "worth": worth} for place, player, worth in standings(game)]


def winners(game: Game) -> list[str]:
    """Who is worth most among those still in the game; several where they are worth the same."""
    best = max(game.title.calendar.worth(game, player) for player in game.players)
    return [player for player in game.players if game.title.calendar.worth(game, player) == best]


def _round(game: Game) -> RoundView:
    now = game.state.round
    return {
        "name": str(now),
        "kind": now.kind,
        "turn": now.turn,
        "number": now.number,
        "of": now.of,
        "done": _done(game),
    }


def _phase(game: Game) -> PhaseView:
    phase = game.phase
    return {
        "name": phase.name,
        "tiles": list(phase.tiles),
        "operating_rounds": phase.operating_rounds,
        "train_limit": phase.train_limit,
        "start_values": list(phase.start_values),
    }


def _decides(game: Game) -> DecidesView | None:
    if game.over:
        return None
    top = game.top
    return {"player": top.decider(game), "step": top.step(game), "corporation": top.corporation_of(game)}


def _player(game: Game, player: str) -> PlayerView:
    held = {name: _sizes(game, name, player) for name in game.state.certificates}
    return {
        "cash": game.cash(player),
        "certificates": {name: sizes for name, sizes in held.items() if sizes},
        "presidencies": [name for name in held if game.president(name) == player],
        "privates": _privates(game, player),
        "certificate_count": game.certificate_count(player),
        "certificate_limit": game.title.stock.certificate_limit(game),
        "worth": game.title.calendar.worth(game, player),
        "priority": game.state.priority == player,
    }


def _corporation(game: Game, name: str, queue: Sequence[str]) -> CorporationView:
    state = game.state
    started = game.is_started(name)
    return {
        "name": game.corporation(name).name,
        "started": started,
        "open": game.title.corporations.is_open(game, name),
        "floated": game.title.corporations.has_floated(game, name),
        "floated_in": state.floated.get(name),
        "par": state.pars.get(name),
        "operated": name in state.operated,
        "place_in_line": queue.index(name) + 1 if name in queue else None,
        "president": game.president(name) if started or game.title.corporations.is_open(game, name) else "",
        "cash": game.cash(name),
        "price": game.price(name) if started else None,
        "cell": list(game.cell(name)) if started else None,
        "stack": _stack(game, name) if started else None,
        "treasury": _sizes(game, name, name),
        "pool": _sizes(game, name, POOL),
        "offer": _sizes(game, name, OFFER),
        "trains": list(game.trains(name)),
        "stations": list(state.stations[name]),
        "tokens_left": state.tokens[name],
        "privates": _privates(game, name),
        "last_earnings": state.earnings.get(name),
    }


def _sizes(game: Game, corporation: str, holder: str) -> list[int]:
    """The certificates somebody holds, in per cent; the president's comes first."""
    pairs = zip(game.sizes(corporation), game.holders(corporation), strict=True)
    return [size for size, owner in pairs if owner == holder]


def _stack(game: Game, corporation: str) -> int:
    """The place of a token among those on its space; 0 is on top."""
    cell = game.cell(corporation)
    return [name for name, *place in game.state.market if tuple(place) == cell].index(corporation)


def _privates(game: Game, owner: str) -> list[str]:
    return [name for name, holder in game.state.privates.items() if holder == owner]


def _bids(game: Game) -> list[BidView]:
    """The open bids of an auction; where bidders contest a company, theirs on it are those of the contest."""
    auction, contest = game.find(Auction), game.find(Contest)
    contested = contest.private if contest is not None else ""
    bids = [bid for bid in auction.bids if bid[0] != contested] if auction is not None else []
    if contest is not None:
        bids += [(contested, player, price) for player, price in contest.bids]
    return [{"private": private, "player": player, "price": price} for private, player, price in bids]


def _offers(game: Game) -> list[OpenOffer]:
    """What is offered to somebody and waits for an answer."""
    found = list(game.title.seen.offers(game))
    offer = game.find(Offer)
    if offer is not None:
        found.append(
            {
                "thing": offer.thing,
                "name": offer.name,
                "buyer": offer.buyer,
                "seller": offer.seller,
                "price": offer.price,
            }
        )
    return found


def _done(game: Game) -> list[str]:
    """The corporations that have had their turn in this operating round."""
    now, turn = game.find(OperatingRound), game.find(OperatingTurn)
    return [name for name in now.done if turn is None or name != turn.corporation] if now is not None else []


def _trains(game: Game) -> TrainsView:
    """Trains by class: those the bank has left with their prices, those in the pool, those out of the game."""
    left = Counter(game.trains(BANK))
    on_sale = game.title.trains.on_sale(game)
    return {
        "bank": [
            {
                "train": name,
                "left": None if name in game.title.audit.endless_trains else count,
                "price": game.title.box.trains[name].cost,
                "on_sale": name in on_sale,
            }
            for name, count in left.items()
        ],
        "pool": [{"train": name, "price": game.title.box.trains[name].cost} for name in game.trains(POOL)],
        "out": list(game.trains(OUT)),
    }
