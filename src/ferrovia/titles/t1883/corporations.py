"""Sections 3.2 and 5.3.3: launching a corporation, at its par, with its home tokens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.finance.certificates import OFFER, PRESIDENT
from ferrovia.engine.flow.actions import Action, Start
from ferrovia.engine.flow.events import HomeTaken, TreasuryFilled
from ferrovia.engine.flow.facets.corporations import CorporationRules
from ferrovia.engine.flow.frame import Frame, not_now
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK
from ferrovia.saying.message import Message, term
from ferrovia.titles.t1883.emilia import CCFR, FSF, MERGING, SARSA, SEFTA, emilia, is_cooperative, keep
from ferrovia.titles.t1883.events import FsfParSet, Launched

PRESIDENTS_SHARES = 2


def may_launch(game: Game) -> Iterator[str]:
    """The corporations whose president's certificate lies in the Initial Offers."""
    own = emilia(game)
    for name, holders in game.state.certificates.items():
        if game.is_started(name) or holders[PRESIDENT] != OFFER or name in own.waiting:
            continue
        if name == SEFTA and not own.merged:
            continue
        if name in MERGING and own.merged:
            continue  # 1883-8.3.16
        if name == CCFR and is_cooperative(game):
            continue
        yield name


class EmilianCorporations(CorporationRules):
    """Sections 5.3.3 and 8.1.2: who may launch a corporation, and who leads it."""

    def may_start(self, game: Game) -> Iterator[str]:
        return may_launch(game)

    def start_refusal(self, game: Game, player: str, action: Start) -> Refusal | None:
        names = {"player": player, "corporation": action.corporation, "par": action.price}
        if action.corporation == CCFR and is_cooperative(game):
            return Refusal("1883-8.1.1.3", "Shares of the co-operative cannot be bought before it is capitalised.")
        if action.corporation not in may_launch(game):
            return Refusal("1883-5.3.3.1", "{corporation} cannot be launched now.", **names)
        if action.price not in game.phase.start_values:
            text = "In phase {phase} a corporation is launched at {pars:or}, not at {par:money}."
            return Refusal("1883-5.3.3.2", text, phase=game.state.phase, pars=_pars(game), **names)
        if game.certificate_count(player) >= game.title.stock.certificate_limit(game):
            return Refusal("1883-5.4.6", "{player} already holds as many certificates as the limit allows.", **names)
        cost = action.price * PRESIDENTS_SHARES
        if game.cash(player) < cost:
            return Refusal("1883-5.3.3.1", "The president's certificate costs {cost:money}; {player} has {cash:money}.",
                           cost=cost, cash=game.cash(player), **names)  # fmt: skip
        return None

    def start(self, game: Game, player: str, action: Start) -> None:
        game.tell(Launched(player=player, corporation=action.corporation, par=action.price))
        _open(game, action.corporation, player, action.price, payer=player)
        keep(game, launched=(*emilia(game).launched, action.corporation))

    def president(self, game: Game, corporation: str) -> str:
        """8.1.2: the co-operative has no president but a leader."""
        if corporation == CCFR and is_cooperative(game):
            return emilia(game).ccfr_leader
        return super().president(game, corporation)


def _pars(game: Game) -> list[Message]:
    return [Message("{par:money}", par=par) for par in game.phase.start_values]


def _open(game: Game, corporation: str, president: str, par: int, payer: str) -> None:
    game.put_on_market(corporation, game.title.box.market.start_cell(par))
    game.set_par(corporation, par)
    game.pay(payer, corporation, par * PRESIDENTS_SHARES)
    # 1883-5.3.3.4: shares that private companies brought are paid for by the bank now.
    granted = sum(holder in game.state.seats for holder in game.holders(corporation))
    game.pay(BANK, corporation, par * granted)
    from_bank = par * (granted + (PRESIDENTS_SHARES if payer == BANK else 0))
    if from_bank:
        game.tell(TreasuryFilled(corporation=corporation, amount=from_bank))
    game.hand_over(corporation, PRESIDENT, president)
    if corporation == SARSA:
        return
    for hex_id in game.corporation(corporation).homes:
        place_home(game, corporation, hex_id)
    game.title.track.changed(game)


def place_home(game: Game, corporation: str, hex_id: str) -> None:
    """A home token; where no space is free it stands alongside (R30). The frozen co-operative kept its tokens."""
    if stop_id(hex_id) not in game.state.stations[corporation]:
        game.place_token(corporation, stop_id(hex_id))
        game.tell(HomeTaken(corporation=corporation, hex=hex_id))


class FsfPar(Frame, frozen=True, tag="fsf_par"):
    """3.2: whoever gets the presidency of FSF fixes its par; the bank fills its treasury (R08)."""

    player: str

    word = "par"
    label = term("par")
    asks = Prompt(term("Set the price of {starting}"), term("{player} sets the price of {starting}"))

    def named(self, game: Game) -> dict[str, Any]:
        return {**super().named(game), "starting": FSF}

    def decider(self, game: Game) -> str:
        return self.player

    def choices(self, game: Game) -> Iterator[Start]:
        for par in game.phase.start_values:
            yield Start(FSF, par)

    def refusal(self, game: Game, action: Action) -> Refusal | None:
        if not isinstance(action, Start):
            return not_now(action, self.called(game))
        if action.corporation != FSF or action.price not in game.phase.start_values:
            return Refusal("1883-3.2.12", "FSF is launched at {pars:or}.", pars=_pars(game))
        return None

    def play(self, game: Game, action: Action) -> None:
        assert isinstance(action, Start)
        game.pop()
        game.tell(FsfParSet(player=self.player, par=action.price))
        _open(game, FSF, self.player, action.price, payer=BANK)
