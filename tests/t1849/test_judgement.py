"""What a player of 1849 knows beyond its rules."""

from ferrovia.bots.keen.player import KeenBot
from ferrovia.engine.flow.actions import Action, Pass, PlaceToken, UsePrivate
from ferrovia.engine.flow.chance import Chance
from ferrovia.titles.t1849.judgement import JUDGEMENT
from tests.t1849.table import Table


def test_rsa_is_worth_the_company_that_comes_with_it() -> None:
    game = Table().game
    face = {name: card.face_value for name, card in game.title.box.privates.items()}
    worth = {name: JUDGEMENT.private_worth(game, "Ada", name) for name in face}
    assert all(worth[name] > face[name] for name in face)
    assert worth["RSA"] >= 200


def test_rsa_is_worth_little_once_its_company_is_there() -> None:
    """A player who kept it for its worth would never buy the train with which it closes (7.1)."""
    table = Table().privates(RSA="Ada")
    assert JUDGEMENT.private_worth(table.game, "Ada", "RSA") <= 25


def test_the_rounds_that_are_left_go_with_the_money_of_the_bank() -> None:
    table = Table().start("RCS").start("CTL", "Bruno")
    early = JUDGEMENT.rounds_left(table.game)
    table.game.note_earnings("RCS", 400)
    table.game.note_earnings("CTL", 300)
    late = JUDGEMENT.rounds_left(table.game)
    assert early > late
    table.game.pay("bank", "Ada", table.game.cash("bank") - 700)
    assert 1 <= JUDGEMENT.rounds_left(table.game) < late


def test_a_port_that_no_route_reaches_is_worth_nothing() -> None:
    table = Table().phase("6").start("RCS", cash=100).trains("RCS", "6H").privates(CNM="RCS").operate("RCS")
    uses = [choice for choice in table.game.decision.choices if isinstance(choice, UsePrivate)]
    assert uses
    for use in uses:
        verdict = JUDGEMENT.worth(table.game, "Ada", "RCS", use)
        assert verdict is not None
        assert verdict.money < 0


def with_sms(*tiles: str) -> Table:
    """CTL runs from Palermo, as far as there is track, and may come to the east by sea."""
    table = Table().phase("8").start("CTL").start("AFG", "Bruno").trains("CTL", "10H", "10H").privates(SMS="CTL")
    return table.lay(*tiles).operate("CTL", "track")


def chosen(table: Table) -> Action:
    return KeenBot(Chance("any")).choose(table.game)


def test_sms_is_used_where_trains_would_run_from_a_city_that_no_route_leads_to() -> None:
    table = with_sms("N10 58 2", "L12 78 5", "M13 675 1")
    before = table.game.title.runs.best(table.game, "CTL").revenue
    assert chosen(table) == UsePrivate("SMS")
    table.do(UsePrivate("SMS"))
    assert chosen(table) == Pass(), "a tile would bind the token to its hex"
    table.do(Pass())
    token = chosen(table)
    assert isinstance(token, PlaceToken)
    table.do(token)
    assert table.game.title.runs.best(table.game, "CTL").revenue > before


def test_sms_is_kept_where_there_is_no_track() -> None:
    assert UsePrivate("SMS") in with_sms().game.decision.choices
    assert chosen(with_sms()) != UsePrivate("SMS")
