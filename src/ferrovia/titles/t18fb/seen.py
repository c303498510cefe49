"""What players of 18FB see: what lies open, their goals, and how companies stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.flow.actions import Action
from ferrovia.engine.flow.facets.seen import OpenOffer, Seen
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingRound, OperatingTurn
from ferrovia.engine.flow.state import BANK
from ferrovia.saying.message import Message
from ferrovia.titles.t18fb import (
    affairs,
    auctions,
    components,
    earnings,
    places,
    political,
    regionals,
    words,
)
from ferrovia.titles.t18fb.forms import FORMS
from ferrovia.titles.t18fb.south import is_regional, south
from ferrovia.titles.t18fb.states import charter, lines_asked, reached, state_of


class SouthernSeen(Seen):
    """5: lines with their cost, deposits, earnings and what else only the rules of 18FB know."""

    open = frozenset(
        {
            "concessions", "bourbon", "markers", "earned", "earning", "extended",
            "melisurgo", "falcon", "riseis_used", "papal", "declined",
            "given_up", "fp_home", "gone", "closed", "regional_round", "waiting", "bonuses",
            "leases", "exchange_order", "bankrupt",
        }
    )  # fmt: skip
    forms = FORMS

    def words(self, game: Game, action: Action) -> Message | None:
        return words.words(game, action)

    def terms(self, game: Game, action: Action) -> Message | None:
        return words.terms(game, action)

    def common_terms(self, game: Game, action: Action) -> Message | None:
        return words.common_terms(game, action)

    def goals(self, game: Game, corporation: str) -> frozenset[str]:
        """The destinations a company has still to reach: those of its concession first, then the others."""
        if is_regional(corporation):
            return frozenset()
        lines = lines_asked(game, corporation)
        intermediate, final = reached(game, corporation)
        wanted = {line.intermediate for line in lines} if not intermediate else {line.final for line in lines}
        if not lines or final:
            wanted = {name for name in charter(game, corporation) if not places.has_token(game, corporation, name)}
        return frozenset(hex_of(stop) for name in wanted for stop in components.stops_of(name))

    def line(self, game: Game, concession: str) -> tuple[str, ...]:
        """3.4: a company is in operation once its line has come to its intermediate destination."""
        line = components.concession_lines(concession)[0]
        return (line.home, hex_of(components.stops_of(line.intermediate)[0]))

    def concessions(self, game: Game) -> Mapping[str, str]:
        return {name: concession.owner for name, concession in south(game).concessions.items()}

    def offers(self, game: Game) -> Iterable[OpenOffer]:
        """A card offered to another player (3.3.6), and the lot that is bid for, nobody's while nobody has bid."""
        card, lots = game.find(political.CardOffer), game.find(auctions.Lots)
        if card is not None:
            yield {"thing": "card", "name": card.card, "buyer": card.buyer, "seller": card.seller, "price": card.price}
        if lots is not None and lots.lot:
            yield {"thing": "lot", "name": lots.lot, "buyer": lots.bidder, "seller": BANK, "price": lots.price}

    def own(self, game: Game) -> dict[str, Any]:
        """5: states, the revenue chart, what trains would earn now and which markers they serve, who has operated."""
        companies = {}
        rounds, turn = game.find(OperatingRound), game.find(OperatingTurn)
        done = set(rounds.done if rounds else ()) - {turn.corporation if turn else ""}
        for name in (*game.state.floated, *regionals.operating(game)):
            found = earnings.earnings(game, name)
            companies[name] = {
                "state": state_of(game, name).value,
                "operated_this_round": name in done,
                "revenue_chart": sum(value for _, value in (*found.stations, *found.left_out)),
                "earnings": found.total,
                "stations": dict(found.stations),
                "markers_served": found.served,
                "markers_idle": found.idle,
            }
        return {**super().own(game), "companies": companies}

    def told(self, own: Mapping[str, Any]) -> Iterable[Message]:
        return affairs.told(own)

    def belongings(self, own: Mapping[str, Any]) -> Iterable[tuple[str, Message]]:
        return affairs.belongings(own)
