"""Section 7: what events ask of players and presidents, whoever's turn it is."""

from __future__ import annotations

from typing import Any, ClassVar

from ferrovia.engine.finance.market import Direction
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.questions import Question
from ferrovia.engine.flow.state import BANK, OUT
from ferrovia.saying.message import term
from ferrovia.titles.t1883 import components
from ferrovia.titles.t1883.emilia import GRAVITY, emilia, keep, spend_support
from ferrovia.titles.t1883.events import GoldGiven, Spared, Struck, TrainRequisitioned
from ferrovia.titles.t1883.gravity import return_surplus

PLAY, SUFFER = "support", "suffer"
_OTHERS_SEE = term("{player} answers an event")


class SupportQuestion(Question, frozen=True):
    """Several are asked in turn whether they play political support; one who has none just suffers the event."""

    cards: ClassVar[int] = 1  # how many it takes

    asked: tuple[str, ...]

    word = "event"
    label = term("event")

    def named(self, game: Game) -> dict[str, Any]:
        return {**super().named(game), "first": self.asked[0]}

    def answers(self, game: Game) -> tuple[str, ...]:
        can_play = emilia(game).support.get(self.decider(game), 0) >= self.cards
        return (PLAY, SUFFER) if can_play else (SUFFER,)

    def proceed(self, game: Game) -> bool:
        if self.asked:
            return super().proceed(game)
        game.pop()
        return True


class Strike(SupportQuestion, frozen=True, tag="strike"):
    """Presidents in price order play a card of political support, or their corporation's run suffers."""

    asks = Prompt(term("A strike: support {first}?"), _OTHERS_SEE)

    event: str = ""

    def clause(self) -> str:
        return "1883-7.0.3"

    def decider(self, game: Game) -> str:
        return game.president(self.asked[0])

    def corporation_of(self, game: Game) -> str:
        return self.asked[0] if self.asked else ""

    def answer(self, game: Game, choice: str) -> None:
        corporation = self.asked[0]
        if choice == PLAY:
            spend_support(game, self.decider(game))
            game.tell(Spared(corporation=corporation))
        else:
            effects = emilia(game).effects
            worse = "zero" if effects.get(corporation) == "zero" else components.event_table(self.event)["run"]
            keep(game, effects={**effects, corporation: worse})
            game.tell(Struck(corporation=corporation))
        game.change(Strike(self.asked[1:], self.event))


class Levy(SupportQuestion, frozen=True, tag="levy"):
    """Gold to homeland: a tenth of one's cash, rounded up, or three cards of political support."""

    asks = Prompt(term("A levy: money or political support?"), _OTHERS_SEE)
    cards = components.event_table("gold_to_homeland")["avoid"]

    def clause(self) -> str:
        return "1883-7.0.2"

    def decider(self, game: Game) -> str:
        return self.asked[0]

    def due(self, game: Game) -> int:
        """What the player who is asked must give."""
        return int(-(-game.cash(self.asked[0]) * components.event_table("gold_to_homeland")["percent"] // 100))

    def answer(self, game: Game, choice: str) -> None:
        player = self.asked[0]
        game.change(Levy(self.asked[1:]))
        if choice == PLAY:
            spend_support(game, player, self.cards)
            return
        amount = self.due(game)
        game.pay(player, BANK, amount)
        game.tell(GoldGiven(player=player, amount=amount))


class MarshallPlan(SupportQuestion, frozen=True, tag="marshall_plan"):
    """The lowest-priced corporation may pay a card of support to move right."""

    asks = Prompt(term("The Marshall Plan: support {first}?"), _OTHERS_SEE)

    def clause(self) -> str:
        return "1883-11.3.8"

    def decider(self, game: Game) -> str:
        return game.president(self.asked[0])

    def corporation_of(self, game: Game) -> str:
        return self.asked[0] if self.asked else ""

    def answer(self, game: Game, choice: str) -> None:
        corporation, player = self.asked[0], self.decider(game)
        game.change(MarshallPlan(self.asked[1:]))
        if choice == PLAY:
            spend_support(game, player)
            game.move(corporation, Direction.RIGHT)


class WarEffort(Question, frozen=True, tag="war_effort"):
    """A corporation loses its dearest train for half its price; a card of support lets it choose which."""

    corporation: str

    word = "event"
    label = term("event")
    asks = Prompt(term("Which train does {corporation} give up?"), _OTHERS_SEE)

    def clause(self) -> str:
        return "1883-11.2.17"

    def decider(self, game: Game) -> str:
        return game.president(self.corporation)

    def corporation_of(self, game: Game) -> str:
        return self.corporation

    def answers(self, game: Game) -> tuple[str, ...]:
        train, cost = dearest(game, self.corporation)
        if emilia(game).support.get(self.decider(game), 0) < components.event_table("war_effort")["spend"]:
            return (train,)
        trains = game.title.box.trains
        others = [name for name in game.trains(self.corporation) if name != GRAVITY and trains[name].cost != cost]
        return (train, *dict.fromkeys(others))

    def answer(self, game: Game, choice: str) -> None:
        game.pop()
        if choice != dearest(game, self.corporation)[0]:
            spend_support(game, self.decider(game))
        game.give_train(choice, self.corporation, OUT)
        amount = half_price(game, choice)
        game.pay(BANK, self.corporation, amount)
        game.tell(TrainRequisitioned(corporation=self.corporation, train=choice, amount=amount))
        return_surplus(game, self.corporation)


def half_price(game: Game, train: str) -> int:
    """What the bank pays for a train lost in the war."""
    return -(-game.title.box.trains[train].cost // 2)


def trains_without_gravity(game: Game, corporation: str) -> int:
    return sum(train != GRAVITY for train in game.trains(corporation))


def dearest(game: Game, corporation: str) -> tuple[str, int]:
    """A corporation's dearest train and its price."""
    trains = [(train, game.title.box.trains[train].cost) for train in game.trains(corporation) if train != GRAVITY]
    return max(trains, key=lambda item: item[1])
