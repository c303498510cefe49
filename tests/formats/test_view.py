"""What players see: everything on the table, and never the seed while the game runs."""

import json
import random
from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ferrovia.engine.flow.auction import Auction, Contest
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.offers import Offer
from ferrovia.engine.flow.operating import OperatingRound
from ferrovia.engine.flow.reading import as_action
from ferrovia.formats.view import choices_view, ranking, said_in, view_for, winners
from ferrovia.saying.voice import ENGLISH
from ferrovia.titles.registry import title
from ferrovia.titles.t18fb.actions import PutUp
from ferrovia.titles.t18fb.political import CardOffer
from tests.formats.records import recorded_walk
from tests.italian import italian
from tests.t18fb.table import Table as SouthernTable
from tests.t1849.table import Table
from tests.walks import new_game, walk

SECRET = "the-secret-seed-of-this-game"


def secret_game(number: int) -> Game:
    return Game(title("1849"), Settings("1849", ("Ada", "Bruno", "Carla"), f"{SECRET}-{number}"))


@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 1000))
def test_the_seed_is_shown_only_when_the_game_is_over(seed: int) -> None:
    game = secret_game(seed)
    for now in walk(game, random.Random(seed)):
        if now.state.number % 7 == 0:
            assert SECRET not in json.dumps(view_for(now))
            assert SECRET not in json.dumps(view_for(now, "Ada"))
            assert SECRET not in json.dumps(choices_view(now))
    assert game.over
    view = view_for(game)
    assert view["seed"] == f"{SECRET}-{seed}"
    assert view["over"]
    assert view["ended_by"].startswith("1849-")
    assert [entry["player"] for entry in view["ranking"]] == [player for player, _ in ranking(game)]


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32), most=st.integers(0, 300), players=st.integers(3, 5))
def test_everything_on_the_table_is_shown_once(seed: int, most: int, players: int) -> None:
    _, game = recorded_walk(seed, most, players)
    view = view_for(game)
    purses = [view["bank"], *(player["cash"] for player in view["players"].values())]
    purses += [corporation["cash"] for corporation in view["corporations"].values()]
    assert sum(purses) == game.title.bank_size
    for name, corporation in view["corporations"].items():
        held = [*corporation["treasury"], *corporation["pool"]]
        for player in view["players"].values():
            held += player["certificates"].get(name, [])
        assert sorted(held) == sorted(game.sizes(name))
    trains = Counter({entry["train"]: entry["left"] for entry in view["trains"]["bank"]})
    trains += Counter(entry["train"] for entry in view["trains"]["pool"])
    trains += Counter(view["trains"]["out"])
    for corporation in view["corporations"].values():
        trains += Counter(corporation["trains"])
    assert trains == Counter(game.title.audit.train_roster(game))
    owned = [name for player in view["players"].values() for name in player["privates"]]
    owned += [name for corporation in view["corporations"].values() for name in corporation["privates"]]
    owned += [name for name, owner in view["privates"].items() if owner == "bank"]
    assert sorted(owned) == sorted(view["privates"])
    assert json.loads(msgspec.json.encode(view)) == json.loads(json.dumps(view))


def test_places_in_stack_line_and_market() -> None:
    _, game = recorded_walk(5, 0)
    state = game.state
    first, second, third, *rest = state.own.line
    state.market = ((first, 3, 5), (second, 2, 8), (third, 3, 5))
    for name in (first, second, third):
        game.hand_over(name, 0, "Ada")
    state.own = msgspec.structs.replace(state.own, line=tuple(rest))
    view = view_for(game)
    assert view["market_order"] == [second, first, third]
    assert [view["corporations"][name]["stack"] for name in (first, second, third)] == [0, 0, 1]
    assert view["corporations"][first]["cell"] == [3, 5]
    assert view["corporations"][first]["price"] == 100
    assert view["corporations"][first]["place_in_line"] is None
    assert [view["corporations"][name]["place_in_line"] for name in rest] == [1, 2]
    assert view["players"]["Ada"]["presidencies"] == [name for name in state.certificates if name not in rest]


def test_only_players_have_a_view_of_their_own() -> None:
    _, game = recorded_walk(5, 3)
    assert view_for(game, "Ada") == view_for(game)
    with pytest.raises(LookupError, match="Nobody is not a player"):
        view_for(game, "Nobody")


