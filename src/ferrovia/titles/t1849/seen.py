"""What players of 1849 see: what lies open, what a deal sets off beyond its price, what others could bring about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ferrovia.engine.finance.market import Direction
from ferrovia.engine.flow.actions import Action, BuyShare, SellShares
from ferrovia.engine.flow.facets.seen import Seen
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.shares import Sale, holder_of, plan_sale, possible_sales
from ferrovia.saying.message import Message
from ferrovia.titles.t1849 import affairs, words
from ferrovia.titles.t1849.bonds import BOND, is_out
from ferrovia.titles.t1849.forms import FORMS
from ferrovia.titles.t1849.market import CLOSED
from ferrovia.titles.t1849.sicily import sicily


class SicilianSeen(Seen):
    """Words for loans and variants; who closes a corporation, and who answers for its bond, is told beforehand."""

    open = frozenset(
        {
            "order", "line", "certificate_limit", "removed", "waiting", "garibaldi_aside", "rsa", "port", "port_owner",
            "loans", "reached_end", "lost_tokens", "messina_in_ruins", "garibaldi_home", "bonds", "dues", "e_tokens",
            "e_tokens_sold",
        }
    )  # fmt: skip
    forms = FORMS

    def queue(self, game: Game) -> tuple[str, ...]:
        """2.2, 9.4: corporations are started in the order in which they were drawn."""
        return sicily(game).line

    def words(self, game: Game, action: Action) -> Message | None:
        return words.words(game, action)

    def caution(self, game: Game, action: Action) -> Message | None:
        match action:
            case SellShares(corporation=corporation, certificates=certificates):
                sale = plan_sale(game, game.top.decider(game), corporation, certificates)
                return _of_sale(game, sale) if isinstance(sale, Sale) else None
            case BuyShare(corporation=corporation, source=source) if is_out(game, corporation):
                return _of_purchase(game, corporation, source)
        return None

    def warnings(self, game: Game, player: str) -> Iterator[Message]:
        """1849-R48: a sale that closes a corporation with its bond out may leave the bond to the next in line."""
        for corporation in game.state.certificates:
            if not is_out(game, corporation) or game.president(corporation) == player:
                continue
            for sale in possible_sales(game, game.president(corporation), corporation):
                owed = _owed(game, corporation)
                if owed and sale.successor == player and _closes(game, sale):
                    yield Message(
                        "If {seller} sells {percent}% of {corporation}, it closes and {player} owes {owed:money} for"
                        " its bond.",
                        seller=sale.seller,
                        percent=sum(sale.certificates),
                        corporation=corporation,
                        player=player,
                        owed=owed,
                    )
                    break

    def told(self, own: Mapping[str, Any]) -> Iterable[Message]:
        return affairs.told(own)

    def belongings(self, own: Mapping[str, Any]) -> Iterable[tuple[str, Message]]:
        return affairs.belongings(own)


def _of_sale(game: Game, sale: Sale) -> Message | None:
    if not _closes(game, sale):
        return _liable(sale.successor) if is_out(game, sale.corporation) and sale.successor else None
    turn = game.find(OperatingTurn)
    put_in = game.cash(sale.seller) if turn is not None and turn.corporation == sale.corporation else 0
    owed = _owed(game, sale.corporation, put_in)
    debtor = sale.successor or game.president(sale.corporation)
    if put_in and owed:
        return Message(
            "the {put_in:money} that {seller} has put in is lost, and {debtor} owes {owed:money} for its bond",
            put_in=put_in,
            seller=sale.seller,
            debtor=debtor,
            owed=owed,
        )
    if put_in:  # 1849-R26
        return Message("the {put_in:money} that {seller} has put in is lost", put_in=put_in, seller=sale.seller)
    if owed:  # 1849-R48
        return Message("{debtor} owes {owed:money} for its bond", debtor=debtor, owed=owed)
    return None


def _liable(heir: str) -> Message:
    return Message("{heir} becomes president and answers for its bond", heir=heir)


def _closes(game: Game, sale: Sale) -> bool:
    """Whether the token comes to the Closed space by a sale."""
    return game.title.market.moved(game, game.cell(sale.corporation), Direction.DOWN, sale.shares) in CLOSED


def _owed(game: Game, corporation: str, put_in: int = 0) -> int:
    """What its president would owe for the bond of a corporation that closes now."""
    return max(0, BOND - game.cash(corporation) - put_in) if is_out(game, corporation) else 0


def _of_purchase(game: Game, corporation: str, source: str) -> Message | None:
    buyer, president = game.top.decider(game), game.president(corporation)
    number = game.title.stock.next_certificate(game, corporation, holder_of(corporation, source))
    if number is None or buyer == president:
        return None
    holding = game.percent(corporation, buyer) + game.sizes(corporation)[number]
    takes_over = holding >= game.percent(corporation, president) + game.title.corporations.takeover_margin(game)
    return _liable(buyer) if takes_over else None
