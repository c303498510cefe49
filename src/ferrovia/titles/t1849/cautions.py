"""What a deal sets off beyond its price: a corporation that closes, and a bond for which somebody else answers."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.finance.market import Direction
from ferrovia.engine.flow.actions import Action, BuyShare, SellShares
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.shares import SHARE, Sale, holder_of, plan_sale, possible_sales
from ferrovia.titles.t1849.bonds import bond_value, is_out


def caution(game: Game, action: Action) -> str:
    """What whoever is about to sell or buy should know, as the end of a sentence."""
    match action:
        case SellShares(corporation=corporation, certificates=certificates):
            sale = plan_sale(game, game.top.decider(game), corporation, certificates)
            return _of_sale(game, sale) if isinstance(sale, Sale) else ""
        case BuyShare(corporation=corporation, source=source) if is_out(game, corporation):
            return _of_purchase(game, corporation, source)
    return ""


def _of_sale(game: Game, sale: Sale) -> str:
    corporation, bond = sale.corporation, is_out(game, sale.corporation)
    if not _closes(game, sale):
        return f"{sale.successor} becomes president and answers for its bond" if bond and sale.successor else ""
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
    cell = game.title.market.moved(game, game.cell(sale.corporation), Direction.DOWN, sale.shares)
    return cell in game.title.box.market.zone("closed")


def _owed(game: Game, corporation: str, put_in: int = 0) -> int:
    """What its president would owe for the bond of a corporation that closes now."""
    return max(0, bond_value() - game.cash(corporation) - put_in) if is_out(game, corporation) else 0


def _of_purchase(game: Game, corporation: str, source: str) -> str:
    buyer, president = game.top.decider(game), game.president(corporation)
    number = game.title.stock.next_certificate(game, corporation, holder_of(corporation, source))
    if number is None or buyer == president:
        return ""
    holding = game.percent(corporation, buyer) + game.sizes(corporation)[number]
    takes_over = holding >= game.percent(corporation, president) + game.title.corporations.takeover_margin(game)
    return f"{buyer} becomes president and answers for its bond" if takes_over else ""


def warnings(game: Game, player: str) -> Iterator[str]:
    """1849-R48: a sale that closes a corporation with its bond out may leave the bond to whoever is next in line."""
    for corporation in game.state.certificates:
        if not is_out(game, corporation) or game.president(corporation) == player:
            continue
        for sale in possible_sales(game, game.president(corporation), corporation):
            owed = _owed(game, corporation)
            if owed and sale.successor == player and _closes(game, sale):
                percent, amount = sale.shares * SHARE, game.title.currency.format(owed)
                yield (
                    f"If {sale.seller} sells {percent}% of {corporation} it closes,"
                    f" and {player} owes {amount} for its bond."
                )
                break
