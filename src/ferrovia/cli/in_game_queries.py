"""What a person looks at in the middle of a game: help, lists, tables, a hint. Nothing is changed by it."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from ferrovia.bots.hints import hint, told
from ferrovia.cli import reference
from ferrovia.cli.menu import laying
from ferrovia.cli.position import print_position
from ferrovia.cli.prompt import Ask, Asked
from ferrovia.cli.voice import say, voice
from ferrovia.engine.flow.actions import LayTile
from ferrovia.engine.flow.game import Game
from ferrovia.formats.view import view_for
from ferrovia.saying.message import term
from ferrovia.sitting.sitting import Sitting

HELP = term("""
Type the number or letter of a choice. If it has a price to name you are asked
for it; `3 45` names it at once. Type a hex, a tile or part of a text to see
only what has to do with it. In the turn of a corporation a number is a hex or
a tile, never a choice; C5-E3 is track between two hexes, C5+E3 track that meets
in a stop. While computer players move, Enter lets you step in.

  Enter     the only choice, if there is just one; otherwise the list again
  pass      pass, where you may
  all       the whole list
  show      the whole table: supplies, tiles, trains
  map       the board as text; `map D4` the part around a hex
  market    the share prices
  log       what happened lately; `log 50` more of it
  info X    what a card, train, concession, corporation or hex is and does
  rules X   a clause of the rules, or those about a word
  best X    the best runs of a corporation
  draw      a picture of the board; `draw market`, `draw charters` and others
  hint      what a computer player would choose, and why
  why ...   why something is not allowed: `why buy RSA for 100`
  undo      back to your last choice
  save      write the game to its file; `save FILE` keeps it in another one
  quit      leave; the game can be continued later
""")


def look(console: Console, sitting: Sitting, asked: Asked, ask: Ask, folder: Path) -> None:
    """Show what a word of command asks for; pictures go to the folder."""
    game, rest = sitting.game, asked.rest
    match asked.word:
        case "all":
            ask.print_choices(everything=True)
        case "help":
            console.print(voice().term(HELP).strip("\n"))
        case "show":
            print_position(console, game, view_for(game, language=voice().language))
        case "map":
            reference.print_map(console, game, rest)
        case "market":
            reference.print_market(console, game)
        case "log":
            reference.print_log(console, sitting, rest)
        case "info":
            reference.print_info(console, game, rest)
        case "rules":
            reference.print_rules(console, game, rest)
        case "best":
            reference.print_best(console, game, rest)
        case "draw":
            reference.draw_picture(console, sitting.record, game, rest, folder)
        case "hint":
            _give_hint(console, game)
        case "enough":
            console.print(say("Type `quit` to leave the game."))


def _give_hint(console: Console, game: Game) -> None:
    thought = hint(game)
    if isinstance(thought.action, LayTile):
        words = laying(game, thought.action)
        console.print(say("I would choose: {choice}. {why}", choice=words, why=thought.why))
    else:
        console.print(say(told(game, thought)))
