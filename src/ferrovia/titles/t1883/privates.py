"""Sections 3.2 to 3.5 and 6.10: private companies: what comes with them and what they allow, their sale, their end."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.finance.certificates import OFFER, POOL, top
from ferrovia.engine.flow.actions import Action, BuyPrivate
from ferrovia.engine.flow.decision import Choice
from ferrovia.engine.flow.events import TreasuryFilled
from ferrovia.engine.flow.facets.operating import Power
from ferrovia.engine.flow.facets.privates import PrivateRules
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK
from ferrovia.engine.flow.steps.privates import for_sale, offer, offer_refusal
from ferrovia.titles.t1883 import components
from ferrovia.titles.t1883.actions import PlaceAnchor
from ferrovia.titles.t1883.corporations import FsfPar
from ferrovia.titles.t1883.emilia import FSF, SARSA, emilia, is_railway, is_sold, keep
from ferrovia.titles.t1883.events import AnchorPlaced, StockReceived, SvShareFreed
from ferrovia.titles.t1883.link import FRV, lay_link

CNP, TMM, FSF_P = "CNP", "TMM", "FSF-P"
SV = "SV"


class EmilianPrivates(PrivateRules):
    """Section 3."""

    def sold(self, game: Game, private: str, player: str) -> None:
        """3.2: what the first owner of a private company gets with it."""
        share = components.company_table(private).get("share")
        if share:
            corporation = share["corporation"]
            number = top(game.holders(corporation), OFFER)
            assert number is not None
            game.hand_over(corporation, number, player)
            game.tell(StockReceived(holder=player, percent=share["percent"], corporation=corporation))
        elif private == FSF_P:
            game.close_private(FSF_P)
            keep(game, anchors={**emilia(game).anchors, FSF: components.company_table(FSF)["anchors"]})
            game.push(FsfPar(player))

    def prices(self, game: Game, corporation: str, private: str) -> tuple[int, int] | None:
        """3.4, 6.10: half to double the face value from phase 2; FRV before that for no more than its face value."""
        if not is_railway(game, corporation):
            return None
        if game.phase.corporations_buy_privates:
            return game.title.box.privates[private].corporation_price
        early = components.company_table(private).get(f"corporation_price_phase_{game.state.phase}")
        return (early[0], early[1]) if early else None


# In a turn


class PrivatePowers(Power):
    """3.4, 6.5: what private companies allow at any moment of a turn."""

    actions = (BuyPrivate, PlaceAnchor)

    def choices(self, game: Game, turn: OperatingTurn) -> Iterator[Choice]:
        if not turn.emergency:
            yield from for_sale(game, turn)
        for hex_id in components.sheet("map")["ports"]:
            if anchor_refusal(game, turn.corporation, hex_id) is None:
                yield PlaceAnchor(hex_id)

    def refusal(self, game: Game, turn: OperatingTurn, action: Action) -> Refusal | None:
        if isinstance(action, BuyPrivate):
            return _buy_refusal(game, turn, action)
        assert isinstance(action, PlaceAnchor)
        return anchor_refusal(game, turn.corporation, action.hex)

    def play(self, game: Game, turn: OperatingTurn, action: Action) -> None:
        if isinstance(action, BuyPrivate):
            offer(game, turn, action)
        else:
            assert isinstance(action, PlaceAnchor)
            _place_anchor(game, turn.corporation, action.hex)


def _buy_refusal(game: Game, turn: OperatingTurn, action: BuyPrivate) -> Refusal | None:
    """Why a corporation may not buy a private company; who may and which, then the offer itself."""
    if not is_railway(game, turn.corporation):
        clause = "1883-8.2.19" if turn.corporation == SARSA else "1883-R39"
        return Refusal(clause, "{corporation} may not buy private companies.", corporation=turn.corporation)
    if turn.emergency:
        return Refusal("1883-6.8.6.1", "{corporation} must keep its money for the train it has to buy.",
                       corporation=turn.corporation)  # fmt: skip
    if action.private == FSF_P:
        return Refusal("1883-3.4.3", "The presidency of FSF may not be sold to a corporation.")
    if action.private not in game.title.box.privates:
        return Refusal("1883-3.4.1", "{private} is not a private company of this game.", private=action.private)
    refusal = offer_refusal(game, turn, action)
    if refusal and refusal.rule == "private.price" and not game.phase.corporations_buy_privates:
        face_value = game.title.box.privates[action.private].face_value
        return refusal.cited("1883-6.10.1") if action.price > face_value else refusal
    return refusal


def _has_cnp_anchor(game: Game, corporation: str) -> bool:
    """The anchor of CNP is a corporation's as long as CNP is open and its own."""
    return game.state.privates.get(CNP) == corporation and CNP not in emilia(game).used_powers


