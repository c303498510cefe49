"""3.2.4: what may be done at any moment: the owner of CNP swaps it for a share of SV."""

from __future__ import annotations

from collections.abc import Sequence

from ferrovia.engine.finance.certificates import OFFER, POOL, top
from ferrovia.engine.flow.actions import Action, UsePrivate
from ferrovia.engine.flow.decision import Interjection
from ferrovia.engine.flow.facets.interjections import InterjectionRules
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.shares import may_take_over
from ferrovia.titles.t1883.emilia import emilia, keep
from ferrovia.titles.t1883.events import CnpSwapped
from ferrovia.titles.t1883.privates import CNP, SV, pay_par


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
            pay_par(game)
        if game.is_started(SV):
            may_take_over(game, SV, player)
        own = emilia(game)
        keep(game, anchors={**own.anchors, SV: own.anchors.get(SV, 0) + 1})
        game.close_private(CNP)

    def rescue_refusal(self, player: str) -> Refusal | None:
        text = "{player} must swap CNP first: with a share of SV the money can be raised."
        return Refusal("1883-R34", text, player=player)


def _swap_refusal(game: Game, player: str) -> Refusal | None:
    """R10: a share of SV from the Initial Offers, else from the pool; the limit of a player's holding stands."""
    if swap_source(game) is None:
        return Refusal("1883-R10", "Neither the Initial Offer nor the bank pool has a share of SV.")
    limit = game.title.player_limit
    if game.percent(SV, player) + game.share(SV) > limit:
        return Refusal("1883-5.3.6.1", "{player} would hold more than {limit}% of SV.", player=player, limit=limit)
    return None


def par_for_swap(game: Game, source: str | None) -> int:
    """What the bank pays SV for the share that is swapped for CNP: nothing for one of the pool, or before SV starts."""
    return game.state.pars[SV] if source == OFFER and game.is_started(SV) else 0


def swap_source(game: Game) -> str | None:
    return next((place for place in (OFFER, POOL) if top(game.holders(SV), place) is not None), None)
