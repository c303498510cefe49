"""Cards of papers: a corporation, a train, a private company."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.board.board import hex_of
from ferrovia.engine.flow.actions import BuyPrivate, BuyShare, BuyTrain, SellShares, Start, UsePrivate
from ferrovia.engine.flow.facts.papers import (
    CorporationFacts,
    PrivateFacts,
    TrainFacts,
    corporation_facts,
    private_facts,
    train_facts,
)
from ferrovia.engine.flow.state import BANK, OUT
from ferrovia.table.page.asking.card import (
    AskCard,
    CardLink,
    Fact,
    ask_link,
    asker,
    kinds_of,
    not_of_kind,
    of_kind,
    verdict,
    verdicts,
)
from ferrovia.table.page.charters import charter_card
from ferrovia.table.page.roster import roster
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition


def corporation_card(scene: Scene, name: str) -> AskCard | None:
    if name not in scene.game.state.certificates:
        return None
    say, facts = scene.say, corporation_facts(scene.game, name, asker(scene))
    charter = charter_card(scene, name)
    home = f"{charter.home}." if charter and charter.home and not charter.sheet else ""
    printed = (home, charter.words) if charter else ()
    company = edition(scene).companies.get(name, {})
    own = not_of_kind(facts.choices, Start, BuyShare, SellShares)
    return AskCard(
        charter.kind if charter else say("Corporation"),
        company.get("name") or name,
        facts=tuple(_of_corporation(scene, facts)),
        told=tuple(filter(None, [*printed, *scene.face.told_of_corporation(scene, name)])),
        verdicts=verdicts(
            verdict(scene, Start.deed, of_kind(facts.choices, Start), facts.no_start),
            verdict(scene, BuyShare.deed, of_kind(facts.choices, BuyShare), facts.no_purchase),
            verdict(scene, SellShares.deed, of_kind(facts.choices, SellShares), facts.no_sale),
            *(verdict(scene, kind.deed, of_kind(own, kind), None) for kind in dict.fromkeys(kinds_of(own))),
        ),
        whose=scene.decider,
        words=tuple(
            ask_link(scene, say.term(word), "word", key)
            for word, key in (("President", "president"), ("Certificate", "certificate"), ("Market", "market"))
        ),
        corporation=name,
        sheet=charter.sheet if charter else None,
    )


def _of_corporation(scene: Scene, facts: CorporationFacts) -> Iterator[Fact]:
    say = scene.say
    if set(scene.game.holders(facts.corporation)) <= {OUT}:
        yield Fact(say("Stands"), say("closed"))
    elif not facts.is_started:
        yield Fact(say("Stands"), say("not started"))
    else:
        yield Fact(say("President"), facts.president)
        if facts.price:
            yield Fact(say("Price"), say("{price:money}", price=facts.price))
        yield Fact(say("Treasury"), say("{cash:money}", cash=facts.treasury))
    if facts.trains:
        yield Fact(say("Trains"), links=tuple(_train(scene, train) for train in facts.trains))
    places = dict.fromkeys(hex_of(stop) for stop in facts.stations)
    if places:
        yield Fact(say("Stations"), links=tuple(ask_link(scene, scene.place(each), "hex", each) for each in places))
    if facts.tokens:
        yield Fact(say("Tokens"), say("{n} left", n=facts.tokens))
    if facts.holders:
        held = [_held(scene, holder, percent) for holder, percent in facts.holders if percent]
        yield Fact(say("Stock"), say("{held}", held=held))


def _held(scene: Scene, holder: str, percent: int) -> str:
    return scene.say("{holder} {percent}%", holder=scene.say.term(holder), percent=percent)


def _train(scene: Scene, train: str) -> CardLink:
    return ask_link(scene, scene.face.train_label(train), "train", train)


# Trains


def train_card(scene: Scene, train: str) -> AskCard | None:
    if train not in scene.title.box.trains:
        return None
    say, facts = scene.say, train_facts(scene.game, train, asker(scene))
    return AskCard(
        say("Train"),
        scene.face.train_label(train),
        facts=tuple(_of_train(scene, facts)),
        told=tuple(scene.face.told_of_train(scene, train)),
        verdicts=verdicts(verdict(scene, BuyTrain.deed, of_kind(facts.choices, BuyTrain), facts.refusal)),
        whose=scene.game.top.corporation_of(scene.game) or scene.decider if not scene.game.over else "",
        words=tuple(
            ask_link(scene, say.term(word), "word", key)
            for word, key in (("Phase", "phase"), ("Rust", "rust"), ("Emergency", "emergency"))
        ),
    )


def _of_train(scene: Scene, facts: TrainFacts) -> Iterator[Fact]:
    say = scene.say
    yield Fact(say("Price"), say("{price:money}", price=facts.cost))
    endless = facts.train in scene.title.audit.endless_trains
    left = say("without end") if endless else say("{n} left", n=facts.left)
    yield Fact(say("Bank"), say("{left}, on sale", left=left) if facts.is_on_sale else left)
    if facts.owners:
        yield Fact(
            say("Owned by"),
            links=tuple(
                ask_link(scene, f"{owner} ×{count}" if count > 1 else owner, "corporation", owner)
                for owner, count in facts.owners
            ),
        )
    if facts.begins:
        yield Fact(say("Begins"), say("phase {phase}", phase=facts.begins))
    rusts = say("in phase {phase}", phase=facts.eliminated_in) if facts.eliminated_in else say("never")
    yield Fact(say("Leaves the game"), rusts)


# Private companies


def private_card(scene: Scene, private: str) -> AskCard | None:
    if private not in scene.title.box.privates:
        return None
    say, facts = scene.say, private_facts(scene.game, private, asker(scene))
    printed = next((one.card for group in roster(scene) for one in group.cards if one.card.id == private), None)
    return AskCard(
        say("Private company"),
        facts.name if facts.name == private else f"{private}, {facts.name}",
        facts=tuple(_of_private(scene, facts)),
        told=tuple(filter(None, [printed.words if printed else "", *scene.face.told_of_private(scene, private)])),
        verdicts=verdicts(
            verdict(scene, BuyPrivate.deed, not_of_kind(facts.choices, UsePrivate), facts.refusal),
            verdict(scene, UsePrivate.deed, of_kind(facts.choices, UsePrivate), facts.no_use),
        ),
        whose=scene.game.top.corporation_of(scene.game) or scene.decider if not scene.game.over else "",
        words=(ask_link(scene, say("Private company"), "word", "private"),),
    )


def _of_private(scene: Scene, facts: PrivateFacts) -> Iterator[Fact]:
    say = scene.say
    if not facts.owner:
        yield Fact(say("Owner"), say("closed"))
    else:
        yield Fact(say("Owner"), say("nobody’s yet") if facts.owner == BANK else facts.owner)
    if facts.face_value:
        yield Fact(say("Face value"), say("{price:money}", price=facts.face_value))
    if facts.revenue:
        yield Fact(say("Revenue a round"), say("{price:money}", price=facts.revenue))
    if facts.prices:
        low, high = facts.prices
        yield Fact(say("Sold to a corporation"), say("for {low:money} to {high:money}", low=low, high=high))
    elif facts.owner and facts.sold_from:
        yield Fact(say("Sold to a corporation"), say("from phase {phase} on", phase=facts.sold_from))
    if facts.owner and facts.closes_in:
        yield Fact(say("Closes"), say("in phase {phase}", phase=facts.closes_in))
