"""Concessions and political support: what is on sale, what each asks for and brings, and where it lies on the map."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.decision import Choice
from ferrovia.engine.flow.game import Game
from ferrovia.table.page.control import Effect
from ferrovia.table.page.controls.shelves import Button
from ferrovia.table.page.grants import Grant
from ferrovia.table.page.inset import Inset
from ferrovia.table.page.options import words
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stock_face import Extras, StockFace
from ferrovia.titles.t1883 import components
from ferrovia.titles.t1883.actions import BuyConcession, BuySupport
from ferrovia.titles.t1883.cooperative import compensation, members
from ferrovia.titles.t1883.emilia import CAPITALIST, CCFR, Emilia, emilia


@dataclass(frozen=True)
class ConcessionParts:
    """A concession as it stands."""

    name: str
    places: tuple[str, ...]  # as people say them, in the order in which they are joined
    cost: int
    bonus: int  # as long as the phase stays
    due: int  # operating rounds after it was bought
    left: int  # of these, for its owner
    penalty: int
    owner: str

    @property
    def start(self) -> str:
        return self.places[0]

    @property
    def end(self) -> str:
        return self.places[-1]

    @property
    def between(self) -> tuple[str, ...]:
        return self.places[1:-1]


@dataclass(frozen=True)
class ForSale:
    """What a stock turn sells besides stock."""

    concessions: tuple[Button, ...]
    takers: tuple[Button, ...]  # the corporations that may take the chosen concession
    chosen: ConcessionParts | None
    support: tuple[Button, ...]


class EmilianStockFace(StockFace):
    """Concessions and support beside the stock."""

    def extras(self, scene: Scene, picked: int) -> Extras:
        """Concessions by their numbers; of the chosen one, the corporations that may take it."""
        support = [number for number, each in enumerate(scene.choices) if isinstance(each, BuySupport)]
        by_name: dict[str, list[int]] = defaultdict(list)
        for number, each in enumerate(scene.choices):
            if isinstance(each, BuyConcession):
                by_name[each.concession].append(number)
        made = scene.choices[picked] if picked >= 0 else None
        name = made.concession if isinstance(made, BuyConcession) else ""
        if not by_name and not support:
            return Extras()
        parts = ForSale(
            concessions=tuple(
                _button(scene, picked if concession == name else numbers[0], picked, concession)
                for concession, numbers in by_name.items()
            ),
            takers=tuple(
                _button(scene, number, picked, each.corporation)
                for number in by_name.get(name, ())
                if isinstance(each := scene.choices[number], BuyConcession)
            ),
            chosen=concession_parts(scene, name) if name else None,
            support=tuple(_button(scene, number, picked) for number in support),
        )
        return Extras(
            inset=Inset("t1883/for_sale.html", parts),
            grant=grant(scene, name) if name else None,
            shown=frozenset((*support, *(number for numbers in by_name.values() for number in numbers))),
        )

    def button(self, scene: Scene, action: Action) -> str:
        match action:
            case BuyConcession(concession=name, corporation=corporation):
                return scene.say("Concession {name} for {corporation}", name=name, corporation=corporation)
            case BuySupport():
                return scene.say("Buy support")
        return ""

    def promises(self, scene: Scene, choice: Choice) -> Iterator[Effect]:
        """What follows later from a concession or a card that is bought now."""
        say, game = scene.say, scene.game
        match choice:
            case BuyConcession(concession=name):
                table = components.concession_table(name)
                yield Effect(
                    say("Bonus once they are joined"),
                    after=str(table["bonus"][game.phase.revenue_level]),
                    note=say("in later phases up to {most}", most=table["bonus"][-1]),
                )
                yield Effect(say("Time for it"), after=say("{n} operating {n:round|rounds}", n=table["due"]))
                yield Effect(say("Penalty if it fails"), after=str(_penalty(name)))
            case BuySupport():
                held = emilia(game).support.get(scene.viewer or "", 0)
                note = say("to avoid events, to share out a bonus")
                yield Effect(say("Support"), str(held), str(held + 1), note=note)


def _button(scene: Scene, number: int, picked: int, label: str = "") -> Button:
    name = words(scene, scene.choices[number])
    return Button(number, label or name, name, number == picked)


def _penalty(concession: str) -> int:
    factor: int = components.sheet("game")["concession_rules"]["penalty_factor"]
    cost: int = components.concession_table(concession)["cost"]
    return factor * cost


def grant(scene: Scene, name: str) -> Grant | None:
    """A concession that is in the game; None for any other name."""
    if name not in emilia(scene.game).concessions:
        return None
    return Grant(
        name,
        scene.say("Concession {name}", name=name),
        tuple(str(hex_id) for hex_id in components.concession_table(name)["stops"]),
        Inset("t1883/concession.html", concession_parts(scene, name)),
    )


def concession_parts(scene: Scene, name: str) -> ConcessionParts:
    """A concession that is in the game, as its template asks for it."""
    held, table = emilia(scene.game).concessions[name], components.concession_table(name)
    return ConcessionParts(
        name,
        tuple(table["names"]),
        table["cost"],
        table["bonus"][scene.game.phase.revenue_level],
        table["due"],
        max(0, table["due"] - held.counter),
        _penalty(name),
        held.owner,
    )


def support_spent(scene: Scene, then: Game) -> Iterator[Effect]:
    """The cards of political support that an answer takes."""
    now, later, viewer = scene.game.state.own, then.state.own, scene.viewer or ""
    if isinstance(now, Emilia) and isinstance(later, Emilia):
        held, left = now.support.get(viewer, 0), later.support.get(viewer, 0)
        if held != left:
            yield Effect(scene.say("Support"), str(held), str(left), left - held)


def membership_lost(scene: Scene, then: Game) -> Iterator[Effect]:
    """8.1.5: who loots the co-operative gets half the price for the share, and leads it no more."""
    game, viewer, say = scene.game, scene.viewer or "", scene.say
    if emilia(game).ccfr_leader != viewer or viewer not in members(game) or viewer in members(then):
        return
    if emilia(then).ccfr == CAPITALIST:
        return
    yield Effect(say("In it for your share of {corporation}", corporation=CCFR), after=str(compensation(game)))
    yield Effect(say("{corporation} for you", corporation=CCFR), after=say("you never lead it again"))
