"""What is seen: choices in words, what a deal sets off beyond its price, and what others could bring about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ferrovia.engine.finance.market import Direction
from ferrovia.engine.flow.actions import Action, Bankrupt, BuyShare, SellShares, UsePrivate
from ferrovia.engine.flow.facets.seen import Seen
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.shares import Sale, holder_of, plan_sale, possible_sales
from ferrovia.saying.message import Message
from ferrovia.titles.t1849 import affairs
from ferrovia.titles.t1849.actions import BuyEToken, BuyToken, IssueBond, LeaveGame, RepayBond, TakeLoan
from ferrovia.titles.t1849.bonds import BOND, INTEREST, is_out
from ferrovia.titles.t1849.closing import LOAN
from ferrovia.titles.t1849.electric_dreams import e_token_price
from ferrovia.titles.t1849.forms import FORMS
from ferrovia.titles.t1849.market import CLOSED
from ferrovia.titles.t1849.sicily import CNM, SMS, sicily


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
        match action:
            case UsePrivate(private=private):
                return _use(private, action.hex)
            case BuyToken(hex=hex_id, seller=seller, price=price):
                return Message(
                    "Offer {seller} {price:money} for the space of its token on {place}",
                    seller=seller,
                    place=game.title.box.board.place(hex_id),
                    price=price,
                )
            case BuyEToken():
                return Message("Buy an E token for {price:money}", price=e_token_price(game))
            case IssueBond():
                return Message("Issue the bond: {amount:money} from the bank, and the price moves left", amount=BOND)
            case RepayBond():
                return Message("Repay the bond for {amount:money}, and the price moves right", amount=BOND)
            case TakeLoan():
                return Message("Take the bank's loan of {amount:money} and stay in the game", amount=LOAN)
            case LeaveGame():
                return Message("Leave the game")
            case Bankrupt() if game.top.step(game) == INTEREST:
                return Message("Give up: the interest cannot be paid, and the corporation closes")
        return None

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


def _use(private: str, hex_id: str) -> Message | None:
    if private == CNM:
        text = "Use CNM: place the bonus token on the port of {town} ({hex})"
        return Message(text, town=affairs.port_town(hex_id), hex=hex_id)
    return Message("Use SMS: a tile, a token or both in one coastal city") if private == SMS else None


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
