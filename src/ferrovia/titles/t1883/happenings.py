"""What is worth counting over many games of 1883, by the sentence that tells of it."""

from __future__ import annotations

from ferrovia.engine.flow.events import DealMade, Happening
from ferrovia.engine.flow.title import AGAIN
from ferrovia.titles.t1883 import components

EVENT = "Event: {event}."

HAPPENINGS: dict[str, str | Happening] = {
    **{f"event: {table['name']}": EVENT.format(event=table["name"]) for table in components.sheet("game")["event"]},
    "merger": "FMMSF and FMV merge into SEFTA.",
    "looting": "{player} loots CCFR for {revenue}.",
    "freezing": "CCFR is frozen.",
    "capitalisation": "CCFR becomes a capitalist corporation.",
    "concession bought": "{corporation} buys concession {concession} for {cost}.",
    "concession completed": "{corporation} completes concession {concession} for {bonus}.",
    "concession failed": "{corporation} fails concession {concession}.",
    "concession never bought": "Concession {concession} was never bought and leaves play.",
    "concession removed": "Concession {concession} is joined without an owner and leaves play.",
    "bankruptcy": "{player} is bankrupt.",
    "corporation closed": "{corporation} closes.",
    "corporation launched again": AGAIN + "{player} launches {corporation} at {par}.",
    "presidency changed": "{heir} becomes president of {corporation}.",
    "president adds money": "{president} adds {amount}.",
    "air raid": "{player} bombs hex {hex}.",
    "air raid hit": "The tile on {hex} falls back to {tile}.",
    "air raid, tile lost": "The tile on {hex} is lost.",
    "2G run": "{corporation} rolls {rolled} for its 2G.",
    "2G lost": "The 2G of {corporation} is lost.",
    "2G returned": "A 2G of {corporation} goes back to its box.",
    "anchor": "{corporation} places an anchor on {hex}.",
    "coach": "SARSA places a coach on {hex} for {cost}.",
    "CNP swap": "{player} swaps CNP for 10% of SV.",
    "forced link": "The track between Reggio Emilia and Sassuolo is laid.",
    "accident": "An accident strikes {corporation}.",
    "train lost in war": "{corporation} loses a {train} for {amount}.",
    "strike survived": "{corporation} is spared.",
    "private sold to a corporation": Happening(DealMade, {"thing": "private"}),
    "train sold between corporations": Happening(DealMade, {"thing": "train"}),
    "train discarded": "{corporation} gives its {train} to the bank pool.",
    "bank broken": "The bank has run out of money.",
}
