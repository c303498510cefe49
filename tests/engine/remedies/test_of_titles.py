"""Remedies that only one title knows, each at a position of a stored game where its rule refuses."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ferrovia.engine.flow.actions import BuyShare, LayTile, SellShares, Start
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.remedies.remedy import Remedy, Way
from ferrovia.engine.flow.remedies.search import why_not
from ferrovia.titles.t18fb.remedies import ConcessionOwned, DestinationReached, EarningsCounted
from ferrovia.titles.t18fb.south import Concession, keep, south
from ferrovia.titles.t18fb.states import CompanyState, state_of
from ferrovia.titles.t1849 import sicily
from ferrovia.titles.t1849.remedies import LineMovedOn, MessinaRebuilt
from ferrovia.titles.t1883 import emilia
from ferrovia.titles.t1883.remedies import Capitalised, EventOver
from tests.engine.remedies.asked import positions


def _first(name: str, is_it: Callable[[Game], bool]) -> Game:
    return next(game for game, _ in positions(name) if is_it(game)).fork()


def _kinds(way: Way | None) -> list[type[Remedy]]:
    assert way is not None
    return [type(remedy) for remedy in way.remedies]


@pytest.mark.clause("1849-9.4.1")
def test_the_line_of_corporations_moves_on() -> None:
    game = _first("1849-three", lambda game: game.state.round.kind == "stock")
    line = sicily.sicily(game).line
    refusal = why_not(game, Start(line[2], game.phase.start_values[0]))
    assert refusal is not None
    assert refusal.way is not None
    assert refusal.way.remedies == (LineMovedOn(line[:2]),)
    assert str(refusal.way.message) == f"Possible once {line[0]} and {line[1]} have been started."


def test_messina_is_rebuilt_after_the_next_stock_round() -> None:
    def is_buildable(game: Game) -> bool:
        return any(isinstance(choice, LayTile) and choice.hex == sicily.MESSINA for choice in game.decision.choices)

    game = _first("1849-three", is_buildable)
    lay = next(c for c in game.decision.choices if isinstance(c, LayTile) and c.hex == sicily.MESSINA)
    ruins = game.supposed()
    sicily.keep(ruins, messina_in_ruins=True)
    refusal = why_not(ruins, lay)
    assert refusal is not None
    assert _kinds(refusal.way) == [MessinaRebuilt]
    assert refusal.way is not None
    assert refusal.way.suffices


def test_the_co_operative_waits_for_its_capital() -> None:
    game = _first("1883-two", lambda game: game.state.round.kind == "stock" and emilia.is_cooperative(game))
    refusal = why_not(game, BuyShare("CCFR", "offer"))
    assert refusal is not None
    assert _kinds(refusal.way) == [Capitalised]
    assert "once the co-operative is capitalised" in str(refusal.way and refusal.way.message)


def test_a_flood_is_over_with_its_round() -> None:
    for game, _ in positions("1883-four"):
        lays = [choice for choice in game.decision.choices if isinstance(choice, LayTile)]
        wet = game.supposed()
        emilia.keep(wet, in_force=("flooding",))
        for lay in lays:
            refusal = why_not(wet, lay)
            if refusal is not None:
                assert refusal.way is not None
                assert refusal.way.remedies == (EventOver(),)
                assert str(refusal.way.message) == "Possible once the event of this operating round is over."
                return
    pytest.fail("No hex is ever flooded.")


def test_stock_of_a_company_waits_for_its_line_and_its_earnings() -> None:
    def holder(game: Game, company: str) -> str:
        return next((player for player in game.players if game.percent(company, player)), "")

    for game, _ in positions("18FB-three"):
        if game.state.round.kind != "stock":
            continue
        for company in game.state.certificates:
            if state_of(game, company) is CompanyState.BUILDING and holder(game, company) == game.decision.player:
                refusal = why_not(game, SellShares(company, (game.share(company),)))
                assert refusal is not None
                assert {*_kinds(refusal.way)} & {DestinationReached, EarningsCounted}
                return
    pytest.fail("Nobody has stock of a company in building state.")


def test_a_frozen_company_waits_for_an_owner_of_its_concession() -> None:
    game = _first(
        "18FB-three",
        lambda game: (
            any(isinstance(choice, LayTile) for choice in game.decision.choices)
            and game.decision.for_corporation in south(game).concessions
            and not game.layout.tiles.get(next(c.hex for c in game.decision.choices if isinstance(c, LayTile)))
        ),
    )
    company = game.decision.for_corporation
    lay = next(choice for choice in game.decision.choices if isinstance(choice, LayTile))
    frozen = game.supposed()
    keep(frozen, concessions={**south(frozen).concessions, company: Concession(taken=True)})
    assert state_of(frozen, company) is CompanyState.FROZEN
    refusal = why_not(frozen, lay)
    assert refusal is not None
    assert _kinds(refusal.way) == [ConcessionOwned]
