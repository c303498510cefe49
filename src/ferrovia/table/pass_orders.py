"""What ends an order to pass: what it was not meant for, and not whatever somebody does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.actions import Pass
from ferrovia.engine.flow.events import StockSold
from ferrovia.engine.flow.game import Game
from ferrovia.saying.message import Message
from ferrovia.sitting.moment import Moment

# Anything that is no pass, what concerns the player, a share in the pool, or nothing but the end of the round
Until = Literal["change", "concern", "pool", "round"]


class PassOrder(NamedTuple):
    """Who passes since which move, and what ends it."""

    player: str
    number: int
    until: Until
    corporation: str = ""  # whose share is waited for


def why_over(order: PassOrder, now: Moment) -> Message | None:
    """What has happened since an order to pass was given that it was not meant for."""
    match order.until:
        case "change":
            for number, by in _others(order, now):
                if not isinstance(now.record.actions[number - 1], Pass):
                    return Message("{player} did something else than pass.", player=by)
        case "concern":
            return _sale_of_mine(order, now) or _presidency_in_danger(order, now)
        case "pool":
            percent = now.game.percent(order.corporation, POOL) if now.game.is_started(order.corporation) else 0
            if percent:
                return Message(
                    "{percent}% of {corporation} lies in the pool.", percent=percent, corporation=order.corporation
                )
    return None


def _others(order: PassOrder, now: Moment) -> Iterator[tuple[int, str]]:
    """The moves of others since an order was given, with who made them."""
    for number in range(order.number + 1, now.number + 1):
        by = now.record.past_of(number).by
        if by != order.player:
            yield number, by


def _sale_of_mine(order: PassOrder, now: Moment) -> Message | None:
    """Somebody has sold stock of a corporation of which the player holds some."""
    for number, _ in _others(order, now):
        for event in now.record.events_of(number) or ():
            if isinstance(event, StockSold) and now.game.percent(event.corporation, order.player):
                seller, corporation = event.seller, event.corporation
                return Message(
                    "{player} sold {corporation}, of which you hold some.", player=seller, corporation=corporation
                )
    return None


def _presidency_in_danger(order: PassOrder, now: Moment) -> Message | None:
    """Somebody has a presidency of the player, or is one share short of it as they were not before."""
    before = now.at(order.number) if now.number > order.number else now.game
    for name in before.state.certificates:
        if not before.is_started(name) or before.president(name) != order.player:
            continue
        if not now.game.is_started(name):
            return Message("{corporation} has closed.", corporation=name)
        leader = now.game.president(name)
        if leader != order.player:
            return Message("{player} is president of {corporation} now.", player=leader, corporation=name)
        for other in _rivals(now.game, name, order.player):
            if other not in _rivals(before, name, order.player):
                text = "{player} is one share short of the presidency of {corporation}."
                return Message(text, player=other, corporation=name)
    return None


def _rivals(game: Game, corporation: str, president: str) -> list[str]:
    """Who would hold more than the president with one share more, where there is one to be had."""
    owned = sum(game.percent(corporation, player) for player in game.players)
    if owned >= 100:
        return []
    own, share = game.percent(corporation, president), game.share(corporation)
    return [
        player for player in game.players if player != president and game.percent(corporation, player) + share > own
    ]
