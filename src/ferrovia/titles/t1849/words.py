"""What is seen: choices in words, what a deal sets off beyond its price, and what others could bring about."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.finance.market import Direction
from ferrovia.engine.flow.actions import Action, Bankrupt, BuyShare, SellShares
from ferrovia.engine.flow.facets.seen import Seen
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.shares import Sale, holder_of, plan_sale, possible_sales
from ferrovia.saying.message import Message
from ferrovia.titles.t1849.actions import BuyEToken, BuyToken, IssueBond, LeaveGame, RepayBond, TakeLoan
from ferrovia.titles.t1849.bonds import BOND, INTEREST, is_out
from ferrovia.titles.t1849.closing import LOAN
from ferrovia.titles.t1849.electric_dreams import e_token_price
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

    def queue(self, game: Game) -> tuple[str, ...]:
        """2.2, 9.4: corporations are started in the order in which they were drawn."""
        return sicily(game).line

    def words(self, game: Game, action: Action) -> str | None:
        money = game.title.currency.format
        match action:
            case BuyToken(hex=hex_id, seller=seller, price=price):
                place = game.title.box.board.place(hex_id)
                return Message(
                    "Offer {seller} to buy the space of its token on {place} for {price:money}",
                    seller=seller,
                    place=place,
                    price=price,
                )
            case BuyEToken():
                return Message("Buy an E token for {e_token_price:money}", e_token_price=e_token_price(game))
            case IssueBond():
                return Message("Issue the bond: {BOND:money} from the bank, and the price moves left", BOND=BOND)
            case RepayBond():
                return Message("Repay the bond for {BOND:money}, and the price moves right", BOND=BOND)
            case TakeLoan():
                return Message("Take the bank's loan of {LOAN:money} and stay in the game", LOAN=LOAN)
            case LeaveGame():
                return Message("Leave the game")
            case Bankrupt() if game.top.step(game) == INTEREST:
                return Message("Give up: the interest cannot be paid, and the corporation closes")
        return None

    def caution(self, game: Game, action: Action) -> str:
        match action:
            case SellShares(corporation=corporation, certificates=certificates):
                sale = plan_sale(game, game.top.decider(game), corporation, certificates)
                return _of_sale(game, sale) if isinstance(sale, Sale) else ""
            case BuyShare(corporation=corporation, source=source) if is_out(game, corporation):
                return _of_purchase(game, corporation, source)
        return ""

    def warnings(self, game: Game, player: str) -> Iterator[str]:
        """1849-R48: a sale that closes a corporation with its bond out may leave the bond to the next in line."""
        for corporation in game.state.certificates:
            if not is_out(game, corporation) or game.president(corporation) == player:
                continue
            for sale in possible_sales(game, game.president(corporation), corporation):
                owed = _owed(game, corporation)
                if owed and sale.successor == player and _closes(game, sale):
                    percent, amount = sum(sale.certificates), game.title.currency.format(owed)
                    yield (
                        Message(
                            "If {seller} sells {percent}% of {corporation} it closes, and {player} owes {amount} for its bond.",
                            seller=sale.seller,
                            percent=percent,
                            corporation=corporation,
                            player=player,
                            amount=amount,
                        )
                    )
                    break


def _of_sale(game: Game, sale: Sale) -> str:
    corporation, bond = sale.corporation, is_out(game, sale.corporation)
    if not _closes(game, sale):
        return (
            Message("{successor} becomes president and answers for its bond", successor=sale.successor)
            if bond and sale.successor
            else ""
        )
    turn = game.find(OperatingTurn)
    put_in = game.cash(sale.seller) if turn is not None and turn.corporation == corporation else 0
    parts = []
    if put_in:
        parts.append(f"the {game.title.currency.format(put_in)} that {sale.seller} has put in is lost")  # 1849-R26
    owed = _owed(game, corporation, put_in)
    if owed:
        debtor = sale.successor or game.president(corporation)
        parts.append(f"{debtor} owes {game.title.currency.format(owed)} for its bond")  # 1849-R48
    return ", and ".join(parts)


def _closes(game: Game, sale: Sale) -> bool:
    """Whether the token comes to the Closed space by a sale."""
    return game.title.market.moved(game, game.cell(sale.corporation), Direction.DOWN, sale.shares) in CLOSED


def _owed(game: Game, corporation: str, put_in: int = 0) -> int:
    """What its president would owe for the bond of a corporation that closes now."""
    return max(0, BOND - game.cash(corporation) - put_in) if is_out(game, corporation) else 0


def _of_purchase(game: Game, corporation: str, source: str) -> str:
    buyer, president = game.top.decider(game), game.president(corporation)
    number = game.title.stock.next_certificate(game, corporation, holder_of(corporation, source))
    if number is None or buyer == president:
        return ""
    holding = game.percent(corporation, buyer) + game.sizes(corporation)[number]
    takes_over = holding >= game.percent(corporation, president) + game.title.corporations.takeover_margin(game)
    return Message("{buyer} becomes president and answers for its bond", buyer=buyer) if takes_over else ""
