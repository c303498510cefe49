"""Sections 7 and 11: one event card at the start of every operating round but the first."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ferrovia.engine.finance.market import Direction
from ferrovia.engine.flow.debts import Debt
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.phases import class_sold
from ferrovia.engine.flow.state import BANK, OUT
from ferrovia.titles.t1883 import components, merger, raids
from ferrovia.titles.t1883.emilia import (
    CCFR,
    SARSA,
    emilia,
    gain_support,
    is_cooperative,
    is_railway,
    keep,
    next_train,
    spend_support,
)
from ferrovia.titles.t1883.event_questions import (
    Levy,
    MarshallPlan,
    Strike,
    WarEffort,
    dearest,
    trains_without_gravity,
)
from ferrovia.titles.t1883.events import (
    Accident,
    CardDrawn,
    CardRevealed,
    MoneyPutBack,
    MoneySetAside,
    StrikeAbsorbed,
    StrikeBroken,
    SupportLost,
    SupportRolled,
    TrainTaken,
)


def draw(game: Game) -> None:
    """7.0: the holder of the priority draws; a card used leaves play."""
    own = emilia(game)
    if own.hot_autumn:
        game.push(Strike(_struck_by(game, "hot_autumn"), "hot_autumn"))
    if not own.deck:
        return
    key, *rest = own.deck
    keep(game, deck=tuple(rest))
    game.reveal()
    game.tell(CardDrawn(player=game.state.priority))
    game.tell(CardRevealed(card=key))
    resolve(game, key)


def resolve(game: Game, key: str) -> None:
    """Section 11, card by card: what no other does, or else what the sheet says of it."""
    if key in _SINGLE:
        _SINGLE[key](game)
        return
    table = components.event_table(key)
    for fact, happens in _BY_FACT.items():
        if table.get(fact):
            happens(game, key)
            return
    raise LookupError(f"There is no event {key}.")


def end_of_round(game: Game) -> None:
    """What was in force for the round is over."""
    own = emilia(game)
    keep(game, in_force=(), effects={}, strike_breaker=max(0, own.strike_breaker - 1))


def _from_priority(game: Game) -> tuple[str, ...]:
    first = game.state.priority
    return (first, *game.to_the_left(first))


# Strikes


def _struck_by(game: Game, key: str) -> tuple[str, ...]:
    """The corporations a strike asks, dearest first."""
    table = components.event_table(key)
    target = table["target"]
    asked = []
    for name in game.title.operating.order(game):
        if name == SARSA:
            hit = target in ("corporations", "coaches")
        elif target == "coaches":
            hit = False
        else:
            hit = name != CCFR or not is_cooperative(game) or table.get("ccfr") == "always"
        if hit:
            asked.append(name)
    return tuple(asked)


def _strike(game: Game, key: str) -> None:
    own = emilia(game)
    if own.hot_autumn and components.event_table(key).get("void_in_hot_autumn"):
        game.tell(StrikeAbsorbed())
        return
    if key == "general_strike" and own.strike_breaker == 1:
        game.tell(StrikeBroken())
        return
    if key == "hot_autumn":
        keep(game, hot_autumn=True)
    game.push(Strike(_struck_by(game, key), key))


def _strike_breaker(game: Game) -> None:
    keep(game, strike_breaker=2)


def _in_force(game: Game, key: str) -> None:
    """It lasts for the round: the steps ask for it."""
    keep(game, in_force=(*emilia(game).in_force, key))


# Players


def _war_tax(game: Game) -> None:
    amount = components.event_table("first_world_war")["amount"]
    for player in reversed(_from_priority(game)):
        game.push(Debt(player, amount, BANK))


def _gold_to_homeland(game: Game) -> None:
    game.push(Levy(_from_priority(game)))


def _change_support(game: Game, key: str) -> None:
    by = components.event_table(key)["support"]
    for player in _from_priority(game):
        if by > 0:
            gain_support(game, player)
        elif emilia(game).support[player] > 0:
            spend_support(game, player)


def _magnacucchi(game: Game) -> None:
    """All who hold support roll; the lowest loses a card, ties roll again (R56)."""
    left = [player for player in _from_priority(game) if emilia(game).support[player] > 0]
    while len(left) > 1:
        rolls = {player: game.roll(10) for player in left}
        for player, rolled in rolls.items():
            game.tell(SupportRolled(player=player, rolled=rolled))
        lowest = min(rolls.values())
        left = [player for player in left if rolls[player] == lowest]
    for player in left:
        spend_support(game, player)
        game.tell(SupportLost(player=player))


# The bank and the trains


def _change_bank(game: Game, key: str) -> None:
    """Money is set aside; the tax shield brings some of it back, once."""
    own, amount = emilia(game), components.event_table(key)["bank"]
    if amount < 0:
        game.tell(MoneySetAside(amount=-amount))
    elif own.set_aside >= amount and not own.tax_shield_used:
        game.tell(MoneyPutBack(amount=amount))
        keep(game, tax_shield_used=True)
    else:
        return
    keep(game, set_aside=own.set_aside - amount)
    game.set_aside(-amount)


def _occupation(game: Game) -> None:
    """The next train of the bank is taken away; for the phases that is a purchase (R60)."""
    train = next_train(game)
    if train:
        game.give_train(train, BANK, OUT)
        game.tell(TrainTaken(train=train))
        class_sold(game, train, "")
        if emilia(game).must_merge:
            merger.force(game)  # R52: at once


# Single corporations


def _accident(game: Game) -> None:
    for corporation in _accident_victims(game):
        game.tell(Accident(corporation=corporation))
        game.move(corporation, Direction.LEFT)


def _accident_victims(game: Game) -> list[str]:
    own = emilia(game)
    candidates = [
        name for name in game.title.operating.order(game) if is_railway(game, name) and name in own.operated_last
    ]
    return _top(candidates, (game.price, lambda name: trains_without_gravity(game, name), game.cash))


def _war_effort(game: Game) -> None:
    for corporation in reversed(_war_victims(game)):
        game.push(WarEffort(corporation))


def _war_victims(game: Game) -> list[str]:
    candidates = [
        name
        for name in game.title.operating.order(game)
        if is_railway(game, name) and trains_without_gravity(game, name) >= 2
    ]
    return _top(
        candidates, (lambda name: trains_without_gravity(game, name), lambda name: dearest(game, name)[1], game.price)
    )


def _top(names: list[str], questions: Sequence[Callable[[str], int]]) -> list[str]:
    """Those that come first, question by question; those still equal in the end are hit alike."""
    for question in questions:
        most = max((question(name) for name in names), default=0)
        names = [name for name in names if question(name) == most]
    return names


def _marshall_plan(game: Game) -> None:
    game.push(MarshallPlan(_poorest(game)))


def _poorest(game: Game) -> tuple[str, ...]:
    names = game.title.operating.order(game)
    lowest = min((game.price(name) for name in names), default=0)
    return tuple(name for name in names if game.price(name) == lowest)


# Cards that do what no other does, by their key; all others do what the first of these facts of their sheet tells.
_SINGLE: dict[str, Callable[[Game], None]] = {
    "first_world_war": _war_tax,
    "strike_breaker": _strike_breaker,
    "railroad_accident": _accident,
    "air_raids": raids.begin,
    "german_occupation": _occupation,
    "gold_to_homeland": _gold_to_homeland,
    "war_effort": _war_effort,
    "magnacucchi": _magnacucchi,
    "marshall_plan": _marshall_plan,
}
_BY_FACT: dict[str, Callable[[Game, str], None]] = {
    "lasts": _in_force,
    "run": _strike,
    "support": _change_support,
    "bank": _change_bank,
}
