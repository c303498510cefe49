"""What a player looks up in the middle of a game: map, market, log, what a card does, rules, best runs, a picture."""

from __future__ import annotations

import os
import webbrowser
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.text import Text

from ferrovia.cli.rules import print_entries
from ferrovia.cli.running import print_runs, runs_report
from ferrovia.cli.serving import has_browser
from ferrovia.cli.speaking import hanging
from ferrovia.cli.text_map import text_map
from ferrovia.cli.voice import say, voice
from ferrovia.engine.finance.certificates import OFFER, POOL
from ferrovia.engine.finance.market import NO_SPACE
from ferrovia.engine.flow.game import Game
from ferrovia.formats.files import FileTrouble, why_not, write_whole
from ferrovia.formats.hexes import hex_words
from ferrovia.formats.rulebook import rulebook
from ferrovia.formats.save import Record
from ferrovia.formats.searching import search
from ferrovia.saying.message import Message
from ferrovia.saying.troubles import UnknownTrouble
from ferrovia.sitting.sitting import Sitting

LATELY = 20  # actions that the log tells unasked
_MOST_FOUND = 8  # clauses that a word of the rules may find
_CELL = 4  # letters of a space of the market


def print_map(console: Console, game: Game, around: str) -> None:
    hex_id = hex_named(game, around)
    if around and not hex_id:
        console.print(say("There is no hex {name}.", name=around))
        return
    for line in text_map(game, hex_id):
        console.print(line, soft_wrap=True)
    if hex_id:
        console.print(_hex_told(game, hex_id))


def hex_named(game: Game, name: str) -> str:
    """The hex that somebody means by a name, however it is written; nothing where there is none."""
    board = game.title.box.board
    if not name or name in board.hexes:
        return name
    wanted = name.casefold()
    return next((hex.id for hex in board.hexes.values() if wanted in (hex.id.casefold(), hex.name.casefold())), "")


def _hex_told(game: Game, hex_id: str) -> str:
    words = hex_words(game, hex_id)
    facts: list[Message] = [words.lies, *words.stops, *words.notes]
    if words.ways:
        facts.append(Message("track to {hexes:and}", hexes=words.ways))
    return say("{place}: {facts:;}.", place=game.title.box.board.place(hex_id), facts=facts)


# The market


def print_market(console: Console, game: Game) -> None:
    """The prices as they are printed, those with tokens marked; then the tokens in the order of operation."""
    market = game.title.box.market
    taken = {(row, column) for _, row, column in game.state.market}
    for row, prices in enumerate(market.rows):
        line = Text(no_wrap=True)
        for column, price in enumerate(prices):
            cell = (row, column)
            words = "" if price == NO_SPACE else f"{price}{'*' if cell in taken else ' '}"
            line.append(f"{words:>{_CELL}}"[-_CELL:], "bold reverse" if cell in taken else None)
        line.rstrip()
        console.print(line, soft_wrap=True)
    order = [
        Message("{corporation} {price:money}", corporation=name, price=game.price(name)) for name in game.market_order()
    ]
    if order:
        console.print(say("In the order of operation: {corporations}.", corporations=order))
    else:
        console.print(say("No corporation has been started."))


# What happened


def print_log(console: Console, sitting: Sitting, count: str) -> None:
    lately = int(count) if count.isdecimal() and len(count) < 9 else LATELY
    for told in sitting.events_since(sitting.number - lately):
        words = " ".join(say(event) for event in told.events or ())
        if words:
            hanging(console, f"{told.number:4}  ", words, "dim")
    if not sitting.number:
        console.print(say("Nothing has happened yet."))


# What something is


def print_info(console: Console, game: Game, name: str) -> None:
    """A private company, a card, a concession, a train, a corporation, a hex: whatever has the name."""
    if not name:
        console.print(say("Type `info` and the name of a card, train, concession, corporation or hex."))
        return
    found = [*_corporations(game, name), *_trains(game, name)]
    found += _cards(game, name, " ".join(found))
    hex_id = hex_named(game, name)
    if hex_id:
        found.append(_hex_told(game, hex_id))
    for text in found or [say("Nothing here is called {name}.", name=name)]:
        console.print(text)


def _corporations(game: Game, name: str) -> Iterator[str]:
    from ferrovia.drawing.charters import charter_words, home_words
    from ferrovia.drawing.edition import edition_of

    edition = edition_of(game.title, voice().language)
    for company, table in edition.companies.items():
        if not _is_named(name, company, table["name"]):
            continue
        words = [home_words(edition, table), charter_words(edition, table)]
        yield _sentences(say("{name} ({full})", name=company, full=table["name"]), words)
        president = game.president(company) if game.is_started(company) else ""
        if president:
            holders = dict.fromkeys(game.holders(company))
            places = {POOL: say("Pool"), OFFER: say("Offer"), company: say("Treasury")}
            stock = [f"{places.get(holder, holder)} {game.percent(company, holder)}%" for holder in holders]
            yield say("President: {president}. Stock: {stock}.", president=president, stock=stock)


