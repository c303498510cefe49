"""Section 14: variants are chosen at set-up, and without them nothing of theirs is in the game."""

import pytest

from ferrovia.engine.flow.actions import read_action
from ferrovia.engine.flow.refusal import Refusal
from tests.t1849.table import Table


@pytest.mark.clause("1849-14.0.1")
@pytest.mark.parametrize("variant", ["buy_station_tokens", "bonds", "electric_dreams"])
def test_a_variant_is_refused_at_set_up_as_long_as_it_cannot_be_played(variant):
    with pytest.raises(Refusal) as refused:
        Table(options=(variant,))
    assert refused.value.rule == "1849-14.0.1"
    assert refused.value.sentence == f"The variant {variant} cannot be played yet."


@pytest.mark.clause("1849-14.0.1", "1849-C.5")
def test_without_variants_their_actions_do_not_exist():
    for action in ('{"do": "buy_token"}', '{"do": "issue_bond"}', '{"do": "buy_e_token"}'):
        with pytest.raises(ValueError, match="This is not an action"):
            read_action(action)


@pytest.mark.clause("1849-C.5")
@pytest.mark.parametrize("phase", ["4", "12", "16"])
def test_a_basic_game_has_neither_bonds_nor_e_tokens(phase):
    table = Table().phase(phase).start("RCS", cash=3000).operate("RCS", "trains")
    offered = {getattr(choice, "train", "") for choice in table.game.decision.choices}
    assert "E" not in offered
    assert table.game.snapshot()["own"].keys().isdisjoint({"bonds", "e_tokens"})
    assert table.game.settings.options == ()
