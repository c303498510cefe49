"""What is asked, in a few words: for the banner, the title of the window, lists of tables, the terminal."""

from __future__ import annotations

from typing import Any

from ferrovia.engine.flow.actions import Answer, BuyShare, Dividend, Pass, SellShares, Start
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.offers import Offer
from ferrovia.saying.message import Message, term

# By the step of the engine or of a title: what is asked of whoever must choose, and what others see them do. Fields are
# those of the frame on top of the agenda, with the player and the corporation they choose for.
_STEPS: dict[str, tuple[str, str]] = {
    # Auctions
    "auction": (term("Buy, bid or pass"), term("{player} buys, bids or passes")),
    "contest": (term("Raise on {private}, or leave it"), term("{player} raises on {private}, or leaves it")),
    "lot": (term("Put something up for auction"), term("{player} chooses what is put up")),
    "bidding": (term("Bid on {lot}, or pass"), term("{player} bids on {lot}, or passes")),
    # Stock rounds and starts
    "stock": (term("Sell, then buy"), term("{player} sells, then buys")),
    "par": (term("Set the price of {starting}"), term("{player} sets the price of {starting}")),
    "rsa_start": (term("Set the price of {starting}"), term("{player} sets the price of {starting}")),
    "home": (term("Choose the home of {corporation}"), term("{player} chooses the home of {corporation}")),
    "home_token": (term("Choose the home of {corporation}"), term("{player} chooses the home of {corporation}")),
    "exchange": (
        term("Choose what you take for the presidency of {corporation}"),
        term("{player} gives up the presidency of {corporation}"),
    ),
    "rescue": (term("Take the concession of {company}?"), term("{player} is offered the concession of {company}")),
    # The turn of a corporation
    "track": (term("Lay track for {corporation}"), term("{player} lays track for {corporation}")),
    "token": (term("Place a token for {corporation}"), term("{player} places a token for {corporation}")),
    "coaches": (term("Place coaches for {corporation}"), term("{player} places coaches for {corporation}")),
    "run": (term("Run for {corporation}"), term("{player} runs for {corporation}")),
    "earnings": (term("Run for {corporation}"), term("{player} runs for {corporation}")),
    "dividend": (term("Pay or keep {revenue:money}"), term("{player} decides over {revenue:money} of {corporation}")),
    "trains": (term("Buy trains for {corporation}"), term("{player} buys trains for {corporation}")),
    "finance": (term("Trade stock for {corporation}"), term("{player} trades stock for {corporation}")),
    "forced sales": (term("Sell stock of {corporation}"), term("{player} must sell stock for {corporation}")),
    "issue": (term("Issue stock of {corporation}?"), term("{player} may issue stock of {corporation}")),
    "merge": (term("Merge {corporation}?"), term("{player} may merge {corporation}")),
    "private": (
        term("Private companies for {corporation}?"),
        term("{player} may buy private companies for {corporation}"),
    ),
    "buy_token": (term("Buy a token for {corporation}?"), term("{player} may buy a token for {corporation}")),
    "e_token": (term("Buy an E token for {corporation}?"), term("{player} may buy an E token for {corporation}")),
    "bond_interest": (
        term("Raise the interest on the bond of {corporation}"),
        term("{player} raises the interest on the bond of {corporation}"),
    ),
    "repay_bond": (term("Repay the bond of {corporation}?"), term("{player} may repay the bond of {corporation}")),
    "issue_bond": (term("Issue a bond of {corporation}?"), term("{player} may issue a bond of {corporation}")),
    # Beside the turn
    "discard": (term("{corporation} gives up a train"), term("{player} gives up a train of {corporation}")),
    "debt": (term("Raise {amount:money}"), term("{player} raises {amount:money}")),
    "bond_due": (term("Raise {amount:money} for the bond"), term("{player} raises {amount:money} for the bond")),
    "loan_choice": (term("Take a loan, or leave the game"), term("{player} takes a loan, or leaves the game")),
    "offer": (term("{price:money} for {place}?"), term("{player} is offered {price:money} for {place}")),
    "card offer": (
        term("{card} for {price:money}?"),
        term("{player} is offered {card} for {price:money}"),
    ),
    "invitation": (term("Build with {card}?"), term("{player} is invited to build with {card}")),
    "favour": (term("Whom does {card} favour?"), term("{player} chooses whom {card} favours")),
    "merger": (term("Join {corporation} to another?"), term("{player} answers for {corporation}")),
    "odd_share": (term("An odd share: buy or sell?"), term("{player} has an odd share to settle")),
    "tokens": (term("Give up a token of {corporation}"), term("{player} gives up a token of {corporation}")),
    "bonus": (term("Where does the bonus go?"), term("{player} decides where the bonus of {corporation} goes")),
    "event": (term("Political support, or the event?"), term("{player} answers an event")),
    "air raid": (term("What becomes of the bombed tile?"), term("{player} chooses what becomes of a bombed tile")),
    "link": (term("Choose the tile of the link"), term("{player} chooses the tile of the link")),
}
_PRICES = ("par", "rsa_start")
_ANYTHING = (term("Your choice"), term("{player} chooses"))