def anchor_refusal(game: Game, corporation: str, hex_id: str) -> Refusal | None:
    """A1.1: why a corporation may not place an anchor on a hex."""
    own = emilia(game)
    names = {"corporation": corporation, "hex": components.place(hex_id)}
    from_cnp = _has_cnp_anchor(game, corporation)
    if not own.anchors.get(corporation, 0) + from_cnp:
        return Refusal("1883-3.2.6", "{corporation} has no anchor to place.", **names)
    if hex_id not in components.sheet("map")["ports"]:
        return Refusal("1883-A1.1", "{hex} is not a port.", **names)
    if (hex_id, corporation) in own.ports:
        return Refusal("1883-A1.1", "{corporation} already has an anchor on {hex}.", **names)
    if sum(port == hex_id for port, _ in own.ports) >= components.sheet("game")["anchors"]["per_port"]:
        return Refusal("1883-A1.1", "Two corporations already have an anchor on {hex}.", **names)
    is_second = corporation == FSF and own.anchors.get(FSF, 0) == 1 and not from_cnp
    if is_second and not is_sold(game, components.company_table(FSF)["second_anchor_from_train"]):
        return Refusal("1883-3.2.14", "FSF may place its second anchor only once the first 3 train is sold.")
    return None


def _place_anchor(game: Game, corporation: str, hex_id: str) -> None:
    own = emilia(game)
    if _has_cnp_anchor(game, corporation):
        keep(game, used_powers=(*own.used_powers, CNP))
    else:
        keep(game, anchors={**own.anchors, corporation: own.anchors[corporation] - 1})
    keep(game, ports=(*own.ports, (hex_id, corporation)))
    game.tell(AnchorPlaced(corporation=corporation, hex=hex_id))


# The end of the private companies


def close_all(game: Game) -> None:
    """3.5: with the merger or the first 5 train, whichever comes first."""
    if not game.state.privates:
        return
    if CNP in game.state.privates:
        place_sv_share(game)
        owner = game.state.privates[CNP]
        own = emilia(game)
        if owner in game.title.box.corporations and CNP not in own.used_powers:
            keep(game, anchors={**own.anchors, owner: own.anchors.get(owner, 0) + 1})  # R12: it stays with it
    frv = game.state.privates.get(FRV)
    for private in tuple(game.state.privates):
        game.close_private(private)
    if frv is not None:
        lay_link(game, frv)  # 1883-3.2.3, R13, R78


def place_sv_share(game: Game, closing: str = "") -> None:
    """3.2.7, R11: an unswapped CNP sends a share of SV to the pool, and SV gets its par."""
    number = top(game.holders(SV), OFFER)
    if closing == SV or not game.is_started(SV) or number is None:
        return
    if game.percent(SV, POOL) + game.share(SV) > game.title.pool_limit:
        return
    game.hand_over(SV, number, POOL)
    game.tell(SvShareFreed())
    pay_par(game)


def pay_par(game: Game) -> None:
    """The bank pays SV for a share out of the Initial Offers."""
    par = game.state.pars[SV]
    game.pay(BANK, SV, par)
    game.tell(TreasuryFilled(corporation=SV, amount=par))
