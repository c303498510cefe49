"""What somebody is told who plays 1883 or 18FB for the first time: what cards do, why they are asked, what follows."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import parse_qsl

import pytest

from ferrovia.engine.finance.market import Direction
from ferrovia.engine.flow.actions import Accept, Answer, Decline
from ferrovia.engine.flow.decision import Range
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.offers import Offer
from ferrovia.formats.save import Record
from ferrovia.table.page.control import Effect
from ferrovia.table.page.controls.question import question
from ferrovia.table.page.controls.stock import stock
from ferrovia.table.page.effects import effects
from ferrovia.table.page.log import log
from ferrovia.table.page.page import Page
from ferrovia.table.page.tray import Chip, Tray, tray
from ferrovia.table.tables import TABLES
from ferrovia.titles.t18fb import components
from ferrovia.titles.t18fb.actions import OfferPrivate
from ferrovia.titles.t1883.actions import BuyConcession, BuySupport
from ferrovia.titles.t1883.emilia import emilia
from ferrovia.titles.t1883.event_questions import PLAY, SUFFER, Strike
from ferrovia.titles.t1883.revenue import after_events
from tests.t18fb.table import Table as SouthernTable
from tests.web.positions import laid_out, played, scene_of, stored_until, until
from tests.web.turn.crawling import rendered, scene_at

pytestmark = pytest.mark.django_db


def _is_no_train(game: Game) -> bool:
    return not isinstance(game.top, Offer) or game.top.thing == "private"


@pytest.mark.parametrize(("name", "step"), [("18FB", "card offer"), ("1883", "offer")])
def test_who_is_offered_a_card_reads_what_it_does(name: str, step: str) -> None:
    scene = scene_of(laid_out(until(name, step, where=_is_no_train)))
    control = question(scene)
    assert control is not None
    paper = control.parts.paper
    assert paper is not None
    assert paper.power in rendered(scene, "desk").replace("&#39;", "'")
    assert str(paper.face) in rendered(scene, "desk")


def test_an_event_that_asks_something_is_read_beside_the_question() -> None:
    scene = scene_of(laid_out(until("1883", "event")))
    control = question(scene)
    assert control is not None
    revealed = [
        scene.say(event)
        for told in scene.moment.events_since(0)
        for event in told.events or ()
        if type(event).__struct_config__.tag == "card_revealed"
    ]
    assert control.parts.card == revealed[-1]
    assert control.parts.card in rendered(scene, "desk").replace("&#39;", "'")


@pytest.mark.clause("1883-7.0.3", "1883-11.1.3", "1883-6.7.3")
def test_a_strike_says_what_the_run_is_worth_and_where_the_price_goes() -> None:
    """FSF, asked for support against a general strike."""
    table = laid_out(stored_until("1883-four", 110))
    scene = scene_of(table)
    frame = scene.game.top
    assert isinstance(frame, Strike)
    best = scene.title.runs.best(scene.game, frame.asked[0]).revenue
    then = scene.game
    told: tuple[Effect, ...] = ()
    for number, answer in enumerate((PLAY, SUFFER)):
        control = question(scene_of(table, pick={"c": str(number)}))
        assert control is not None
        assert control.chosen is not None
        told = tuple(control.chosen.effects)
        (run,) = [each for each in told if each.what == "Run by track and trains of now"]
        then = scene.game.fork()
        then.apply(Answer(answer))
        assert (run.before, run.after) == (str(best), str(after_events(then, frame.asked[0], best)))
        assert not control.parts.options[number].told  # what it says itself is not said again
    assert emilia(then).effects[frame.asked[0]] == "zero"
    then.move(frame.asked[0], Direction.LEFT)
    falls = [each.after for each in told if each.what == "Then, without a run, its price"]
    assert falls == [str(then.price(frame.asked[0]))] != [str(scene.game.price(frame.asked[0]))]


def test_what_the_next_round_brings_does_not_follow_from_an_answer() -> None:
    """An answer with which a round ends: players are paid for cards when the next one begins, whatever was answered."""
    position = (
        SouthernTable(3).cards(Bayard="Ada").start("FB", "Bruno", at=90).line_done("FB").trains("FB", "PH2", "PH2")
    )
    position.start("LTF", "Ada", at=60, cash=50).line_done("LTF").trains("LTF", "PH2").operate(
        "LTF", "trains", number=2
    )
    game = position.game
    game.push(Offer("train", "PH2", "LTF", "FB", 50))
    assert _ends_the_round(game)
    table = laid_out(Record.of(game, [game.hash()]))
    scene = scene_of(table)
    answers = [choice for choice in game.decision.choices if isinstance(choice, Accept | Decline)]
    control = question(scene_of(table, pick={"c": str(answers.index(Accept()))}))
    assert control is not None
    assert not control.parts.rows  # only the corporations deal
    told = effects(scene, Accept())
    assert scene.say("Your money") not in {effect.what for effect in told}
    assert told[-1].note  # the round that is next


def _ends_the_round(game: Game) -> bool:
    fork = game.fork()
    fork.apply(Accept())
    return not fork.over and fork.state.round != game.state.round


def test_nobody_gives_a_card_away_by_pressing_once() -> None:
    table = laid_out(played("18FB", 4, 17, "2"))
    game = TABLES.now(table).game
    name, owner = next((name, owner) for name, owner in game.state.privates.items() if owner in game.players)
    opened = tray(scene_of(table, owner, pick={"card": name, "o": "0"})).opened
    assert opened is not None
    assert opened.chosen is not None
    face = game.title.box.privates[name].face_value
    assert opened.chosen.price is not None
    assert opened.chosen.named == min(face, opened.chosen.price.high) > 0


def test_the_market_is_shown_where_a_price_on_it_is_asked() -> None:
    scene = scene_of(laid_out(until("1883", "par")))
    assert Page(scene).tabs.has_market
    assert not Page(scene_of(laid_out(until("1883", "auction")))).tabs.has_market


def test_the_map_is_shown_where_a_place_on_it_is_asked_in_a_stock_round() -> None:
    asked = until("18FB", "home", after=500, where=lambda game: game.state.round.kind == "stock")
    scene = scene_of(laid_out(asked))
    assert not Page(scene).tabs.has_market
    assert Page(scene).asks == "map"


def test_many_cards_take_a_second_line() -> None:
    few = Tray(tuple(Chip(str(number), "", "", False, True) for number in range(4)), None, (), None)
    assert not few.is_many
    more = replace(few, chips=(*few.chips, few.chips[0]))
    assert (more.is_many, more.is_most) == (True, False)
    assert replace(more, chips=more.chips * 2).is_most


@pytest.mark.django_db
def test_on_a_small_screen_a_question_has_the_picture_that_it_is_about() -> None:
    trains = laid_out(until("1849", "trains"))
    assert Page(scene_of(trains)).asks == "nothing"  # trains stand on no picture
    assert Page(scene_of(trains)).tabs.view == "question"
    wanted = Page(scene_of(trains, pick={"picture": "map"}))
    assert (wanted.asks, wanted.tabs.view) == ("map", "map")
    other = next(name for name in scene_of(trains).game.state.seats if name != scene_of(trains).decider)
    assert Page(scene_of(trains, other)).asks == ""  # whoever waits looks at the map
    auction = laid_out(until("1883", "auction"))
    priced = next(number for number, each in enumerate(scene_of(auction).choices) if isinstance(each, Range))
    assert Page(scene_of(auction, pick={"c": str(priced)})).asks == "nothing"
    assert Page(scene_of(laid_out(until("1849", "stock")))).asks == ""  # the market is shown


def test_corporations_that_cannot_start_lie_below_all_that_can_be_done() -> None:
    """Regionals and nationals are not among them: nobody ever starts those."""

    def is_told(game: Game) -> bool:
        control = stock(scene_at(game))
        return control is not None and bool(control.parts.later)

    table = laid_out(until("18FB", "stock", where=is_told))
    control = stock(scene_of(table))
    assert control is not None
    later = control.parts.later
    assert later
    assert not any(row.starts or row.buys for row in later)
    names = {row.corporation for row in control.parts.rows} | {row.corporation for row in later}
    formed = {*components.regionals(), *components.nationals()}
    assert names == set(TABLES.now(table).game.state.certificates) - formed
    assert not control.parts.is_asked_later
    refused = later[0].refused
    assert refused is not None
    asked = stock(scene_of(table, pick=dict(parse_qsl(refused.ask.lstrip("?")))))
    assert asked is not None
    assert asked.parts.is_asked_later  # then they are in sight


def test_a_concession_tells_what_it_asks_and_brings() -> None:
    table = laid_out(until("1883", "stock", after=82))
    listed = scene_of(table).choices
    number = next(place for place, choice in enumerate(listed) if isinstance(choice, BuyConcession))
    control = stock(scene_of(table, pick={"c": str(number)}))
    assert control is not None
    assert control.chosen is not None
    whats = [effect.what for effect in control.chosen.effects]
    assert {"Bonus once they are joined", "Time for it", "Penalty if it fails"} <= set(whats)
    assert len(control.marks.hexes) >= 3
    support = next(place for place, choice in enumerate(listed) if isinstance(choice, BuySupport))
    control = stock(scene_of(table, pick={"c": str(support)}))
    assert control is not None
    assert control.chosen is not None
    assert "Support" in {effect.what for effect in control.chosen.effects}


def test_cards_between_players_are_logged_as_theirs() -> None:
    record = until("18FB", "card offer", after=60)
    scene = scene_of(laid_out(record))
    assert isinstance(record.actions[-1], OfferPrivate)
    line = next(line for chapter in log(scene).chapters for line in chapter.lines if line.number == scene.number)
    assert not line.corporation
    assert line.player


def test_support_that_an_answer_takes_is_counted() -> None:
    table = laid_out(until("1883", "event"))
    game = TABLES.now(table).game
    numbers = range(len(game.decision.choices))
    counts = []
    for number in numbers:
        control = question(scene_of(table, pick={"c": str(number)}))
        assert control is not None
        assert control.chosen is not None
        counts.append(sum(effect.what == "Support" for effect in control.chosen.effects))
    assert sorted(counts) == [0, 1]


def test_what_a_title_asks_by_a_rule_of_its_own_is_told_with_the_rule() -> None:
    for language in ("en", "it"):
        scene = scene_of(laid_out(until("18FB", "merger")), language=language)
        control = question(scene)
        assert control is not None
        text, clause = control.parts.rule
        assert text in rendered(scene, "desk").replace("&#39;", "'")
        assert f">{clause}</a>" in rendered(scene, "desk")
