"""3.3.2, 3.6.2: concessions and regional companies among the stock: start prices, deposits, and their sheets."""

from __future__ import annotations

from dataclasses import dataclass, field

from ferrovia.engine.flow.actions import Action, BuyPrivate, Start
from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.game import Game
from ferrovia.table.page.controls.shelves import Button, Row, Shelf
from ferrovia.table.page.inset import Inset
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stock_face import Extras, StockFace
from ferrovia.titles.t18fb.actions import TakeConcession
from ferrovia.titles.t18fb.concessions import deposit
from ferrovia.titles.t18fb.south import is_bourbon_age, is_regional, south
from ferrovia.titles.t18fb.table.charters import grant
from ferrovia.titles.t18fb.table.sheets import SheetParts, sheet


@dataclass
class ConcessionParts:
    """What the row of a company has because of its concession."""

    company: str
    deposit: int
    takes: list[Button] = field(default_factory=list)  # where the company has started already
    deposits: list[Button] = field(default_factory=list)  # whole, or half by a card
    sheet: SheetParts | None = None  # of the company, once its concession is pointed at


class SouthernStockFace(StockFace):
    """Concessions in the rows of their companies."""

    def row_of(self, action: Action) -> str:
        return action.corporation if isinstance(action, TakeConcession) else ""

    def shelve(self, shelf: Shelf, row: Row, number: int, action: Action) -> None:
        """A concession at a start price; with the card that halves the deposit it is another way to do the same."""
        viewer = shelf.scene.viewer
        if not isinstance(action, TakeConcession) or viewer is None:
            return
        game, say = shelf.game, shelf.scene.say
        chosen = shelf.choices[shelf.picked] if shelf.picked >= 0 else None
        if not isinstance(chosen, TakeConcession) or chosen.corporation != row.corporation:
            chosen = None
        whole = deposit(game, viewer, row.corporation, at_half=False)
        own = ConcessionParts(row.corporation, whole) if row.inset is None else row.inset.parts
        assert isinstance(own, ConcessionParts)
        row.inset = Inset("t18fb/concession.html", own)
        row.note = say("deposit {due}", due=whole) if whole else ""
        if chosen is not None and own.sheet is None:
            own.sheet = sheet(shelf.scene, row.corporation)
        if chosen is not None and chosen.price == action.price:
            due = deposit(game, viewer, row.corporation, action.at_half)
            own.deposits.append(shelf.button(number, say("deposit {due:money}", due=due)))
        if action.at_half == (chosen is not None and chosen.at_half):
            takes = row.starts if row.price is None else own.takes
            takes.append(shelf.button(number, str(action.price) if action.price else say("take")))
        shelf.shown.add(number)  # it is reached by choosing the price first

    def extras(self, scene: Scene, picked: int) -> Extras:
        """The line of the concession that is pointed at, on the map; of a regional its charter too."""
        made = scene.choices[picked] if picked >= 0 else None
        if isinstance(made, TakeConcession):
            return Extras(grant=grant(scene, made.corporation))
        bought = made.action if isinstance(made, Range) else None
        if isinstance(bought, BuyPrivate) and is_regional(bought.private):
            shown = grant(scene, bought.private)
            return Extras(inset=shown.words if shown else None, grant=shown)
        return Extras()

    def start(self, game: Game, corporation: str, price: int) -> Action:
        if is_bourbon_age(game) and corporation in south(game).concessions:
            return TakeConcession(corporation, price)
        return Start(corporation, price)

    def start_price(self, action: Action) -> int:
        return action.price if isinstance(action, TakeConcession) else super().start_price(action)

    def button(self, scene: Scene, action: Action) -> str:
        match action:
            case TakeConcession(corporation=corporation, price=0):
                return scene.say("Take {corporation}", corporation=corporation)
            case TakeConcession(corporation=corporation, price=price):
                return scene.say("Start {corporation} at {price:money}", corporation=corporation, price=price)
        return ""
