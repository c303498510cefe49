"""Section 7: two kinds of company."""

import pytest

from ferrovia.engine.flow.actions import Pass
from tests.t1849.table import Table


@pytest.mark.clause("1849-7.0.1")
def test_only_started_corporations_operate_and_privates_only_pay() -> None:
    table = Table().start("SFA", at=100, operated=False).start("RCS", at=68, operated=False)
    table.privates(SCE="Ada", RSA="Bruno").cash(Ada=10, Bruno=10).stock_round().end_round()
    assert str(table.game.state.round) == "OR 2.1"
    assert table.money("Ada", "Bruno") == (15, 35)
    operated = []
    while str(table.game.state.round) == "OR 2.1":
        operated.append(table.game.decision.for_corporation)
        table.do(Pass())
    assert list(dict.fromkeys(operated)) == ["SFA", "RCS"]
    assert table.money("Ada", "Bruno") == (15, 35)
