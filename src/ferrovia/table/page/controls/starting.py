"""Starting: a price on the market, a home on the map."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.engine.finance.market import Cell
from ferrovia.engine.flow.actions import ChooseHome, Exchange, Start
from ferrovia.engine.flow.decision import Choice
from ferrovia.table.page.choosing import chosen, number_picked
from ferrovia.table.page.control import Control, ControlMarks
from ferrovia.table.page.market import CellLink
from ferrovia.table.page.options import effects_in_short, words
from ferrovia.table.page.passing import passing
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import hex_mark
from ferrovia.table.page.wording import asked

FEW = 8  # answers whose consequences are told beside each of them


@dataclass(frozen=True)
class Answer:
    """One answer of the list."""

    number: int
    text: str
    is_chosen: bool
    follows: str = ""


@dataclass(frozen=True)
class StartingParts:
    """Prices, homes or certificates to choose from."""

    answers: list[Answer]
    on_market: bool
    on_map: bool


def starting(scene: Scene) -> Control[StartingParts] | None:
    """The control, where nothing but a start price, a home or certificates to exchange can be chosen."""
    choices = scene.choices
    if not choices or not all(isinstance(choice, Start | ChooseHome | Exchange) for choice in choices):
        return None
    picked = number_picked(scene)
    return Control(
        template="table/controls/starting.html",
        question=asked(scene),
        chosen=chosen(scene, choices[picked]) if picked >= 0 else None,
        passing=passing(scene),
        parts=StartingParts(
            answers=[_answer(scene, number, choice, picked, len(choices)) for number, choice in enumerate(choices)],
            on_market=any(isinstance(choice, Start) for choice in choices),
            on_map=any(isinstance(choice, ChooseHome) for choice in choices),
        ),
        marks=ControlMarks(
            cells=_cells(scene, choices, picked),
            hexes=[
                hex_mark(scene, choice.hex, scene.picked(c=number), is_chosen=number == picked)
                for number, choice in enumerate(choices)
                if isinstance(choice, ChooseHome)
            ],
        ),
    )


def _answer(scene: Scene, number: int, choice: Choice, picked: int, count: int) -> Answer:
    text = words(scene, choice)
    follows = effects_in_short(scene, choice) if count <= FEW else ""
    return Answer(number, text, number == picked, follows)


def _cells(scene: Scene, choices: tuple[Choice, ...], picked: int) -> dict[Cell, CellLink]:
    """The start spaces of the market that can be picked."""
    return {
        scene.title.box.market.start_cell(choice.price): CellLink(
            scene.picked(c=number), words(scene, choice), number == picked
        )
        for number, choice in enumerate(choices)
        if isinstance(choice, Start)
    }
