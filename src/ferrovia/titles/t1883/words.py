"""What is seen of 1883 alone: its marks on the map, and its choices in words, with prices that only its rules know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.flow.actions import (
    Accept,
    Action,
    Answer,
    Bankrupt,
    Decline,
    Dividend,
    IssueShares,
    LayTile,
    UsePrivate,
)
from ferrovia.engine.flow.chance import Chance
from ferrovia.engine.flow.debts import Debt
from ferrovia.engine.flow.facets.seen import Seen
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.saying.message import Message
from ferrovia.titles.t1883 import components, merger
from ferrovia.titles.t1883.actions import BuyConcession, BuySupport, Merge, PlaceAnchor, PlaceCoach
from ferrovia.titles.t1883.concessions import TO_TREASURY, BonusChoice
from ferrovia.titles.t1883.cooperative import compensation
from ferrovia.titles.t1883.emilia import SARSA, emilia, keep
from ferrovia.titles.t1883.event_questions import PLAY, Levy, MarshallPlan, Strike, WarEffort, half_price
from ferrovia.titles.t1883.merger import CONVERT, MergerOffer, OddShare
from ferrovia.titles.t1883.operating import issue_value
from ferrovia.titles.t1883.privates import par_for_swap, swap_source
from ferrovia.titles.t1883.raids import AirRaids
from ferrovia.titles.t1883.settling import SeftaTokens
from ferrovia.titles.t1883.stock import support_price


class EmilianSeen(Seen):
    """What is on the table besides tiles and tokens, and what choices mean."""

    open = frozenset(
        {
            "support", "concessions", "pars", "limit_players", "launched", "waiting", "concession_buyers",
            "anchors", "ports", "worn_out", "used_powers",
            "first_round_over", "in_force", "strike_breaker", "hot_autumn", "effects", "raids_done", "set_aside",
            "tax_shield_used",
            "ccfr", "ccfr_leader", "ccfr_passed_on", "coaches", "coaching",
            "merged", "no_merger", "must_merge", "operated_before", "operated_last", "bankrupt",
        }
    )  # fmt: skip

    def words(self, game: Game, action: Action) -> str | None:
        """A legal choice of this moment, or None where the usual words will do."""
        money = game.title.currency.format
        top = game.top
        match action:
            case BuySupport():
                return Message(
                    "Buy a card of political support for {support_price:money}",
                    support_price=support_price(game, game.decision.player),
                )
            case BuyConcession(concession=name, corporation=corporation):
                return _concession(game, name, corporation)
            case PlaceAnchor(hex=hex_id):
                return Message("Place an anchor on {place}", place=_place(game, hex_id))
            case PlaceCoach(hex=hex_id):
                cost = game.title.box.board.hexes[hex_id].cost
                return f"Place a coach on {_place(game, hex_id)}" + (f" for {money(cost)}" if cost else "")
            case IssueShares(count=count):
                corporation = top.corporation_of(game)
                amount = issue_value(game, corporation, count)
                end = f" for {money(amount)}" if amount else f", and {corporation} closes"
                return Message(
                    "Issue {count} share{TODO} to the bank pool{end}",
                    count=count,
                    TODO="s" if count > 1 else "",
                    end=end,
                )
            case Dividend(choice="loot") if isinstance(top, OperatingTurn):
                share = f", and give up 10% of it for {money(amount)}" if (amount := compensation(game)) else ""
                return Message("Loot CCFR for {revenue:money}{share}", revenue=top.revenue, share=share)
            case Bankrupt() if isinstance(top, Debt):
                closes = f", and {top.corporation} closes" if top.corporation else ""
                return Message("Go bankrupt: {amount:money} cannot be paid{closes}", amount=top.amount, closes=closes)
            case Merge():
                return Message("Merge with {partner} into SEFTA", partner=merger.partner(top.corporation_of(game)))
            case UsePrivate():
                par = par_for_swap(game, swap_source(game))
                return "Swap CNP for 10% of SV" + (f", which receives {money(par)} from the bank" if par else "")
            case Accept() | Decline() if isinstance(top, MergerOffer):
                answer = "Agree to" if isinstance(action, Accept) else "Refuse"
                return Message("{answer} the merger with {active} into SEFTA", answer=answer, active=top.active)
            case LayTile(tile=tile) if isinstance(top, AirRaids):
                return Message(
                    "Let the tile on {place} fall back to {tile}, turned by {rotation}",
                    place=_place(game, action.hex),
                    tile=tile,
                    rotation=action.rotation,
                )
            case Answer(choice=choice):
                return _answer(game, choice)
        return None

    def concessions(self, game: Game) -> Mapping[str, str]:
        return {name: concession.owner for name, concession in emilia(game).concessions.items()}

    def redraw(self, game: Game, viewer: str | None) -> None:
        """7.0: everybody knows which events are left, and nobody in which order."""
        keep(game, deck=tuple(Chance(game.settings.seed).apart("deck").mixed(sorted(emilia(game).deck))))

    def map_marks(self, game: Game) -> Iterable[tuple[str, str, str]]:
        """SARSA's coaches, and the anchors in the ports."""
        own = emilia(game)
        yield from ((hex_id, "coach", SARSA) for hex_id in own.coaches)
        yield from ((hex_id, "token", corporation) for hex_id, corporation in own.ports)

    def own(self, game: Game, viewer: str | None) -> dict[str, Any]:
        """The events to come lie face down: only their number is seen."""
        return {**super().own(game, viewer), "deck": len(emilia(game).deck)}