def test_a_view_kept_in_english_is_said_in_italian_as_the_game_says_it() -> None:
    """A public copy holds its view in English, and is read where there is no game."""
    say = italian()
    for over in ("", "the bank has run out of money"):
        _, game = recorded_walk(5, 40)
        game.state.over = over
        kept = msgspec.json.decode(msgspec.json.encode(view_for(game)))
        assert said_in(kept, say) == msgspec.json.decode(msgspec.json.encode(view_for(game, language="it")))
        assert said_in(kept, say) != kept
        assert said_in(kept, ENGLISH) == kept


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_every_choice_is_listed_as_an_action_and_as_a_sentence(seed: int) -> None:
    game = secret_game(seed)
    for now in walk(game, random.Random(seed), most=150):
        view = choices_view(now)
        actions = [as_action(now.title, entry["action"]) for entry in view["choices"]]
        assert actions == list(now.decision.choices)
        texts = [entry["text"] for entry in [*view["choices"], *view["ranges"]]]
        assert all(text and "\n" not in text for text in texts)
        assert len(set(texts)) == len(texts)  # two choices never read the same
        for entry, span in zip(view["ranges"], now.decision.ranges, strict=True):
            assert (entry["low"], entry["high"], entry["step"]) == (span.low, span.high, span.step)
            assert f"{span.low}" in entry["text"]
            assert f"{span.high}" in entry["text"]


def test_who_has_left_never_wins() -> None:
    _, game = recorded_walk(5, 3)
    game.state.gone = ("Ada", "Bruno")
    game.state.cash = dict.fromkeys(game.state.cash, 0)
    assert winners(game) == ["Carla"]
    assert ranking(game)[0][0] == "Carla"


def test_an_offer_on_the_table_is_shown_while_it_waits() -> None:
    table = Table().phase("6").start("RCS", "Bruno", cash=300).privates(SCE="Ada").operate("RCS")
    assert view_for(table.game)["offers"] == []
    table.game.push(Offer("private", "SCE", "RCS", "Ada", 25))
    view = view_for(table.game)
    assert view["offers"] == [{"thing": "private", "name": "SCE", "buyer": "RCS", "seller": "Ada", "price": 25}]
    assert view["decides"] == {"player": "Ada", "step": "offer", "corporation": ""}


def test_a_card_offered_and_a_lot_that_is_bid_for_are_shown() -> None:
    table = SouthernTable()
    table.game.push(CardOffer("Falcon", "Ada", "Bruno", 60))
    deal = {"thing": "card", "name": "Falcon", "buyer": "Bruno", "seller": "Ada", "price": 60}
    assert deal in view_for(table.game)["offers"]
    game = new_game(title("18FB"), 1, 3, ())
    while not (offers := view_for(game)["offers"]):
        game.apply(next(choice for choice in game.decision if isinstance(choice, PutUp)))
    lot = offers[0]["name"]
    assert offers == [{"thing": "lot", "name": lot, "buyer": "", "seller": "bank", "price": 0}]
    (bid,) = game.decision.ranges
    bidder = game.decision.player
    game.apply(bid.at(bid.low))
    assert view_for(game)["offers"] == [
        {"thing": "lot", "name": lot, "buyer": bidder, "seller": "bank", "price": bid.low}
    ]


def test_who_has_left_a_contest_has_no_bid_in_it() -> None:
    _, game = recorded_walk(5, 0)
    auction = game.find(Auction)
    assert auction is not None
    bids = (("SCE", "Ada", 30), ("SCE", "Bruno", 35), ("SCE", "Carla", 40), ("CNM", "Ada", 60))
    game.change(msgspec.structs.replace(auction, bids=bids))
    assert len(view_for(game)["bids"]) == 4
    game.push(Contest("SCE", (("Bruno", 35), ("Carla", 40)), 5))
    bidders = [(bid["private"], bid["player"]) for bid in view_for(game)["bids"]]
    assert bidders == [("CNM", "Ada"), ("SCE", "Bruno"), ("SCE", "Carla")]


def test_who_has_had_a_turn_in_the_round_is_shown() -> None:
    table = Table().start("RCS", "Ada").start("CTL", "Bruno").operate("RCS")
    table.game.change(OperatingRound(("CTL", "RCS")))
    assert view_for(table.game)["round"]["done"] == ["CTL"]