_NO_SALE = (term("Buy, or pass"), term("{player} buys, or passes"))
_NO_PURCHASE = (term("Sell, or pass"), term("{player} sells, or passes"))
_NOTHING = (term("Nothing but passing"), term("{player} has nothing but passing"))
_LINE = (term("Build a line for {corporation}"), term("{player} builds a line for {corporation}"))
_ONE_KEPT = (term("Which token does {corporation} keep?"), term("{player} chooses which token {corporation} keeps"))
_LOOT = (term("Pay or loot {revenue:money}"), term("{player} pays or loots {revenue:money} of {corporation}"))
_MUST_BUY = (term("{corporation} must buy a train"), term("{player} must buy a train for {corporation}"))
_EVENT = term("{player} answers an event")
_EVENTS = {  # by the frame that asks
    "strike": (term("A strike: support {first}?"), _EVENT),
    "levy": (term("A levy: money or political support?"), _EVENT),
    "marshall_plan": (term("The Marshall Plan: support {first}?"), _EVENT),
    "war_effort": (term("Which train does {corporation} give up?"), _EVENT),
}
_OFFERED = term("{player} is offered {price:money} for {place}")
_OFFERS = {  # by what is offered for
    "train": (term("Sell the {name} of {seller} to {buyer} for {price:money}?"), _OFFERED),
    "private": (term("Sell {name} to {buyer} for {price:money}?"), _OFFERED),
    "token": (term("Sell the token on {place} to {buyer} for {price:money}?"), _OFFERED),
}
_MERGER = (term("Merge {corporation} with {active}?"), term("{player} answers for {corporation}"))
_NATIONAL = (
    term("Let {corporation} join {national}?"),
    term("{player} is asked whether {corporation} joins {national}"),
)


def prompt(game: Game) -> Message:
    """The question, for whoever must choose."""
    return Message(_texts(game)[0], **_fields(game))


def deed(game: Game) -> Message:
    """What the one who must choose is doing, for the others."""
    return Message(_texts(game)[1], **_fields(game))


def _texts(game: Game) -> tuple[str, str]:
    top, step = game.top, game.top.step(game)
    match step:
        case "stock":
            return _stock(game)
        case "token" if isinstance(_first(game), Answer):
            return _ONE_KEPT
        case "token" if _is_line(_first(game)):
            return _LINE
        case "dividend" if Dividend("loot") in game.decision.choices:
            return _LOOT
        case "trains" if Pass() not in game.decision.choices:
            return _MUST_BUY
        case "merger" if hasattr(top, "national"):
            return _NATIONAL
        case "merger" if hasattr(top, "active"):
            return _MERGER
        case "event":
            return _EVENTS.get(str(type(top).__struct_config__.tag), _STEPS["event"])
        case "offer" if isinstance(top, Offer):
            return _OFFERS.get(top.thing, _STEPS["offer"])
    return _STEPS.get(step, _ANYTHING)


def _stock(game: Game) -> tuple[str, str]:
    choices = [_bare(choice) for choice in game.decision]
    sells = any(isinstance(choice, SellShares) for choice in choices)
    buys = any(not isinstance(choice, SellShares | Pass) for choice in choices)
    if sells and buys:
        return _STEPS["stock"]
    if buys:
        return _NO_SALE
    return _NO_PURCHASE if sells else _NOTHING


def _fields(game: Game) -> dict[str, Any]:
    """What the texts may name: the fields of the frame on top, and who chooses for whom."""
    top = game.top
    fields: dict[str, Any] = {name: getattr(top, name) for name in top.__struct_fields__}
    name = fields.get("name", "")
    return {
        **fields,
        "player": top.decider(game),
        "corporation": top.corporation_of(game) or fields.get("corporation", ""),
        "first": next(iter(fields.get("asked", ())), ""),
        "place": game.title.box.board.place(name) if fields.get("thing") == "token" else name,
        "starting": _starting(game) if top.step(game) in _PRICES else "",
    }


def _starting(game: Game) -> str:
    """The corporation whose price is to be set."""
    first = _first(game)
    return first.corporation if isinstance(first, Start | BuyShare) else ""


def _first(game: Game) -> Choice | None:
    return next((_bare(choice) for choice in game.decision if not isinstance(choice, Pass)), None)


def _bare(choice: Choice) -> Choice:
    return choice.action if isinstance(choice, Range) else choice


def _is_line(choice: Choice | None) -> bool:
    return choice is not None and type(choice).__struct_config__.tag == "build_line"
