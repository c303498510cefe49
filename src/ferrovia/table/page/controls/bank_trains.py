"""The trains of bank and pool: what each costs, which phase it begins, what it makes rust."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from ferrovia.engine.finance.certificates import POOL
from ferrovia.engine.flow.actions import BuyTrain
from ferrovia.engine.flow.state import BANK
from ferrovia.table.page.choosing import number_picked
from ferrovia.table.page.reasons import Why, why_not
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition


@dataclass(frozen=True)
class TrainCard:
    """A class of train that bank or pool sells now."""

    number: int | None  # of the choice; None where it cannot be bought
    train: str
    source: str
    price: int
    left: int | None  # cards of it; None without end
    phase: str  # that begins with it, if one does
    limit: int | None  # the train limit from then on, where it changes
    rusts: tuple[tuple[str, tuple[str, ...]], ...]  # classes that leave the game, and who has them
    events: tuple[str, ...]
    is_chosen: bool
    refused: Why | None = None
    reach: str = ""  # where its name does not tell it


def train_cards(scene: Scene) -> list[TrainCard]:
    game = scene.game
    listed = {
        (choice.train, choice.source): number
        for number, choice in enumerate(scene.choices)
        if isinstance(choice, BuyTrain) and choice.source in (BANK, POOL)
    }
    left, pool = Counter(game.trains(BANK)), Counter(game.trains(POOL))
    on_sale = [(train, BANK, left[train]) for train in game.title.trains.on_sale(game)]
    on_sale += [(train, POOL, count) for train, count in pool.items()]
    return [_card(scene, train, source, count, listed.get((train, source))) for train, source, count in on_sale]


def _card(scene: Scene, train: str, source: str, count: int, number: int | None) -> TrainCard:
    game, box = scene.game, scene.title.box
    order = list(box.phases)
    price = box.trains[train].cost
    phase = next((each for each in box.phases.values() if each.starts_with == train), None)
    begins = source == BANK and phase is not None and order.index(phase.name) > order.index(game.state.phase)
    rusts: list[tuple[str, tuple[str, ...]]] = []
    events: list[str] = []
    limit = None
    if begins and phase is not None:
        rusts = [(name, _owners(scene, name)) for name in phase.eliminates]
        events = [text for event in phase.events if (text := edition(scene).own(f"event.{event}"))]
        limit = phase.train_limit if phase.train_limit != game.phase.train_limit else None
    endless = train in game.title.audit.endless_trains
    return TrainCard(
        number,
        train,
        source,
        price,
        None if endless and source == BANK else count,
        phase.name if begins and phase is not None else "",
        limit,
        tuple(rusts),
        tuple(events),
        number is not None and number == number_picked(scene),
        why_not(scene, BuyTrain(train, source, price)) if number is None else None,
        scene.face.train_reach(train),
    )


def _owners(scene: Scene, train: str) -> tuple[str, ...]:
    return tuple(name for name in scene.game.state.certificates if train in scene.game.trains(name))


def rusts_with(scene: Scene, train: str) -> str:
    """The train with which a class leaves the game, if one does."""
    phases = scene.title.box.phases
    order = list(phases)
    later = [phases[name] for name in order[order.index(scene.game.state.phase) + 1 :]]
    return next((phase.starts_with for phase in later if train in phase.eliminates), "")
