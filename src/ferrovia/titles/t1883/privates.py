"""Sections 3.2, 3.4, 3.5 and 6.10: what private companies allow, their sale to corporations, their end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ferrovia.engine.finance.certificates import OFFER, POOL, top
from ferrovia.engine.flow.actions import Action, BuyPrivate, UsePrivate
from ferrovia.engine.flow.decision import Choice, Interjection
from ferrovia.engine.flow.events import TreasuryFilled
from ferrovia.engine.flow.facets.interjections import InterjectionRules
from ferrovia.engine.flow.facets.operating import Power
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.shares import may_take_over
from ferrovia.engine.flow.state import BANK
from ferrovia.engine.flow.steps.privates import for_sale, offer, offer_refusal
from ferrovia.titles.t1883 import components
from ferrovia.titles.t1883.actions import PlaceAnchor
from ferrovia.titles.t1883.emilia import FSF, SARSA, emilia, is_railway, is_sold, keep
from ferrovia.titles.t1883.link import FRV, lay_link
from ferrovia.titles.t1883.told import AnchorPlaced, CnpSwapped, SvShareFreed

CNP, TMM, FSF_P = "CNP", "TMM", "FSF-P"
SV = "SV"


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


# The swap of CNP, at any moment


class EmilianInterjections(InterjectionRules):
    """3.2.4: the player who owns CNP swaps it for a share of SV, whoever's turn it is."""

    actions = (UsePrivate,)

    def listed(self, game: Game) -> Sequence[Interjection]:
        owner = game.state.privates.get(CNP)
        if owner not in game.players or _swap_refusal(game, owner) is not None:
            return ()
        return (Interjection(owner, UsePrivate(CNP)),)

    def refusal(self, game: Game, action: Action, by: str | None) -> Refusal | None:
        """Why the power of a private company cannot be used; the tiles and anchors they bring are laid as such."""
        if not isinstance(action, UsePrivate):
            return None
        owner = game.state.privates.get(action.private)
        if action.private != CNP:
            return Refusal("1883-3.2.1", "{private} cannot be swapped; only CNP can.", private=action.private)
        if owner in game.title.box.corporations:
            return Refusal("1883-3.2.5", "CNP belongs to {owner}, and only a player may swap it.", owner=owner)
        if owner not in game.players:
            return Refusal("1883-3.2.4", "CNP belongs to no player, so nobody may swap it.")
        if by not in (None, owner):
            return Refusal("1883-3.2.4", "Only {owner}, who owns CNP, may swap it.", owner=owner)
        return _swap_refusal(game, owner)

    def play(self, game: Game, player: str, action: Action) -> None:
        source = swap_source(game)
        assert source is not None
        number = top(game.holders(SV), source)
        assert number is not None
        game.hand_over(SV, number, player)
        game.tell(CnpSwapped(player=player, source=source))
        if par_for_swap(game, source):
            _pay_par(game)
        if game.is_started(SV):
            may_take_over(game, SV, player)
        own = emilia(game)
        keep(game, anchors={**own.anchors, SV: own.anchors.get(SV, 0) + 1})
        game.close_private(CNP)

    def rescue_refusal(self, player: str) -> Refusal | None:
        text = "{player} must swap CNP first: with a share of SV the money can be raised."
        return Refusal("1883-R34", text, player=player)


def _swap_refusal(game: Game, player: str) -> Refusal | None:
    """R10: a share of SV from the Initial Offers, else from the pool; the 60% limit holds."""
    if swap_source(game) is None:
        return Refusal("1883-R10", "Neither the Initial Offer nor the bank pool has a share of SV.")
    if game.percent(SV, player) + 10 > game.title.player_limit:
        return Refusal("1883-5.3.6.1", "{player} would hold more than 60% of SV.", player=player)
    return None


def par_for_swap(game: Game, source: str | None) -> int:
    """What the bank pays SV for the share that is swapped for CNP: nothing for one of the pool, or before SV starts."""
    return game.state.pars[SV] if source == OFFER and game.is_started(SV) else 0


def swap_source(game: Game) -> str | None:
    return next((place for place in (OFFER, POOL) if top(game.holders(SV), place) is not None), None)


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
    if game.percent(SV, POOL) + 10 > game.title.pool_limit:
        return
    game.hand_over(SV, number, POOL)
    game.tell(SvShareFreed())
    _pay_par(game)


def _pay_par(game: Game) -> None:
    """The bank pays SV for a share out of the Initial Offers."""
    par = game.state.pars[SV]
    game.pay(BANK, SV, par)
    game.tell(TreasuryFilled(corporation=SV, amount=par))
