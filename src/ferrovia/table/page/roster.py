"""The roster: the players as heads of the ledger's columns, and what cards lie with whom."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.drawing.cards import Card, sections
from ferrovia.engine.flow.state import BANK
from ferrovia.saying.message import Message
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition
from ferrovia.table.page.time import in_the_ledger

CONCESSION, REGIONAL = "concession-", "regional-"  # how names of such cards begin


@dataclass(frozen=True)
class Head:
    """A player: shape, name, cash, worth, certificates of the limit, priority."""

    name: str
    place: int  # the seat, from which the shape comes
    cash: int
    worth: int
    certificates: int
    limit: int
    has_priority: bool
    is_mine: bool
    is_gone: bool
    owed: tuple[tuple[str, int], ...] = ()  # what is taken off the worth, and why
    time: Message | None = None  # what is left of their time, or why it rests
    time_state: str = ""  # late, short, rest, computer


@dataclass(frozen=True)
class Owned:
    """A card and whose it is; nobody's where the owner is empty."""

    card: Card
    owner: str
    place: int  # the owner's mark; -1 for a corporation or nobody
    is_mine: bool
    grant: str = ""  # a concession that the map can show
    private: str = ""  # a private company, which can be asked about
    company: str = ""  # ... as can a company of one owner


@dataclass(frozen=True)
class Group:
    """Cards of one kind."""

    kind: str
    cards: tuple[Owned, ...]


def heads(scene: Scene) -> tuple[Head, ...]:
    view = scene.view
    times = {name: scene.time.of(name) if scene.time is not None else None for name in view["players"]}
    return tuple(
        Head(
            name=name,
            place=scene.mark(name),
            cash=facts["cash"],
            worth=facts["worth"],
            certificates=facts["certificate_count"],
            limit=facts["certificate_limit"],
            has_priority=facts["priority"],
            is_mine=name in scene.players,
            is_gone=name in view["gone"],
            owed=tuple(scene.face.owed(scene, name)),
            time=in_the_ledger(times[name]),
            time_state=getattr(times[name], "state", ""),
        )
        for name, facts in view["players"].items()
    )


def roster(scene: Scene) -> tuple[Group, ...]:
    """Private companies and other cards that are in the game, with their owners."""
    printed, owners = edition(scene), _owners(scene)
    found = []
    for kind, cards in sections(printed).items():
        owned = tuple(_owned(scene, card, owners[card.id]) for card in cards if card.id in owners)
        if owned:
            found.append(Group(printed.word(kind), owned))
    return tuple(found)


def _owners(scene: Scene) -> dict[str, str]:
    """Whose each card is, under the name that the cards have."""
    game, companies = scene.game, edition(scene).companies
    taken = {f"{CONCESSION}{name}": owner for name, owner in game.title.seen.concessions(game).items()}
    regionals = {
        f"{REGIONAL}{name}": game.president(name)
        for name in game.state.certificates
        if companies.get(name, {}).get("kind") == "regional" and scene.view["corporations"][name]["president"]
    }
    return {**game.state.privates, **taken, **regionals}


def _owned(scene: Scene, card: Card, owner: str) -> Owned:
    known = "" if owner == BANK else owner
    name = card.id.removeprefix(CONCESSION).removeprefix(REGIONAL)
    found = scene.face.grant(scene, name)
    grant = found.name if found is not None else ""
    private = card.id if card.id in scene.title.box.privates else ""
    company = name if card.id.startswith(REGIONAL) else ""
    return Owned(card, known, scene.mark(known), known in scene.players, grant, private, company)
