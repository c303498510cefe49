"""What would make an act legal, in the words of both languages, at positions that are set up for it."""

from __future__ import annotations

import pytest

from ferrovia.engine.flow.actions import Action, Bid, BuyPrivate, BuyShare, BuyTrain, LayTile, Pass, PlaceToken, Start
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.remedies.holdings import FewerCertificates, Money
from ferrovia.engine.flow.remedies.moments import InStep, TurnOf
from ferrovia.engine.flow.remedies.search import why_not
from tests.engine.remedies.asked import positions


def _way(game: Game, action: Action, by: str | None = None) -> tuple[Refusal, str, str]:
    refusal = why_not(game, action, by)
    assert refusal is not None
    assert refusal.way is not None
    return refusal, game.title.voice("en")(refusal.way), game.title.voice("it")(refusal.way)


def _at_step(name: str, step: str, after: int = 0) -> Game:
    """The first position of a stored game at which a step is to be decided, from some number on."""
    return next(
        game.fork()
        for game, _ in positions(name)
        if game.state.number >= after and isinstance(game.top, OperatingTurn) and game.top.step_id(game) == step
    )


def test_a_train_is_so_much_too_dear() -> None:
    game = _at_step("1849-three", "trains")
    train = game.title.trains.on_sale(game)[0]
    cost, buyer = game.title.box.trains[train].cost, game.decision.for_corporation
    game = game.supposed()
    game.suppose_trains(buyer, ["4H"])  # nobody helps a corporation that has one
    game.suppose_cash(buyer, cost - 40)
    refusal, english, italian = _way(game, BuyTrain(train, "bank", cost))
    assert refusal.way is not None
    assert refusal.way.remedies == (Money(buyer, 40),)
    assert english == f"Possible with L. 40 more for {buyer}."
    assert italian.startswith("Possibile con L. 40 in più per ")


def test_what_a_corporation_has_to_spare_is_no_remedy() -> None:
    game = _at_step("1849-three", "trains")
    assert why_not(game, Pass()) is None or why_not(game, Pass()).way is None  # type: ignore[union-attr]


def test_a_colour_waits_for_its_phase() -> None:
    for game, _ in positions("1849-three"):
        if game.state.phase == "4" and game.top.step_id(game) == "track":
            upgrades = [
                LayTile(hex_id, tile.id, rotation)
                for hex_id in game.layout.tiles
                for tile in game.title.box.board.tiles.values()
                if tile.face.colour == "green"
                for rotation in range(6)
            ]
            early = [action for action in upgrades if (plain := game.why_not(action)) and plain.word == "track.phase"]
            ways = [refusal.way for action in early if (refusal := why_not(game, action)) and refusal.way]
            told = {game.title.voice("en")(way) for way in ways if way.suffices and len(way.remedies) == 1}
            if told:
                assert told == {"Possible from phase 6 on."}
                return
    pytest.fail("No green tile would fit before its phase.")


def test_a_token_belongs_to_a_step_that_comes_or_has_been() -> None:
    game = _at_step("1849-three", "track")
    corporation = game.decision.for_corporation
    home = game.state.stations[corporation][0].rpartition(".")[0]
    refusal, english, italian = _way(game, PlaceToken(home))
    assert refusal.way is not None
    assert refusal.way.remedies == (InStep(corporation, "token", "token", 1, is_later=True),)
    assert english.startswith(
        f"This would not stand in the way in the step 'token' later in this turn of {corporation}, but then: "
    )
    assert "nel passo «gettone» più avanti in questo turno" in italian
    later = _at_step("1849-three", "trains", after=game.state.number)
    refusal, english, _ = _way(later, LayTile(home, "3", 0))
    assert "in the step 'track' of the next turn of" in english


def test_another_player_waits_for_their_turn() -> None:
    game = next(game for game, _ in positions("1849-three"))
    decider = game.decision.player
    other = game.left_of(decider)
    private, *_ = (span.action for span in game.decision.ranges)
    assert isinstance(private, Bid)
    refusal, english, italian = _way(game, private, by=other)
    assert refusal.way is not None
    assert refusal.way.remedies == (TurnOf(other),)
    assert english == f"Possible when it is the turn of {other}."
    assert italian == f"Possibile quando tocca a {other}."


def test_a_price_that_is_allowed_is_named() -> None:
    game = next(game for game, _ in positions("1849-three"))
    span = game.decision.ranges[0]
    _, english, italian = _way(game, span.at(span.low - 1))
    assert english == f"Possible for L. {span.low} to L. {span.high}."
    assert italian == f"Possibile per un prezzo da L. {span.low} a L. {span.high}."
    buy = next(choice for choice in game.decision.choices if isinstance(choice, BuyPrivate))
    assert _way(game, BuyPrivate(buy.private, buy.price + 7))[1] == f"Possible for L. {buy.price}."


def test_stock_of_a_corporation_without_a_price_waits_for_its_start() -> None:
    game = next(game for game, _ in positions("1849-three") if game.state.round.kind == "stock")
    waiting = game.title.seen.queue(game)
    _, english, italian = _way(game, BuyShare(waiting[0], "treasury"))
    assert english == f"This would not stand in the way once {waiting[0]} has been started."
    assert "è stat" in italian
    price = game.phase.start_values[0]
    _, english, _ = _way(game, Start(waiting[1], price))
    assert english == f"Possible once {waiting[0]} has been started."


def test_who_holds_too_much_paper_is_told_how_much() -> None:
    for game, _ in positions("18FB-three"):
        limit = game.title.stock.certificate_limit(game)
        if game.state.round.kind != "stock" or game.certificate_count(game.decision.player) != limit - 1:
            continue
        player = game.decision.player
        buys = [choice for choice in game.decision.choices if isinstance(choice, BuyShare)]
        if not buys:
            continue
        full = game.supposed()
        mine = next(name for name, holders in full.state.certificates.items() if player in holders)
        places = [number for number, holder in enumerate(full.holders(mine)) if holder != player][:2]
        others = [buy for buy in buys if buy.corporation != mine]
        if not others or len(places) < 2:
            continue
        for number in places:
            full.hand_over(mine, number, player)
        refusal, english, _ = _way(full, others[0])
        assert refusal.way is not None
        assert FewerCertificates(player, 2) in refusal.way.remedies, english
        return
    pytest.fail("Nobody is near the limit.")
