"""What the site's actions cannot say, said in its chat: offers that were declined, and when something was done.

The site takes no notice of chat. Whoever reads our exports there sees what happened, and our importer plays it.
"""

from __future__ import annotations

import re
from typing import Any

from ferrovia.engine.flow import actions as ours
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.offers import side
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.titles.t1849 import actions as sicilian

_DECLINED = re.compile(
    r"(?P<buyer>\w+) offers L\.(?P<price>\d{1,6}) for (?P<thing>\w+) of (?P<seller>.{1,80}): declined\."
)
_STAYS = re.compile(r"(?P<corporation>\w+) is still at its (?P<step>[\w ]+) step\.")
_SMS_LATER = re.compile(r"(?P<corporation>\w+) closes SMS after its track step\.")


def declined(buyer: str, price: int, thing: str, seller: str) -> str:
    return f"{buyer} offers L.{price} for {thing} of {seller}: declined."


def stays(corporation: str, step: str) -> str:
    return f"{corporation} is still at its {step.replace('_', ' ')} step."


def sms_later(corporation: str) -> str:
    return f"{corporation} closes SMS after its track step."


def _said(move: dict[str, Any]) -> str:
    return str(move.get("message", "")) if move.get("type") == "message" else ""


def is_hint(move: dict[str, Any]) -> bool:
    said = _said(move)
    return any(pattern.fullmatch(said) for pattern in (_DECLINED, _STAYS, _SMS_LATER))


def who_stays(move: dict[str, Any]) -> tuple[str, str] | None:
    """The corporation that has not left a step which the site does not ask, and the step."""
    found = _STAYS.fullmatch(_said(move))
    return (found["corporation"], found["step"].replace(" ", "_")) if found else None


def who_closes_sms_later(move: dict[str, Any]) -> str:
    found = _SMS_LATER.fullmatch(_said(move))
    return found["corporation"] if found else ""


def declined_offer(game: Game, move: dict[str, Any]) -> ours.Action | None:
    """An offer that the chat tells of, if it could be made now and declined."""
    found = _DECLINED.fullmatch(_said(move))
    turn = game.top if not game.over else None
    if found is None or not isinstance(turn, OperatingTurn) or turn.corporation != found["buyer"]:
        return None
    thing, seller, price = found["thing"], found["seller"], int(found["price"])
    owners = {*game.players, *game.market_order()}
    if seller not in owners or side(game, seller) == game.president(turn.corporation):
        return None
    offer: ours.Action
    if thing in game.title.box.privates:
        offer = ours.BuyPrivate(thing, price)
    elif thing in game.title.box.trains:
        offer = ours.BuyTrain(thing, seller, price)
    else:
        offer = sicilian.BuyToken(thing, seller, price)
    return offer if game.why_not(offer) is None else None
