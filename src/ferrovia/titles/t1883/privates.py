"""Sections 3 and 6.10: the private companies, what they bring, their sale to corporations, their end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ferrovia.engine.finance.certificates import OFFER, POOL, top
from ferrovia.engine.flow.actions import Action, BuyPrivate, UsePrivate
from ferrovia.engine.flow.decision import Choice, Interjection
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.shares import may_take_over
from ferrovia.engine.flow.state import BANK
from ferrovia.engine.flow.steps.privates import for_sale, offer_refusal
from ferrovia.titles.t1883 import components
from ferrovia.titles.t1883.actions import PlaceAnchor
from ferrovia.titles.t1883.emilia import FSF, SARSA, emilia, is_railway, keep
from ferrovia.titles.t1883.launching import FsfPar
from ferrovia.titles.t1883.told import AnchorPlaced, BankPaid, CnpSwapped, StockReceived, SvShareFreed

FRV, CNP, TMM, FCV, FSF_P = "FRV", "CNP", "TMM", "FCV", "FSF-P"
SV = "SV"


def sold(game: Game, private: str, player: str) -> None:
    """3.2: what the first owner of a private company gets with it."""
    if private in (TMM, FCV):
        share = components.company_table(private)["share"]["corporation"]
        number = top(game.holders(share), OFFER)
        assert number is not None
        game.hand_over(share, number, player)
        game.tell(StockReceived(holder=player, percent=10, corporation=share))
    elif private == FSF_P:
        game.close_private(FSF_P)
        keep(game, anchors={**emilia(game).anchors, FSF: components.company_table(FSF)["anchors"]})
        game.push(FsfPar(player))


# Sale to corporations


def prices(game: Game, corporation: str, private: str) -> tuple[int, int] | None:
    """3.4, 6.10: half to double the face value from phase 2; FRV before that for no more than its face value."""
    if not is_railway(game, corporation):
        return None
    if game.phase.corporations_buy_privates:
        return game.title.box.privates[private].corporation_price
    early = components.company_table(private).get("corporation_price_phase_1")
    return (early[0], early[1]) if early and game.state.phase == "1" else None


def buy_refusal(game: Game, turn: OperatingTurn, action: BuyPrivate) -> Refusal | None:
    """Why a corporation may not buy a private company; who may and which, then the offer itself."""
    if not is_railway(game, turn.corporation):
        clause = "1883-8.2.19" if turn.corporation == SARSA else "1883-R39"
        return Refusal(clause, "{corporation} may not buy private companies.", corporation=turn.corporation)
    if turn.emergency:
        return Refusal("1883-6.8.6.1", "The treasury of {corporation} is needed for the train it must have.",
                       corporation=turn.corporation)  # fmt: skip
    if action.private == FSF_P:
        return Refusal("1883-3.4.3", "The presidency of FSF is not sold to a corporation.")
    if action.private not in game.title.box.privates:
        return Refusal("1883-3.4.1", "There is no private company {private}.", private=action.private)
    refusal = offer_refusal(game, turn, action)
    if refusal and refusal.rule == "private.price" and game.state.phase == "1":
        face_value = game.title.box.privates[action.private].face_value
        return refusal.cited("1883-6.10.1") if action.price > face_value else refusal
    return refusal


# Powers in a turn


def powers(game: Game, turn: OperatingTurn) -> Iterator[Choice]:
    if not turn.emergency:
        yield from for_sale(game, turn)
    for hex_id in components.sheet("map")["ports"]:
        if anchor_refusal(game, turn, hex_id) is None:
            yield PlaceAnchor(hex_id)


def anchors_left(game: Game, corporation: str) -> int:
    """Anchors on the charter, that of CNP included as long as CNP is open and owned."""
    own = emilia(game)
    from_cnp = game.state.privates.get(CNP) == corporation and CNP not in own.used_powers
    return own.anchors.get(corporation, 0) + from_cnp


def anchor_refusal(game: Game, turn: OperatingTurn, hex_id: str) -> Refusal | None:
    corporation, own = turn.corporation, emilia(game)
    names = {"corporation": corporation, "hex": hex_id}
    if not anchors_left(game, corporation):
        return Refusal("1883-3.2.6", "{corporation} has no anchor to place.", **names)
    if hex_id not in components.sheet("map")["ports"]:
        return Refusal("1883-A1.1", "{hex} is no port.", **names)
    if (hex_id, corporation) in own.ports:
        return Refusal("1883-A1.1", "{corporation} already has an anchor on {hex}.", **names)
    if sum(port == hex_id for port, _ in own.ports) >= components.sheet("game")["anchors"]["per_port"]:
        return Refusal("1883-A1.1", "Two corporations have an anchor on {hex} already.", **names)
    if corporation == FSF and own.anchors.get(FSF, 0) == 1 and game.state.phase == "1" and not _has_cnp_anchor(game):
        return Refusal("1883-3.2.14", "FSF places its second anchor once the first 3 train is sold.")
    return None


def _has_cnp_anchor(game: Game) -> bool:
    return game.state.privates.get(CNP) == FSF and CNP not in emilia(game).used_powers


def place_anchor(game: Game, turn: OperatingTurn, hex_id: str) -> None:
    corporation, own = turn.corporation, emilia(game)
    if game.state.privates.get(CNP) == corporation and CNP not in own.used_powers:
        keep(game, used_powers=(*own.used_powers, CNP))
    else:
        keep(game, anchors={**own.anchors, corporation: own.anchors[corporation] - 1})
    keep(game, ports=(*own.ports, (hex_id, corporation)))
    game.tell(AnchorPlaced(corporation=corporation, hex=hex_id))


# The swap of CNP, at any moment


def interjections(game: Game) -> Sequence[Interjection]:
    owner = game.state.privates.get(CNP)
    if owner not in game.players or swap_refusal(game, owner) is not None:
        return ()
    return (Interjection(owner, UsePrivate(CNP)),)


def swap_refusal(game: Game, player: str) -> Refusal | None:
    """R10: a share of SV from the Initial Offers, else from the pool; the 60% limit holds."""
    if swap_source(game) is None:
        return Refusal("1883-R10", "Neither Initial Offers nor pool have a share of SV.")
    if game.percent(SV, player) + 10 > game.title.player_limit:
        return Refusal("1883-5.3.6.1", "{player} would hold more than 60% of SV.", player=player)
    return None


def power_refusal(game: Game, action: Action, by: str | None) -> Refusal | None:
    """Why the power of a private company cannot be used; the tiles and anchors they bring are laid as such."""
    if not isinstance(action, UsePrivate):
        return None
    owner = game.state.privates.get(action.private)
    names = {"private": action.private, "owner": owner or "nobody"}
    if action.private != CNP:
        return Refusal("1883-3.2.1", "{private} has no power to be used so.", **names)
    if owner in game.title.box.corporations:
        return Refusal("1883-3.2.5", "{owner} is a corporation and cannot swap {private}.", **names)
    if owner not in game.players or by not in (None, owner):
        return Refusal("1883-3.2.4", "{private} is swapped by the player who owns it: {owner}.", **names)
    return swap_refusal(game, owner)


def par_for_swap(game: Game, source: str | None) -> int:
    """What the bank pays SV for the share that is swapped for CNP: nothing for one of the pool, or before SV starts."""
    return emilia(game).pars[SV] if source == OFFER and game.is_started(SV) else 0


def swap_source(game: Game) -> str | None:
    return next((place for place in (OFFER, POOL) if top(game.holders(SV), place) is not None), None)


def swap(game: Game, player: str) -> None:
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
        lay_missing_link(game, frv)


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
    par = emilia(game).pars[SV]
    game.pay(BANK, SV, par)
    game.tell(BankPaid(corporation=SV, amount=par))


def lay_missing_link(game: Game, owner: str) -> None:
    """3.2.3, R13, R78: the track between Reggio and Sassuolo is laid by itself if it is missing."""
    from ferrovia.titles.t1883.link import lay_link

    lay_link(game, owner)
