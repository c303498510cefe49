"""A line in few words that names an act which is refused now: which act, why, and what would make it legal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ferrovia.engine.flow.actions import BuyPrivate, BuyShare, BuyTrain, Dividend, LayTile, PlaceToken, SellShares
from ferrovia.engine.flow.game import Game
from ferrovia.formats.citing import cited
from ferrovia.formats.moves import written_move
from ferrovia.formats.named_acts import named_acts, refused_act
from ferrovia.formats.save import load
from ferrovia.titles.registry import title_of

GAMES = Path(__file__).parents[1] / "games"


def _played(name: str) -> Iterator[Game]:
    record = load(GAMES / f"{name}.json")
    game = Game(title_of(record.settings), record.settings)
    for action in record.actions:
        yield game
        game.apply(action)


def _at(name: str, step: str, after: int = 0) -> Game:
    found = (game for game in _played(name) if game.state.number >= after and game.top.step_id(game) == step)
    return next(found).fork()


@pytest.fixture(scope="module")
def auction() -> Game:
    return _at("1849-three", "auction")


@pytest.fixture(scope="module")
def track() -> Game:
    return _at("1849-three", "track", after=60)


def test_a_private_company_that_is_not_on_offer(auction: Game) -> None:
    for line in ("buy rsa", "Buy RSA!", "compra rsa", "buy the rsa"):
        act = refused_act(auction, line)
        assert act is not None
        assert isinstance(act.action, BuyPrivate)
        assert act.action.private == "RSA"
        assert "can be bought now; other private companies take bids." in str(act.refusal)
        assert act.refusal.rule.startswith("1849-8")


def test_a_price_that_is_named_is_that_of_the_act(auction: Game) -> None:
    act = refused_act(auction, "bid 5 on RSA")
    assert act is not None
    assert act.action.price == 5  # type: ignore[attr-defined]
    assert "[1849-8.0.6] Possible for " in str(cited(act.refusal))


def test_what_is_done_in_a_later_step(track: Game) -> None:
    corporation = track.decision.for_corporation
    act = refused_act(track, "pay")
    assert act is not None
    assert act.action == Dividend("pay")
    assert act.refusal.way is not None
    assert str(act.refusal.way.message) == f"Possible in the step 'dividend' later in this turn of {corporation}."
    token = refused_act(track, f"token {track.state.stations[corporation][0].rpartition('.')[0]}")
    assert token is not None
    assert isinstance(token.action, PlaceToken)


def test_a_train_of_the_banks_line_names_all_that_is_missing(track: Game) -> None:
    act = refused_act(track, "buy 16h")
    assert act is not None
    assert act.action == BuyTrain("16H", "bank", track.title.box.trains["16H"].cost)
    told = str(act.refusal.way.message)  # type: ignore[union-attr]
    assert "in the step 'trains' later in this turn" in told
    assert "have left the bank before the first 16H" in told


def test_stock_waits_for_a_stock_round(track: Game) -> None:
    for line, kind in (("buy ata", BuyShare), ("vendi ata", SellShares)):
        act = refused_act(track, line)
        assert act is not None
        assert type(act.action) is kind
        assert act.action.corporation == "ATA"
        assert "in a stock round" in str(act.refusal.way.message)  # type: ignore[union-attr]


def test_a_tile_on_a_hex_is_asked_about_in_every_turn_of_it(track: Game) -> None:
    lays = [action for action in named_acts(track, "lay 7 F2") if isinstance(action, LayTile)]
    assert {(lay.hex, lay.tile) for lay in lays} == {("F2", "7")}
    assert {lay.rotation for lay in lays} == set(range(6))
    assert {lay.hex for lay in named_acts(track, "F2") if isinstance(lay, LayTile)} == {"F2"}


def test_what_may_be_done_is_not_refused_and_nonsense_names_nothing(track: Game) -> None:
    lay = next(choice for choice in track.decision.choices if isinstance(choice, LayTile))
    assert refused_act(track, f"lay {lay.tile} {lay.hex}") is None
    assert refused_act(track, written_move(track, lay)) is None
    for line in ("", "buy", "buy rsa quickly", "hello", "D4 and all the rest of it", "x " * 50, "lay"):
        assert refused_act(track, line) is None, line


@pytest.mark.parametrize("name", ["1849-three", "1883-two", "18FB-three"])
def test_every_move_of_a_game_is_told_apart_at_other_moments(name: str) -> None:
    """Written as games are written down: whichever act is meant, it is one that the rules refuse, for that reason."""
    record = load(GAMES / f"{name}.json")
    lines: list[str] = []
    asked = told = 0
    for game in _played(name):
        number = len(game.actions)
        lines.append(written_move(game, record.actions[number]))
        for line in lines[-20::4] if number % 25 == 24 else ():
            asked += 1
            act = refused_act(game, line)
            if act is not None:
                told += 1
                refusal = game.why_not(act.action)
                assert refusal is not None
                assert (refusal.rule, refusal.text) == (act.refusal.rule, act.refusal.text)
    assert told > asked / 3
