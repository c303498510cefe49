"""3.6: PH5: Garibaldi's authority, the end of cards and concessions, and the kingdom's last tokens."""

from __future__ import annotations

from ferrovia.engine.finance.certificates import PRESIDENT
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.shares import exchange_presidency
from ferrovia.engine.flow.state import BANK
from ferrovia.titles.t18fb.concessions import DEPOSITS
from ferrovia.titles.t18fb.events import DepositLost, FoundByUnification, GaribaldiDecided
from ferrovia.titles.t18fb.south import keep, south
from ferrovia.titles.t18fb.states import CompanyState, line_state


def garibaldi(game: Game) -> None:
    """3.6.2 to 3.6.5: each president's certificate goes to the largest holder, the concessionaire last among equals."""
    for company in game.market_order():
        heir = _heir(game, company)
        if heir != game.president(company):
            exchange_presidency(game, company, heir, (game.share(company),) * 2)
            game.tell(GaribaldiDecided(heir=heir, company=company))


def _heir(game: Game, company: str) -> str:
    old = game.holders(company)[PRESIDENT]
    concessions = south(game).concessions
    owned = [concession.owner for concession in concessions.values()]
    order = (*game.to_the_left(old), old)

    def rank(player: str) -> tuple[int, bool, int, int]:
        is_concessionaire = concessions[company].owner == player
        return (-game.percent(company, player), is_concessionaire, owned.count(player), order.index(player))

    return min(order, key=rank)


def discard_concessions(game: Game) -> None:
    """3.6.7, 3.6.8: every deposit still on them is lost; from now on all that floated is definitive."""
    for company, concession in south(game).concessions.items():
        if company in game.state.floated:
            found = line_state(game, company) if concession.owner in game.players else CompanyState.FROZEN
            game.tell(FoundByUnification(company=company, state=found))
        if concession.deposit:
            game.pay(DEPOSITS, BANK, concession.deposit)
            game.tell(DepositLost(amount=concession.deposit, company=company))
    keep(game, concessions={})


def regional_round_is_due(game: Game) -> None:
    keep(game, regional_round="due")
