"""1849, 14: variants are chosen at set-up; without them nothing of theirs is in a game, with them turns are longer."""

from __future__ import annotations

import random

import pytest

from ferrovia.engine.flow.actions import Accept, BuyPrivate, BuyTrain, Dividend, IssueShares, Pass
from ferrovia.engine.flow.conservation import faults
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK
from ferrovia.formats.sentences import sentence
from ferrovia.titles.t1849 import TITLE
from ferrovia.titles.t1849.actions import BuyEToken, BuyToken, IssueBond, RepayBond
from tests.contract import Contract
from tests.t1849.table import Table, routes
from tests.walks import new_game, walk

ALL = ("buy_station_tokens", "bonds", "electric_dreams")
THEIRS = (BuyToken("C5", "IFT", 50), BuyEToken(), IssueBond(), RepayBond())


# 14.0.1 Chosen at set-up


@pytest.mark.clause("1849-14.0.1")
@pytest.mark.parametrize("phase", list(TITLE.box.phases))
def test_without_variants_their_actions_are_refused_in_every_phase_and_step(phase: str) -> None:
    table = Table().phase(phase).start("RCS", cash=3000, stock={"Ada": [10]})
    for step in [step.id for step in TITLE.operating.steps]:
        table.operate("RCS", step)
        for action in THEIRS:
            table.may_not(action, "1849-14.0.1", saying="his game")
    table.stock_round("Ada")
    for action in THEIRS:
        table.may_not(action, "1849-14.0.1")


@pytest.mark.clause("1849-14.0.1")
def test_one_variant_does_not_bring_another() -> None:
    table = Table(options=("bonds",)).phase("16").start("RCS", cash=3000).operate("RCS", "issue_bond")
    table.may(IssueBond())
    table.may_not(BuyEToken(), "1849-14.0.1", saying="without Electric Dreams")
    table.may_not(BuyToken("C5", "IFT", 50), "1849-14.0.1", saying="station tokens")


@pytest.mark.clause("1849-14.0.1", "1849-C.5")
@pytest.mark.parametrize("phase", ["4", "12", "16"])
def test_a_basic_game_has_neither_bonds_nor_e_tokens(phase: str) -> None:
    table = Table().phase(phase).start("RCS", cash=3000).operate("RCS", "trains")
    offered = {getattr(choice, "train", "") for choice in table.game.decision.choices}
    assert "E" not in offered
    table.may_not(BuyTrain("E", "bank", 550), "1849-10.6.2")
    assert table.game.snapshot()["own"].keys().isdisjoint({"bonds", "dues", "e_tokens", "e_tokens_sold"})
    assert [step.id for step in TITLE.operating.steps_of(table.game, "RCS")] == [
        "track", "token", "run", "dividend", "trains", "finance", "private",
    ]  # fmt: skip


@pytest.mark.clause("1849-C.5")
def test_a_game_with_all_variants_has_six_e_tokens_and_a_bond_for_every_corporation() -> None:
    table = Table(options=ALL).phase("16")
    names = tuple(table.game.state.certificates)
    assert len(names) == 6
    for name in names:
        table.start(name, at=216, cash=2000)
    table.operate(names[0])
    for name in names:
        table.operate(name, "e_token").do(BuyEToken())
        table.operate(name, "issue_bond").do(IssueBond())
    assert (table.own.e_tokens, table.own.bonds) == (names, names)
    assert table.game.trains(BANK).count("E") == 6


# 14.3.1 Electric Dreams needs both others


@pytest.mark.clause("1849-14.3.1")
@pytest.mark.parametrize(
    ("options", "needed"),
    [
        (("electric_dreams",), "Buy station tokens"),
        (("electric_dreams", "bonds"), "Buy station tokens"),
        (("buy_station_tokens", "electric_dreams"), "Bonds"),
    ],
)
def test_electric_dreams_needs_both_other_variants(options: tuple[str, ...], needed: str) -> None:
    with pytest.raises(Refusal) as refused:
        Table(options=options)
    assert refused.value.rule == "1849-14.3.1"
    assert refused.value.sentence == f"Electric Dreams also needs the option '{needed}'."


@pytest.mark.clause("1849-14.3.1")
@pytest.mark.parametrize("options", [("bonds",), ("buy_station_tokens",), ("bonds", "buy_station_tokens"), ALL])
def test_the_others_may_be_chosen_as_one_likes(options: tuple[str, ...]) -> None:
    assert Table(options=options).game.settings.options == options