def _place(game: Game, hex_id: str) -> str:
    name = game.title.box.board.hexes[hex_id].name
    return Message("{hex_id} {name}", hex_id=hex_id, name=name) if name else hex_id


def _concession(game: Game, name: str, corporation: str) -> str:
    table = components.concession_table(name)
    money = game.title.currency.format
    places = " - ".join(str(_place(game, stop)) for stop in table["stops"])
    return Message(
        "Buy concession {name} ({places}) for {corporation} for {cost:money}",
        name=name,
        places=places,
        corporation=corporation,
        cost=table["cost"],
    )


def _answer(game: Game, choice: str) -> str | None:
    """An answer to the question that is asked now."""
    money = game.title.currency.format
    question = game.top
    match question:
        case BonusChoice(corporation=corporation, bonus=bonus):
            if choice == TO_TREASURY:
                return Message(
                    "Put the bonus of {bonus:money} in the treasury of {corporation}",
                    bonus=bonus,
                    corporation=corporation,
                )
            return Message(
                "Play political support: the bonus of {bonus:money} goes to the shareholders of {corporation}",
                bonus=bonus,
                corporation=corporation,
            )
        case Strike(asked=asked):
            return (
                Message("Play political support for {asked}", asked=asked[0])
                if choice == PLAY
                else Message("Let {asked} suffer the strike", asked=asked[0])
            )
        case Levy():
            cards, amount = question.cards, money(question.due(game))
            return (
                Message("Play {cards} cards of political support", cards=cards)
                if choice == PLAY
                else Message("Give {amount}", amount=amount)
            )
        case MarshallPlan(asked=asked):
            return (
                Message("Play political support to move {asked} right", asked=asked[0])
                if choice == PLAY
                else Message("Leave {asked} alone", asked=asked[0])
            )
        case WarEffort(corporation=corporation):
            return Message(
                "Give up the {choice} of {corporation} for {half_price:money}",
                choice=choice,
                corporation=corporation,
                half_price=half_price(game, choice),
            )
        case OddShare():
            half = money(question.half)
            return (
                Message("Pay {half} for 10% of SEFTA", half=half)
                if choice == CONVERT
                else Message("Give up the odd share for {half}", half=half)
            )
        case SeftaTokens():
            return Message("Give up the token on {place}", place=_place(game, hex_of(choice)))
    return None
