"""Sections 7.1 and 10.2: the private companies, their sale to corporations, and their powers."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.flow.actions import Action, BuyPrivate, UsePrivate
from ferrovia.engine.flow.decision import Choice
from ferrovia.engine.flow.facets.operating import Power
from ferrovia.engine.flow.facets.privates import PrivateRules
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.steps.privates import PrivateStep, for_sale, offer, offer_refusal
from ferrovia.engine.flow.steps.token import TokenStep
from ferrovia.engine.flow.steps.track import TrackStep
from ferrovia.titles.t1849 import components
from ferrovia.titles.t1849.corporations import RsaStart
from ferrovia.titles.t1849.events import BonusTokenPlaced, SmsUsed
from ferrovia.titles.t1849.setup import AUCTION_GOES_ON, is_read
from ferrovia.titles.t1849.sicily import CNM, RSA, SMS, keep, sicily

PORTS: tuple[str, ...] = tuple(components.private(CNM)["hexes"])
COASTAL_CITIES: tuple[str, ...] = tuple(components.private(SMS)["hexes"])


class SicilianPrivates(PrivateRules):
    """Sections 7.1 and 8: the auction, and RSA, which brings a corporation."""

    def sold(self, game: Game, private: str, player: str) -> None:
        if private == RSA:
            game.push(RsaStart(sicily(game).order[0], player))  # 1849-8.1.1

    def begins_again(self, game: Game, opener: str, following: str) -> str:
        return following if is_read(game.settings, AUCTION_GOES_ON) else opener  # 1849-R05


class PrivatePowers(Power):
    """Sections 7.1 and 10.2: private companies are bought and used at any moment of a turn."""

    actions = (BuyPrivate, UsePrivate)

    def choices(self, game: Game, turn: OperatingTurn) -> Iterator[Choice]:
        yield from for_sale(game, turn)
        if game.state.privates.get(CNM) == turn.corporation:
            for hex_id in PORTS:
                yield UsePrivate(CNM, hex_id)
        if sms_refusal(game, turn) is None:
            yield UsePrivate(SMS)

    def refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        match action:
            case BuyPrivate():
                if not game.phase.corporations_buy_privates:
                    text = "Corporations may buy private companies only in phases 6, 8 and 10."
                    return Refusal("1849-10.2.1", text)
                return offer_refusal(game, turn, action)
            case UsePrivate(private="CNM", hex=hex_id):
                return _cnm_refusal(game, turn, hex_id)
            case UsePrivate(private="SMS", hex=""):
                return sms_refusal(game, turn)
            case UsePrivate(private=private):
                return Refusal("1849-7.1.1", "{private} cannot be used like that.", private=private)
        raise TypeError(f"{action} is no power.")

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        match action:
            case BuyPrivate():
                offer(game, turn, action)
            case UsePrivate(private="CNM", hex=hex_id):
                game.tell(BonusTokenPlaced(corporation=turn.corporation, hex=hex_id))
                keep(game, port=hex_id, port_owner=turn.corporation)
                game.close_private(CNM)
            case UsePrivate():
                game.tell(SmsUsed(corporation=turn.corporation))
                turn.note(game, power=SMS)
                game.close_private(SMS)


def _cnm_refusal(game: Game, turn: OperatingTurn, hex_id: str) -> Refusal | None:
    if game.state.privates.get(CNM) != turn.corporation:
        return Refusal("1849-7.1.6", "{corporation} does not own CNM.", corporation=turn.corporation)
    if not hex_id:
        return Refusal("1849-7.1.6", "Choose a port for the bonus token of CNM.")
    if hex_id not in PORTS:
        return Refusal("1849-7.1.6", "{hex} is not a port.", hex=hex_id)
    return None


def sms_refusal(game: Game, turn: OperatingTurn) -> Refusal | None:
    if game.state.privates.get(SMS) != turn.corporation:
        return Refusal("1849-7.1.8", "{corporation} does not own SMS.", corporation=turn.corporation)
    if turn.hex:
        text = "SMS replaces the tile and token steps; {corporation} has already laid a tile."
        return Refusal("1849-7.1.8", text, corporation=turn.corporation)
    if turn.step_id(game) not in (TrackStep.id, TokenStep.id):
        return Refusal("1849-7.1.8", "SMS replaces the tile and token steps, and they are over.")
    return None


class SicilianPrivateStep(PrivateStep):
    """10.2; a corporation that owns CNM may use it to the last moment of its turn, the one who just bought it too."""

    def is_idle(self, game: Game, turn: OperatingTurn) -> bool:
        return game.state.privates.get(CNM) != turn.corporation and super().is_idle(game, turn)  # 1849-R35


def not_coastal(hex_id: str) -> Refusal:
    return Refusal("1849-7.1.9", "SMS works only in coastal cities; {hex} is not one.", hex=hex_id)