# 14.0.2 The order of the steps


@pytest.mark.clause("1849-14.0.2")
def test_the_steps_of_a_turn_with_all_variants() -> None:
    table = Table(options=ALL)
    assert [step.id for step in TITLE.operating.steps_of(table.game, "RCS")] == [
        "track", "token", "run", "dividend", "buy_token", "e_token", "trains", "finance",
        "bond_interest", "repay_bond", "issue_bond", "private",
    ]  # fmt: skip


def everything() -> Table:
    """Phase 12, and CTL's turn: a route to Trapani where IFT has a token, money for all, and its bond is out."""
    table = Table(options=ALL).phase("12").own_is(bonds=("CTL",))
    table.start("IFT", president="Bruno", at=216).tokens("IFT", "C1")
    return table.start("CTL", cash=4000, stock={"Ada": [10]}).trains("CTL", "8H").operate("CTL")


@pytest.mark.clause("1849-14.0.2")
def test_one_turn_from_the_first_step_to_the_last() -> None:
    """Everything that a turn may hold, in order; what belongs to a variant is refused before and after its step."""
    table = everything()
    theirs = {
        "buy_token": BuyToken("C1", "IFT", 50),
        "e_token": BuyEToken(),
        "repay_bond": RepayBond(),
        "issue_bond": IssueBond(),
    }
    turn = [
        ("track", Pass()),
        ("run", routes(("8H", "E1 C1"))),
        ("dividend", Dividend("withhold")),
        ("buy_token", theirs["buy_token"]),
        ("offer", Accept()),
        ("e_token", theirs["e_token"]),
        ("trains", BuyTrain("E", "bank", 550)),  # two trains are the limit, so the step is over
        ("finance", IssueShares(1)),  # then the interest, which needs nobody
        ("repay_bond", theirs["repay_bond"]),
        ("issue_bond", theirs["issue_bond"]),
    ]
    for step, action in turn:
        assert table.step == step
        for other in theirs.values():
            if other != action:
                table.may_not(other, "1849-14.0.2")
        table.do(action)
    assert table.game.trains("CTL") == ("8H", "E")
    assert (table.own.bonds, table.own.e_tokens) == (("CTL",), ("CTL",))


@pytest.mark.clause("1849-14.0.2")
def test_private_companies_are_bought_at_any_time_even_after_a_bond_was_repaid() -> None:
    table = Table(options=("bonds",)).phase("8").own_is(bonds=("SFA",)).privates(SCE="Bruno")
    table.start("SFA", cash=700).operate("SFA", "repay_bond").do(RepayBond())
    assert table.step == "issue_bond"
    table.may(BuyPrivate("SCE", 40))
    table.do(Pass())
    assert table.step == "private"
    table.may(BuyPrivate("SCE", 40))


@pytest.mark.clause("1849-14.0.2")
def test_choices_of_the_variants_are_told_in_words() -> None:
    table = everything()
    say = TITLE.voice("en")
    assert say(sentence(table.game, BuyEToken())) == "Buy an E token for L. 1100"
    assert say(sentence(table.game, IssueBond())).startswith("Issue the bond: L. 500")
    assert say(sentence(table.game, RepayBond())).startswith("Repay the bond for L. 500")
    table.operate("CTL", "buy_token")
    (offer,) = table.game.decision.ranges
    place = say(TITLE.box.board.place("C1"))
    assert say(sentence(table.game, offer)) == f"Offer IFT L. 1 to L. 4000 for the space of its token on {place}"
    table.do(offer.at(50))
    for choice in table.game.decision.choices:
        words = say(sentence(table.game, choice))
        assert all(part in words for part in ("L. 50", "CTL", place))


@pytest.mark.clause("1849-14.0.2")
@pytest.mark.parametrize("seed", [3, 4])
def test_walks_with_all_variants_keep_what_every_title_promises(seed: int) -> None:
    """What is listed is accepted, all else is refused with a clause, and nothing is lost."""
    chance = random.Random(seed)
    contract = Contract(chance)
    for game in walk(new_game(TITLE, seed, 4, ALL), chance, most=700):
        assert faults(game) == []
        if chance.random() > 0.05:
            continue
        contract.check(game)
        twin = Game.restore(TITLE, game.settings, game.snapshot(), game.actions)
        assert twin.decision == game.decision
