"""What a charter tells at the table: the line of a concession, what a regional pays, how a national is made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ferrovia.engine.finance.certificates import POOL
from ferrovia.table.page.charters import printed_words
from ferrovia.table.page.grants import Grant
from ferrovia.table.page.inset import Inset
from ferrovia.table.page.scene import Scene
from ferrovia.table.page.stage import edition
from ferrovia.titles.t18fb import components, earnings, regionals
from ferrovia.titles.t18fb.acquisitions import MAY_BE_ACQUIRED, price
from ferrovia.titles.t18fb.components import company_table
from ferrovia.titles.t18fb.dividends import shareholders_half
from ferrovia.titles.t18fb.nationals import OLD_FOR_ONE
from ferrovia.titles.t18fb.south import SFM, has_come, is_bourbon_age, is_national, is_regional, south
from ferrovia.titles.t18fb.table.sheets import Stop, line_grant, place_name, rises, sheet, steps_of

NATIONALS_FORM = "rm_forms"  # 3.7.1.1; the other one forms in the same phase


@dataclass(frozen=True)
class Term:
    """One line of what a company may do, costs or brings."""

    name: str
    value: str
    note: str = ""


@dataclass(frozen=True)
class CharterParts:
    """The charter of a company that has no line to build."""

    edition: object  # for the plates
    company: str
    name: str
    words: str  # what is printed of it
    stops: tuple[Stop, ...]  # its home, and where its owner is paid
    terms: tuple[Term, ...]
    told: tuple[str, ...]


def charter_sheet(scene: Scene, company: str) -> Inset | None:
    """What a charter tells of a company as it stands; nothing once the company is gone."""
    if company in south(scene.game).gone:
        return None
    if is_bourbon_age(scene.game) and company in south(scene.game).concessions:
        return Inset("t18fb/line_charter.html", sheet(scene, company))
    return Inset("t18fb/charter.html", charter_parts(scene, company))


def charter_parts(scene: Scene, company: str) -> CharterParts:
    tell = _regional if is_regional(company) else _national if is_national(company) else _major
    told = [*tell(scene, company)]
    return CharterParts(
        edition(scene),
        company,
        company_table(company)["name"],
        printed_words(scene, company),
        tuple(_stops(scene, company)) if is_regional(company) else (),
        tuple(each for each in told if isinstance(each, Term)),
        tuple(each for each in told if isinstance(each, str)),
    )


def grant(scene: Scene, name: str) -> Grant | None:
    """The line of a concession on the map, or the places of a regional; None for what has none."""
    if name in south(scene.game).gone:
        return None
    if is_regional(name):
        return _regional_grant(scene, name)
    if is_bourbon_age(scene.game) and name in south(scene.game).concessions:
        return line_grant(scene, name)
    return None


def _regional_grant(scene: Scene, company: str) -> Grant:
    """The home of a regional and the places for which its owner is paid, on the map."""
    parts, table = charter_parts(scene, company), company_table(company)
    hexes = (table["home"], *(each["place"] for each in table["historical"]))
    tags = (scene.say("home"), *(scene.say("{cash:money}", cash=stop.refund) for stop in parts.stops[1:]))
    label = scene.say("Places of {company}", company=company)
    return Grant(company, label, hexes, Inset("t18fb/regional.html", parts), tags)


# 3.6.2, 3.6.3 Regional companies


def _stops(scene: Scene, company: str) -> Iterator[Stop]:
    """3.6.3.12, 3.6.3.13: its home, and the places for which its owner is paid once each is joined to it."""
    say, table, own = scene.say, company_table(company), south(scene.game)
    waits = company in own.waiting
    yield Stop(
        "",
        place_name(scene, table["home"]),
        bool(scene.game.state.stations[company]),
        0,
        say("home, its token waits for a free slot") if waits else say("home"),
    )
    for number, each in enumerate(table["historical"], 1):
        is_paid = (company, each["place"]) in own.bonuses
        words = say("paid") if is_paid else say("once joined, on a brown tile") if each["brown"] else say("once joined")
        yield Stop(str(number), place_name(scene, each["place"]), is_paid, each["cash"], words)


def _regional(scene: Scene, company: str) -> Iterator[Term | str]:
    game, say = scene.game, scene.say
    holder = game.holders(company)[0]
    value = regionals.nominal_value(company)
    if holder not in game.players:
        where = (
            say("in the bank pool, bought in a stock round") if holder == POOL else say("sold in the regional round")
        )
        yield Term(say("Price"), say("from {price:money}", price=value), where)
    found = earnings.earnings(game, company).total
    paid = shareholders_half(found)
    note = say("{paid:money} to its owner, {kept:money} to its treasury", paid=paid, kept=found - paid)
    yield Term(say("Would earn now"), say("{earned:money}", earned=found), note if found else "")
    yield Term(say("Trains"), say("its own kind"), say("one a turn at most, none is needed"))
    yield say("Ports and areas off the map do not count for it.")
    if has_come(game, MAY_BE_ACQUIRED):
        if holder in game.players:
            text = "A company with a line to its home may acquire it for {price:money}, paid to its owner."
            yield say(text, price=price(game, company))
    else:
        text = (
            "From phase {phase} a company with a line to its home may acquire it for {value:money} and what it"
            " would earn."
        )
        yield say(text, phase=components.phase_of(MAY_BE_ACQUIRED), value=value)


# 3.7 National companies


def _national(scene: Scene, company: str) -> Iterator[Term | str]:
    game, say, table, own = scene.game, scene.say, company_table(company), south(scene.game)
    if game.is_started(company):
        merged = [name for name in table["merges"] if name in own.gone and name not in own.closed]
        if merged:
            yield Term(say("Formed of"), say("{names:and}", names=merged))
    else:
        phase = components.phase_of(NATIONALS_FORM)
        yield Term(say("Forms"), say("in phase {phase}", phase=phase), say("of two companies, in any case"))
        yield Term(say("Candidates"), say("asked from the dearest down"))
        yield Term(say("Price"), say("the higher of the two"))
        yield Term(say("Exchange"), say("{n} old shares for a new one", n=OLD_FOR_ONE))
    if company in own.leases:
        text = (
            "It owes {owed:money} for its leased train: until that is paid it keeps its earnings, and its price does"
            " not fall for it."
        )
        yield say(text, owed=own.leases[company])


# Majors without a concession


def _major(scene: Scene, company: str) -> Iterator[Term | str]:
    """3.6.9: those that start without a concession, and all from the Unification on."""
    game, say = scene.game, scene.say
    yield Term(say("Tile steps"), str(steps_of(game, company)))
    if company == SFM:
        yield say("Its first president picks any city with an empty slot as its home.")
    elif places := rises(scene, company):
        yield Term(say("A row up"), say("{places:or}", places=places), say("for its token there"))
    if company not in game.state.floated and not is_bourbon_age(game):
        floating = components.sheet("game")["floating"]
        text = "It floats once {percent}% are sold, with {times} times its start price; the rest goes to the pool."
        yield say(text, percent=floating["percent"], times=floating["capital"])
