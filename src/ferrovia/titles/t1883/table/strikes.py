"""7.0.3: what a strike costs a corporation, or what political support saves: its run as it stands, and its price."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.finance.market import Direction
from ferrovia.engine.flow.actions import Action, Answer
from ferrovia.engine.flow.game import Game
from ferrovia.table.page.control import Effect, Part
from ferrovia.table.page.forks import at_once
from ferrovia.table.page.routes import SECONDS
from ferrovia.table.page.scene import Scene
from ferrovia.titles.t1883 import coaches
from ferrovia.titles.t1883.emilia import GRAVITY, SARSA, emilia
from ferrovia.titles.t1883.event_questions import Strike
from ferrovia.titles.t1883.revenue import after_events


def strike_prospects(scene: Scene, action: Action) -> Iterator[Effect]:
    """What the run of this round would be by track and trains of now; without a run the price falls."""
    game, say, frame = scene.game, scene.say, scene.game.top
    if not isinstance(frame, Strike) or not isinstance(action, Answer) or scene.law.best_run == "hidden":
        return
    then, name = at_once(scene, action), frame.asked[0]
    if then is None:
        return
    best, gambles = _earned(game, name), GRAVITY in game.trains(name)
    run, is_struck = after_events(then, name, best), emilia(then).effects.get(name) == "zero"
    note = say("without its 2G") if gambles and not is_struck else ""
    yield Effect(say("Run by track and trains of now"), str(best), str(run), run - best, note)
    if run or (gambles and not is_struck):
        return
    price, falls = game.price(name), _price_without_a_run(game, name)  # 6.7.3
    part = Part.CHOICE if best or gambles else Part.ANYHOW
    yield Effect(say("Then, without a run, its price"), str(price), str(falls), falls - price, part=part)


def _earned(game: Game, corporation: str) -> int:
    if corporation == SARSA:
        return coaches.revenue(game)
    return game.title.runs.best(game, corporation, SECONDS).revenue if game.trains(corporation) else 0


def _price_without_a_run(game: Game, corporation: str) -> int:
    cell = game.title.market.moved(game, game.cell(corporation), Direction.LEFT, 1)
    return game.title.box.market.price(cell)