def _trains(game: Game, name: str) -> Iterator[str]:
    from ferrovia.drawing.edition import edition_of
    from ferrovia.drawing.trains import runs

    edition = edition_of(game.title, voice().language)
    for train, table in edition.trains.items():
        if not _is_named(name, train):
            continue
        words = [say("costs {cost:money}", cost=table["cost"]), runs(table, edition)]
        if table.get("eliminated_by"):
            words.append(say("eliminated by the first {train}", train=table["eliminated_by"]))
        yield f"{say('{train} train', train=train)}: {'; '.join(word for word in words if word)}."


def _cards(game: Game, name: str, told: str) -> Iterator[str]:
    """Cards of a name; what has been told of their company is not told again."""
    from ferrovia.drawing.cards import sections
    from ferrovia.drawing.edition import edition_of

    for cards in sections(edition_of(game.title, voice().language)).values():
        for card in cards:
            number = f"{card.kind} {card.number}" if card.number else card.kind
            if not _is_named(name, card.id, card.heading, card.number, number):
                continue
            facts = [f"{label} {value}" for label, value in card.facts]
            lines = ["; ".join(" - ".join(stops) for stops in card.to_build)]
            words = [] if card.words in told else [card.words]
            yield _sentences(f"{number}, {card.heading}", [*facts, *lines, *words])


def _is_named(name: str, *names: str) -> bool:
    return name.casefold() in {each.casefold() for each in names if each}


def _sentences(head: str, parts: list[str]) -> str:
    told = [part if part.endswith(".") else f"{part}." for part in parts if part]
    return f"{head}. {' '.join(told)}".strip()


# Rules


def print_rules(console: Console, game: Game, name: str) -> None:
    """A clause, a ruling or a section by its id, or the clauses about a word."""
    book = rulebook(game.title.name, voice().language)
    if not name:
        console.print(say("Type `rules` and a clause, such as those in brackets behind a refusal, or a word."))
        return
    try:
        print_entries(console, book, book.find(name))
        return
    except UnknownTrouble:
        pass
    texts = [f"{clause.topic}: {clause.rule}" for clause in book.clauses]
    topics = [clause.topic for clause in book.clauses]
    found = [*dict.fromkeys((*search(topics, name), *search(texts, name)))]
    if not found:
        console.print(say("No rule is about '{word}'.", word=name))
    for place in found[:_MOST_FOUND]:
        clause = book.clauses[place]
        console.print(f"{clause.id}  {clause.topic}: {clause.rule}")
    if len(found) > _MOST_FOUND:
        console.print(say("... and {left} more: name another word too.", left=len(found) - _MOST_FOUND))


# Trains and pictures


def print_best(console: Console, game: Game, name: str) -> None:
    wanted = name or game.top.corporation_of(game)
    company = next((each for each in game.state.certificates if each.casefold() == wanted.casefold()), "")
    if not company:
        console.print(say("Type `best` and a corporation: {known}.", known=list(game.state.certificates)))
        return
    print_runs(console, runs_report(game, company), game.title.currency)


def draw_picture(console: Console, record: Record, game: Game, words: str, folder: Path) -> None:
    """`draw`, `draw market` or `draw board FILE`: a picture beside the game, and on the screen if there is one."""
    from ferrovia.drawing.edition import edition_of
    from ferrovia.drawing.export import ExportTrouble, format_of, png, standalone
    from ferrovia.drawing.history import HistoryTrouble
    from ferrovia.drawing.palette import THEMES
    from ferrovia.drawing.pictures import PIECES, Subject, drawn

    what, _, name = words.partition(" ")
    what = what or "board"
    if what not in PIECES:
        console.print(say("There is no picture '{what}': there are {known}.", what=what, known=list(PIECES)))
        return
    path = Path(name.strip()) if name.strip() else folder / f"{what}.svg"
    subject = Subject(edition_of(game.title, voice().language), THEMES["light"], game, record=record)
    try:
        form = format_of(path)
        if form == "pdf":
            console.print(say("Here a picture is .svg or .png; `ferrovia draw` also writes .pdf."))
            return
        if name and path.exists():
            console.print(say("{path} already exists: choose another name.", path=str(path)))
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, png(drawn(what, subject), None) if form == "png" else standalone(drawn(what, subject)))
    except (ExportTrouble, HistoryTrouble, FileTrouble) as trouble:
        console.print(say(trouble))
        return
    except OSError as error:
        console.print(say("{path} cannot be written: {reason:term}.", path=str(path), reason=why_not(error)))
        return
    console.print(say("The picture is in {path}.", path=str(path)))
    if has_browser(os.environ):
        webbrowser.open(path.resolve().as_uri())
