"""Acts that a line names in few words, legal or not: for whoever types a move that is no choice and wants to know why.

The words are held against the forms in which moves are written (formats.grammar): the line begins like one of them,
each of its other words stands in the form or fills a place in it, and what it leaves open is filled with all that may
be meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations, product
from typing import Any

from ferrovia.engine.flow.actions import (
    Action,
    Answer,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    LayTile,
    PlaceToken,
    SellShares,
)
from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.remedies.telling import RefusedAct, most_telling
from ferrovia.engine.flow.state import BANK
from ferrovia.formats.grammar import Pattern, grammar_of
from ferrovia.formats.slots import SLOTS, Names, Slot
from ferrovia.saying.names import plain

_LONGEST = 12  # words of a line that names an act; a longer one is written out, or nothing
_MOST = 800  # acts that a line may name: all tiles on a hex, turned in all ways
# What people type for the first word of a form, in both languages.
_VERBS = {
    "acquista": ("buy", "offer"),
    "acquisisci": ("acquire",),
    "bid": ("bid", "buy"),
    "buy": ("buy", "offer"),
    "compra": ("buy", "offer"),
    "costruisci": ("build",),
    "emetti": ("issue",),
    "fonda": ("start", "take"),
    "launch": ("start", "take"),
    "offer": ("offer", "bid", "buy"),
    "offri": ("offer", "bid", "buy"),
    "par": ("start", "take"),
    "piazza": ("place",),
    "posa": ("lay",),
    "prendi": ("take",),
    "purchase": ("buy", "offer"),
    "start": ("start", "take"),
    "token": ("place",),
    "gettone": ("place",),
    "tile": ("lay",),
    "tessera": ("lay",),
    "upgrade": ("lay",),
    "migliora": ("lay",),
    "usa": ("use",),
    "vendi": ("sell",),
}
# Words that say nothing by themselves, or the same as the form.
_SMALL = frozenset(
    (
        *("a", "an", "the", "of", "on", "in", "at", "to", "for", "from", "by", "with", "its", "train", "trains"),
        *("share", "shares", "stock", "certificate", "certificates", "tile", "token"),
        *("un", "una", "il", "lo", "la", "le", "i", "gli", "di", "del", "della", "da", "dal", "dalla", "su", "sul"),
        *("sulla", "per", "con", "al", "alla", "treno", "treni", "azione", "azioni", "certificato", "certificati"),
        *("tessera", "gettone"),
    )
)
_COUNTED = ("rotation", "city")  # which nobody names by a number alone


def refused_act(game: Game, line: str, by: str | None = None) -> RefusedAct | None:
    """The act that a line names and why it is refused, with what would make it legal; None where it names none, or one
    that may be done.
    """
    acts = grammar_of(game).read(game, line.strip()) or named_acts(game, line)
    return most_telling(game, acts, by)


# Lines and forms


def named_acts(game: Game, line: str) -> list[Action]:
    """The acts that a line may name, whatever the moment."""
    words = [word.strip(".,;:!?()'\"") for word in line.split()]
    words = [word for word in words if word]
    if not words or len(words) > _LONGEST:
        return []
    grammar = grammar_of(game)
    found: dict[Action, None] = {}
    longer = {pattern.words[0] for pattern in grammar.patterns if pattern.slots}
    for pattern in grammar.patterns:
        is_bare = len(words) == 1 and not pattern.slots and pattern.words[0] in longer  # "buy" alone says nothing yet
        if not is_bare and not issubclass(pattern.form.kind, Answer):
            for action in _filled(game, grammar.names, pattern, words):
                found[action] = None
                if len(found) >= _MOST:
                    return list(found)
    return list(found)


def _filled(game: Game, names: Names, pattern: Pattern, words: Sequence[str]) -> Iterator[Action]:
    """The acts of a form that a line of words may name."""
    said = pattern.words
    first = plain(words[0])
    if said[0] == first or said[0] in _VERBS.get(first, ()):
        words = words[1:]
    elif names.hex(words[0]) is None or pattern.form.kind is not _on_a_hex(game):
        return
    telling = [word for word in words if plain(word) not in _SMALL]
    values = [word for word in telling if plain(word) not in said]
    is_train = pattern.form.kind is BuyTrain and bool({"train", "treno"} & {*map(plain, words)})
    is_said = len(telling) > len(values)  # something besides the verb is as the form has it
    slots = [(field, slot) for field, slot in pattern.slots if field not in _COUNTED]
    for places in permutations(range(len(slots)), len(values)):
        filled = [slots[place] for place in places]
        named = _named(names, filled, values)
        if named is None or (SLOTS["word"] in [slot for _, slot in filled] and not is_said):
            continue
        if named or is_said or is_train or not (words or slots):
            yield from _meant(game, pattern, named)


def _on_a_hex(game: Game) -> type[Action]:
    """What somebody thinks of who names nothing but a hex."""
    return PlaceToken if any(isinstance(choice, PlaceToken) for choice in game.decision.choices) else LayTile


def _named(names: Names, slots: Sequence[tuple[str, Slot]], words: Sequence[str]) -> dict[str, Any] | None:
    """Each word as the value of its field; None where one cannot be."""
    found: dict[str, Any] = {}
    for (field, slot), word in zip(slots, words, strict=True):
        written = re.fullmatch(slot.pattern(names), word, re.IGNORECASE)
        value = slot.read(names, written[1]) if written else None
        if field == "count" and word.isdecimal():
            value = int(word)
        if value is None:
            return None
        found[field] = value
    return found


def _meant(game: Game, pattern: Pattern, named: dict[str, Any]) -> Iterator[Action]:
    """The acts with these values, and with all that may be meant where a form leaves something open."""
    kind = pattern.form.kind
    values = {**pattern.fixed, **named}
    if kind is BuyShare and values.get("source") not in game.title.stock.sources:
        return
    open_fields = [field for field, _ in pattern.slots if field not in values and field != "price"]
    choices = [tuple(_supplied(game, kind, field, values)) for field in open_fields]
    asks_price = "price" in [field for field, _ in pattern.slots] and "price" not in values
    for supplied in product(*choices):
        whole = {**values, **dict(zip(open_fields, supplied, strict=True))}
        for price in _prices(game, kind, whole) if asks_price else (None,):
            yield kind(**whole, **({} if price is None else {"price": price}))


def _supplied(game: Game, kind: type[Action], field: str, values: dict[str, Any]) -> Iterable[Any]:
    """What may be meant by a field that a line does not name; nothing where it must be named."""
    board = game.title.box.board
    match field:
        case "tile":
            return board.tiles
        case "rotation":
            return range(6)
        case "city":
            return range(max(1, len(game.layout.face(values["hex"]).stops)))
        case "certificates" if kind is SellShares and values["corporation"] in game.title.box.corporations:
            return [(game.share(values["corporation"]),)]
        case "corporation" if values and kind not in (BuyShare, SellShares):
            player = game.decision.player
            return [name for name in game.title.operating.order(game) if game.president(name) == player]
        case "count":
            return [1]
        case "train" if values.get("source") == BANK:
            return game.title.trains.on_sale(game)
        case "source" if kind is BuyTrain:
            others = [name for name in game.state.certificates if name != game.decision.for_corporation]
            return [name for name in others if values.get("train") in game.trains(name)]
    return ()


def _prices(game: Game, kind: type[Action], values: dict[str, Any]) -> Sequence[int]:
    """The prices at which an act may be meant that names none: those that are listed, or the printed ones."""
    listed = [
        choice.low if isinstance(choice, Range) else choice.price  # type: ignore[attr-defined]
        for choice in game.decision
        if _is_but_for_price(choice.action if isinstance(choice, Range) else choice, kind, values)
    ]
    if listed:
        return listed[:1]
    if kind is BuyTrain:
        train = game.title.box.trains[values["train"]]
        return [train.cost] if values["source"] in (BANK, "pool") else [1]
    if kind in (Bid, BuyPrivate):
        private = game.title.box.privates.get(values["private"])
        return [] if private is None else [max(1, private.face_value)]
    return game.phase.start_values or [1]


def _is_but_for_price(action: Action, kind: type[Action], values: dict[str, Any]) -> bool:
    return type(action) is kind and all(getattr(action, field) == value for field, value in values.items())
