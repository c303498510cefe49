"""What a form sends as a move: the action, and the number of moves that it was made after."""

from __future__ import annotations

import msgspec
from django.http import HttpRequest

from ferrovia.engine.flow.actions import RunTrains
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.reading import ActionTrouble, read_action
from ferrovia.saying.message import Trouble
from ferrovia.table.law import law_of
from ferrovia.table.models import Table

LONGEST_NUMBER = 6  # digits
LONGEST_PRICE = 9
UNSEEN = "best"  # in a form, in the place of an action: the best run, which is not drawn at this table


class NumberTrouble(Trouble, ValueError):
    """What a form says it follows is no number of moves, in one sentence."""


# Why what was sent is no move, each in one sentence.
NO_MOVE = (ActionTrouble, NumberTrouble)


def named_number(request: HttpRequest) -> int:
    """The number of moves that a form was made after; raises `NumberTrouble` for one that does not say.

    Without it nobody could be told that somebody was faster.
    """
    after = request.POST.get("after", "")
    if not after.isdecimal() or len(after) > LONGEST_NUMBER:
        raise NumberTrouble("This form does not say after how many moves it was made: nothing was played.")
    return int(after)


def named_action(request: HttpRequest, table: Table, game: Game) -> str:
    """The action as it was sent, with the price that was named for it; or the best run, for one who takes it unseen.

    Raises `ActionTrouble` where a price is named for what is no action.
    """
    text, price = request.POST.get("action", ""), request.POST.get("price", "")
    if text == UNSEEN and law_of(table.law).best_run == "told" and not game.over:
        runs = [choice for choice in game.decision.choices if isinstance(choice, RunTrains)]
        return msgspec.json.encode(runs[0]).decode() if runs else text
    if not price.isdecimal() or len(price) > LONGEST_PRICE:
        return text
    action = read_action(game.title, text)
    if "price" not in action.__struct_fields__:
        return text
    return msgspec.json.encode(msgspec.structs.replace(action, price=int(price))).decode()
