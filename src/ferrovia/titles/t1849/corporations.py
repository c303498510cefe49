"""Sections 7.2, 8.1 and 9.4: starting a corporation, the one that comes with RSA, and Garibaldi's home."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ferrovia.engine.board.board import stop_id
from ferrovia.engine.finance.certificates import PRESIDENT
from ferrovia.engine.flow.actions import Action, ChooseHome, Start
from ferrovia.engine.flow.events import HomeTaken, TreasuryFilled
from ferrovia.engine.flow.facets.corporations import CorporationRules
from ferrovia.engine.flow.frame import Frame, not_now
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.prompt import Prompt
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK
from ferrovia.saying.message import term
from ferrovia.titles.t1849 import components
from ferrovia.titles.t1849.bonds import is_out
from ferrovia.titles.t1849.events import (
    BondInherited,
    CorporationStarted,
    GaribaldiAside,
    GaribaldiBack,
    TokenFeePaid,
    ValueSet,
)
from ferrovia.titles.t1849.setup import BUY_STATION_TOKENS
from ferrovia.titles.t1849.sicily import GARIBALDI, RSA, keep, sicily

_CERTIFICATES: list[int] = components.sheet("companies")["corporation_common"]["certificates"]
PRESIDENTS_SHARES = _CERTIFICATES[PRESIDENT] // min(_CERTIFICATES)
RSA_VALUES: tuple[int, ...] = tuple(components.private(RSA)["start_values"])


class SicilianCorporations(CorporationRules):
    """Sections 7.2 and 9.4: who may be started, at what value, and who answers for it."""

    # 1849-9.4.3: one or two regular certificates besides the president's
    certificates_at_start = len(components.sheet("game")["stock_round"]["start_percent"]) - 1

    def may_start(self, game: Game) -> Iterable[str]:
        return sicily(game).line[:1]

    def start_refusal(self, game: Game, player: str, action: Start) -> Refusal | None:
        line = sicily(game).line
        if action.corporation == GARIBALDI and sicily(game).garibaldi_aside:
            return Refusal("1849-9.4.1.2", "None of the cities of AFG has a vacant space.")
        if not line:
            return Refusal("1849-9.4.1", "No corporation can be started now.")
        if action.corporation != line[0]:
            return Refusal("1849-9.4.1", "Only {first} can be started now.", first=line[0])
        return super().start_refusal(game, player, action)

    def start(self, game: Game, player: str, action: Start) -> None:
        """1849-9.4: value, president's certificate, token fee, home token."""
        game.tell(CorporationStarted(player=player, corporation=action.corporation, price=action.price))
        _open(game, action.corporation, player, action.price, payer=player)

    def presidency_changed(self, game: Game, corporation: str, outgoing: str) -> None:
        if is_out(game, corporation):
            game.tell(BondInherited(heir=game.president(corporation), corporation=corporation))  # 1849-R48


def _open(game: Game, corporation: str, president: str, price: int, payer: str) -> None:
    game.put_on_market(corporation, game.title.box.market.start_cell(price))
    game.pay(payer, corporation, price * PRESIDENTS_SHARES)
    game.hand_over(corporation, PRESIDENT, president)
    keep(game, line=tuple(name for name in sicily(game).line if name != corporation))
    if payer == BANK:
        game.tell(TreasuryFilled(corporation=corporation, amount=price * PRESIDENTS_SHARES))
    fee = game.corporation(corporation).token_fee
    game.pay(corporation, BANK, fee)
    game.tell(TokenFeePaid(corporation=corporation, fee=fee))
    homes = game.corporation(corporation).homes
    if len(homes) > 1:
        game.push(HomeChoice(corporation))
    else:
        game.place_token(corporation, stop_id(homes[0]))
        game.tell(HomeTaken(corporation=corporation, hex=homes[0]))
        game.title.track.changed(game)


