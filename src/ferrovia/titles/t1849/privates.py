"""Sections 7.1 and 10.2: the private companies, their sale to corporations, and their powers."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.board.board import hex_of, stop_id
from ferrovia.engine.board.laying import Option
from ferrovia.engine.flow.actions import Action, BuyPrivate, LayTile, UsePrivate
from ferrovia.engine.flow.decision import Choice, Range
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.offers import Offer, least_offer, propose
from ferrovia.engine.flow.operating import OperatingTurn, TurnStep
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.steps.token import TokenStep
from ferrovia.engine.flow.steps.track import TrackStep
from ferrovia.titles.t1849 import components
from ferrovia.titles.t1849.sicily import keep, sicily

SCE, CNM, SMS, RSA = "SCE", "CNM", "SMS", "RSA"


def _card(private: str) -> dict[str, object]:
    return next(table for table in components.sheet("companies")["private"] if table["id"] == private)


def _hexes(private: str, key: str = "hexes") -> tuple[str, ...]:
    return tuple(_card(private)[key])  # type: ignore[arg-type]


def is_owned_by_player(game: Game, private: str) -> bool:
    return game.state.privates.get(private) in game.state.seats


# Purchase by corporations


def for_sale(game: Game, turn: OperatingTurn) -> Iterator[Range]:
    """10.2: what the operating corporation may offer for, from players, in phases 6, 8 and 10."""
    if not game.phase.corporations_buy_privates:
        return
    for private, owner in game.state.privates.items():
        prices = game.title.privates[private].corporation_price
        if prices is None or owner not in game.state.seats:
            continue
        least = least_offer(turn, private, owner, prices[0])
        most = min(prices[1], game.cash(turn.corporation))
        if least <= most:
            yield Range(BuyPrivate(private, least), least, most)


def _buy_refusal(game: Game, turn: OperatingTurn, action: BuyPrivate) -> Refusal | None:
    names = {"private": action.private, "corporation": turn.corporation, "price": action.price}
    if not game.phase.corporations_buy_privates:
        return Refusal("1849-10.2.1", "Corporations buy private companies in phases 6, 8 and 10 only.")
    owner = game.state.privates.get(action.private)
    if owner is None:
        return Refusal("1849-10.2.1", "There is no open private company {private}.", **names)
    if owner not in game.state.seats:
        return Refusal("1849-7.1.15", "{private} belongs to {owner} and is not for sale.", owner=owner, **names)
    prices = game.title.privates[action.private].corporation_price
    if prices is None:
        return Refusal("1849-7.1.14", "{private} can never be bought by a corporation.", **names)
    if not prices[0] <= action.price <= prices[1]:
        return Refusal(
            "1849-7.1.13",
            "{private} is sold for {least} to {most}, not for {price}.",
            least=prices[0],
            most=prices[1],
            **names,
        )
    if action.price > game.cash(turn.corporation):
        return Refusal(
            "1849-10.0.4",
            "{corporation} has only {cash} to offer.",
            cash=game.cash(turn.corporation),
            **names,
        )
    least = least_offer(turn, action.private, owner, 1)
    if action.price < least:
        return Refusal("1849-R42", "{owner} has already declined: offer at least {least}.", owner=owner, least=least)
    return None


class PrivateStep(TurnStep):
    """The last chance of a turn to buy private companies, which may be bought at any moment of it."""

    name = "private"
    actions = ()

    def choices(self, game: Game, turn: OperatingTurn) -> Iterator[Choice]:
        return iter(())  # the purchases are among the powers of the turn

    def is_idle(self, game: Game, turn: OperatingTurn) -> bool:
        return next(for_sale(game, turn), None) is None


# Powers


def powers(game: Game, turn: OperatingTurn) -> Iterator[Choice]:
    """What private companies allow at any moment of a turn."""
    yield from for_sale(game, turn)
    if game.state.privates.get(CNM) == turn.corporation:
        for hex_id in _hexes(CNM):
            yield UsePrivate(CNM, hex_id)
    if _sms_refusal(game, turn) is None:
        yield UsePrivate(SMS)


def power_refusal(game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
    match action:
        case BuyPrivate():
            return _buy_refusal(game, turn, action)
        case UsePrivate(private="CNM", hex=hex_id):
            return _cnm_refusal(game, turn, hex_id)
        case UsePrivate(private="SMS", hex=""):
            return _sms_refusal(game, turn)
        case UsePrivate(private=private):
            return Refusal("1849-7.1.1", "{private} has no power to be used so.", private=private)
    raise TypeError(f"{action} is no power.")


def use_power(game: Game, turn: OperatingTurn, action: Action) -> None:
    match action:
        case BuyPrivate(private=private, price=price):
            propose(game, Offer("private", private, turn.corporation, game.state.privates[private], price))
        case UsePrivate(private="CNM", hex=hex_id):
            game.log("{corporation} puts the bonus token on {hex}.", corporation=turn.corporation, hex=hex_id)
            keep(game, port=hex_id, port_owner=turn.corporation)
            game.close_private(CNM)
        case UsePrivate():
            game.log("{corporation} uses SMS.", corporation=turn.corporation)
            turn.note(game, power=SMS)
            game.close_private(SMS)


def _cnm_refusal(game: Game, turn: OperatingTurn, hex_id: str) -> Refusal | None:
    if game.state.privates.get(CNM) != turn.corporation:
        return Refusal("1849-7.1.6", "{corporation} does not own CNM.", corporation=turn.corporation)
    if hex_id not in _hexes(CNM):
        return Refusal("1849-7.1.6", "{hex} is no port.", hex=hex_id or "Nowhere")
    return None


def _sms_refusal(game: Game, turn: OperatingTurn) -> Refusal | None:
    if game.state.privates.get(SMS) != turn.corporation:
        return Refusal("1849-7.1.8", "{corporation} does not own SMS.", corporation=turn.corporation)
    if turn.hex or turn.step_of(game).name not in ("track", "token"):
        return Refusal("1849-7.1.8", "SMS takes the place of the tile and the token step, and one of them is done.")
    return None


class SicilianTrackStep(TrackStep):
    """10.3; with SMS, one tile on a coastal city without a route to it."""

    def hexes(self, game: Game, turn: OperatingTurn) -> Iterator[str]:
        if turn.power == SMS:
            yield from _hexes(SMS)
        else:
            yield from super().hexes(game, turn)

    def leads_to(self, game: Game, turn: OperatingTurn, hex_id: str, option: Option) -> bool:
        if turn.power == SMS:
            return hex_id in _hexes(SMS)
        return super().leads_to(game, turn, hex_id, option)

    def way_refusal(self, game: Game, turn: OperatingTurn, hex_id: str, option: Option) -> Refusal | None:
        if turn.power == SMS:
            return None if hex_id in _hexes(SMS) else _not_coastal(hex_id)
        return super().way_refusal(game, turn, hex_id, option)

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        assert isinstance(action, LayTile)
        super().play(game, turn.note(game, hex=action.hex), action)


class SicilianTokenStep(TokenStep):
    """10.4; with SMS, one token on the chosen coastal city without a route to it."""

    def stops(self, game: Game, turn: OperatingTurn) -> Iterator[str]:
        if turn.power == SMS:
            yield from (stop_id(hex_id) for hex_id in ((turn.hex,) if turn.hex else _hexes(SMS)))
        else:
            yield from super().stops(game, turn)

    def is_idle(self, game: Game, turn: OperatingTurn) -> bool:
        return _sms_refusal(game, turn) is not None and super().is_idle(game, turn)  # 1849-R44

    def way_refusal(self, game: Game, turn: OperatingTurn, stop: str) -> Refusal | None:
        if turn.power != SMS:
            return super().way_refusal(game, turn, stop)
        hex_id = hex_of(stop)
        if hex_id not in _hexes(SMS):
            return _not_coastal(hex_id)
        if turn.hex and hex_id != turn.hex:
            return Refusal("1849-7.1.10", "SMS was used on {hex}: its token can go nowhere else.", hex=turn.hex)
        return None


def _not_coastal(hex_id: str) -> Refusal:
    return Refusal("1849-7.1.9", "{hex} is no coastal city, where alone SMS works.", hex=hex_id)


# Hexes that are closed for a while


def blocked_refusal(game: Game, hex_id: str) -> Refusal | None:
    """SCE keeps everybody off Acireale while no corporation owns it; Messina lies in ruins for a while."""
    if hex_id in _hexes(SCE, "blocks_hexes") and game.state.privates.get(SCE, "") not in (
        "",
        *game.title.corporations,
    ):
        return Refusal(
            "1849-7.1.2", "No track may be laid on {hex} while SCE is not owned by a corporation.", hex=hex_id
        )
    if hex_id == "B14" and sicily(game).messina_in_ruins:
        return Refusal("1849-12.0.4", "Messina cannot be rebuilt before the next stock round is over.")
    return None
