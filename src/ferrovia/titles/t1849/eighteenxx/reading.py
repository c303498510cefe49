"""An export of 18xx.games as it is written: who plays, by which options, and the actions that were not taken back."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

import msgspec

from ferrovia.engine.flow.definitions import Settings
from ferrovia.titles.eighteenxx import ImportTrouble
from ferrovia.titles.t1849.eighteenxx.names import OPTIONS, corporation_order
from ferrovia.titles.t1849.setup import (
    AUCTION_GOES_ON,
    BONDS,
    BONDS_LAPSE,
    EXCHANGED_IS_KEPT,
    FIVE_CORPORATIONS,
    MONEY_STAYS,
)

Move = dict[str, Any]

# What happens beside the game: chat, notes of the site, its end by hand; standing orders do nothing by themselves.
_BESIDES = ("message", "log", "end_game")


def is_beside(move: Move) -> bool:
    """Whether an action changes nothing in the game."""
    kind: str = move["type"]
    return kind in _BESIDES or kind.startswith("program_")


# A long game has two thousand; an auction in which nobody has money left has dragged on for twelve thousand.
MOST_ACTIONS = 50_000
_MOST_AUTOMATIC = 100
_MOST_PLAYERS = 10


class Export(msgspec.Struct):
    """What an importer needs of an export."""

    players: tuple[str, ...]
    seed: int
    options: tuple[str, ...]
    actions: list[Move]
    least_raise: int  # ours alone: the site does not know it and leaves it be

    @classmethod
    def read(cls, data: Move) -> Export:
        players, settings, actions = data.get("players"), data.get("settings"), data.get("actions")
        if (
            not isinstance(players, list)
            or not all(map(_is_player, players))
            or not isinstance(settings, dict)
            or actions is None
        ):
            raise ImportTrouble("The export has no players, no settings or no actions.")
        named = settings.get("optional_rules") or []
        if not isinstance(named, list):
            raise ImportTrouble("The options of the export are not a list.")
        options = tuple(map(str, named))
        seed = settings.get("seed", data.get("id"))
        if type(seed) is not int or not isinstance(actions, list):
            raise ImportTrouble("The seed of the export is not a number, or its actions are not a list.")
        _check(actions)
        unknown = sorted(set(options) - set(OPTIONS))
        if unknown:
            raise ImportTrouble("The export uses the option {option}, which is unknown here.", option=unknown[0][:40])
        least_raise = settings.get("least_raise")
        names = tuple(map(_player_id, players[:_MOST_PLAYERS]))
        return cls(names, seed, options, actions, 0 if least_raise == 0 else Settings("1849", (), "").least_raise)

    def settings(self) -> Settings:
        ours = [OPTIONS[option] for option in OPTIONS if option in self.options]
        if len(self.players) != 4 and FIVE_CORPORATIONS in ours:
            ours.remove(FIVE_CORPORATIONS)  # the site offers it to four players only
        ours += [AUCTION_GOES_ON, MONEY_STAYS, EXCHANGED_IS_KEPT]
        if BONDS in ours:
            ours.append(BONDS_LAPSE)
        return Settings(
            title="1849",
            players=self.players,
            seed=str(self.seed),
            options=tuple(ours),
            arrangement={
                "seats": self.players,
                "corporations": corporation_order(self.seed, "delay_ift" in self.options),
            },
            runs_as_shown=True,
            least_raise=self.least_raise,
        )


def _is_player(player: Any) -> bool:
    """Whether somebody has an account or a name."""
    return isinstance(player, dict) and any(player.get(name) is not None for name in ("id", "name"))


def _player_id(player: Move) -> str:
    """Games played at one screen have no accounts: there the name stands in the actions."""
    known = player.get("id")
    return str(player["name"] if known is None else known)


def _check(actions: list[Any]) -> None:
    """Every action has a kind and a number, and the numbers rise."""
    if len(actions) > MOST_ACTIONS:
        text = "The export has {count} actions; at most {most} are read."
        raise ImportTrouble(text, count=len(actions), most=MOST_ACTIONS)
    last = 0
    for place, move in enumerate(actions, 1):
        number = move.get("id") if isinstance(move, dict) else None
        if type(number) is not int:
            raise ImportTrouble("Action number {place} of the export has no id.", place=place)
        if number <= last:
            text = "The ids of the export do not rise: {number} comes after {last}."
            raise ImportTrouble(text, number=number, last=last)
        last = number
        automatic = move.get("auto_actions") or []
        if not isinstance(automatic, list) or len(automatic) > _MOST_AUTOMATIC:
            raise ImportTrouble("The automatic actions of action {number} are not a list of a few.", number=number)
        for action in (move, *automatic):
            if not isinstance(action, dict) or type(action.get("type")) is not str:
                raise ImportTrouble("Action {number} of the export has no type.", number=number)


def effective_actions(moves: list[Move]) -> list[Move]:
    """What is left when undo, redo and chat have been gone through, automatic actions in their place."""
    return [action for move in live_actions(moves) for action in with_automatic(move)]


def live_actions(moves: list[Move], chat: bool = False) -> list[Move]:
    """What is left when undo and redo have been gone through; chat, which is never undone, where it is asked for."""
    live: list[Move] = []
    taken_back: list[list[Move]] = []  # by each undo in a row, the latest last
    for move in moves:
        match move["type"]:
            case "undo":
                kept = _undone_to(live, move)
                taken_back.append(live[kept:])
                del live[kept:]
            case "redo":
                live += taken_back.pop() if taken_back else []
            case "message":
                continue
            case _:
                live.append(move)
                taken_back = []
    said = [move for move in moves if chat and move["type"] == "message"]
    return sorted([*live, *said], key=_number) if said else live


def _number(move: Move) -> int:
    number: int = move["id"]
    return number


def _undone_to(live: list[Move], move: Move) -> int:
    """Where the list is cut: before its last action, or after the one that is named."""
    to = move.get("action_id")
    if to is None:
        return max(0, len(live) - 1)
    if type(to) is not int or not 0 <= to < move["id"]:
        text = "Action {number} takes back to action {to}, which does not come before it."
        raise ImportTrouble(text, number=move["id"], to=str(to)[:40])
    return bisect_right(live, to, key=_number)


def with_automatic(move: Move) -> Iterator[Move]:
    """An action and the automatic ones that are played right after it."""
    yield move
    yield from move.get("auto_actions") or ()