class RsaStart(Frame, frozen=True, tag="rsa_start"):
    """8.1: whoever gets RSA sets the value of corporation number 1; the bank fills its treasury."""

    corporation: str
    player: str

    word = "rsa_start"
    label = term("start with RSA")
    asks = Prompt(term("Set the price of {starting}"), term("{player} sets the price of {starting}"))

    def named(self, game: Game) -> dict[str, Any]:
        return {**super().named(game), "starting": self.corporation}

    def decider(self, game: Game) -> str:
        return self.player

    def choices(self, game: Game) -> Iterator[Start]:
        for price in RSA_VALUES:
            yield Start(self.corporation, price)

    def refusal(self, game: Game, action: Action) -> Refusal | None:
        if not isinstance(action, Start):
            return not_now(action, self.called(game))
        if action.corporation != self.corporation or action.price not in RSA_VALUES:
            low, high = RSA_VALUES
            text = "{corporation} comes with RSA and starts at {low:money} or {high:money}."
            return Refusal("1849-8.1.2", text, corporation=self.corporation, low=low, high=high)
        return None

    def play(self, game: Game, action: Action) -> None:
        assert isinstance(action, Start)
        game.pop()
        keep(game, rsa=self.corporation)
        game.tell(ValueSet(player=self.player, corporation=self.corporation, price=action.price))
        _open(game, self.corporation, self.player, action.price, payer=BANK)


class HomeChoice(Frame, frozen=True, tag="home_choice"):
    """9.4.1: the president selects the home among the cities with a vacant space."""

    corporation: str

    word = "home_token"
    label = term("choice of a home")
    asks = Prompt(term("Choose the home of {corporation}"), term("{player} chooses the home of {corporation}"))

    def decider(self, game: Game) -> str:
        return game.president(self.corporation)

    def corporation_of(self, game: Game) -> str:
        return self.corporation

    def choices(self, game: Game) -> Iterator[ChooseHome]:
        for hex_id in vacant_homes(game, self.corporation):
            yield ChooseHome(hex_id)

    def refusal(self, game: Game, action: Action) -> Refusal | None:
        if not isinstance(action, ChooseHome):
            return not_now(action, self.called(game))
        if action.hex not in vacant_homes(game, self.corporation):
            return Refusal(
                "1849-9.4.1.1",
                "{hex} cannot be the home of {corporation}: choose one of its cities with a vacant space.",
                hex=action.hex,
                corporation=self.corporation,
            )
        return None

    def play(self, game: Game, action: Action) -> None:
        assert isinstance(action, ChooseHome)
        game.pop()
        game.place_token(self.corporation, stop_id(action.hex))
        if BUY_STATION_TOKENS in game.settings.options:
            keep(game, garibaldi_home=action.hex)
        game.tell(HomeTaken(corporation=self.corporation, hex=action.hex))
        game.title.track.changed(game)


def vacant_homes(game: Game, corporation: str) -> tuple[str, ...]:
    """The homes in which a corporation could place its token."""
    return tuple(
        hex_id for hex_id in game.corporation(corporation).homes if game.vacant(stop_id(hex_id), corporation) > 0
    )


def watch_garibaldi(game: Game) -> None:
    """9.4.1: set aside when no space is left for it, back at the end of the line when one opens (R12)."""
    own = sicily(game)
    if GARIBALDI not in own.order or game.is_started(GARIBALDI):
        return
    if own.garibaldi_aside:
        if vacant_homes(game, GARIBALDI):
            keep(game, garibaldi_aside=False, waiting=(*own.waiting, GARIBALDI))
            game.tell(GaribaldiBack())
    elif not vacant_homes(game, GARIBALDI):
        line = tuple(name for name in own.line if name != GARIBALDI)
        waiting = tuple(name for name in own.waiting if name != GARIBALDI)
        keep(game, line=line, waiting=waiting, garibaldi_aside=True)
        game.tell(GaribaldiAside())
