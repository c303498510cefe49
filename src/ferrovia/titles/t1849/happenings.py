"""What is worth counting over many games of 1849, by the sentence that tells of it."""

from __future__ import annotations

from ferrovia.engine.flow.events import DealMade, Happening
from ferrovia.engine.flow.title import AGAIN

HAPPENINGS: dict[str, str | Happening] = {
    "earthquake": "An earthquake destroys Messina.",
    "token lost on Messina": "{corporation} loses its token on Messina.",
    "corporation closed": "{corporation} closes.",
    "corporation started again": AGAIN + "{player} starts {corporation} at {price}.",
    "president adds money": "{president} adds {amount}.",
    "train not paid": "{president} cannot raise the money for a train.",
    "loan": "{player} takes a loan of {amount}.",
    "player left": "{player} leaves the game.",
    "presidency changed": "{heir} becomes president of {corporation}.",
    "Garibaldi put aside": "Garibaldi is put aside: none of its cities has a vacant space.",
    "Garibaldi back": "Garibaldi has a vacant space again and joins the line at the next stock round.",
    "private sold to a corporation": Happening(DealMade, {"thing": "private"}),
    "private for nothing": "{player} must take {private} for nothing.",
    "train sold between corporations": Happening(DealMade, {"thing": "train"}),
    "train discarded": "{corporation} gives its {train} to the bank pool.",
    "bonus token": "{corporation} puts the bonus token on {hex}.",
    "SMS used": "{corporation} uses SMS.",
    "stock bought back": "{corporation} buys back {percent}% of its stock for {cost}.",
    "token sold between corporations": Happening(DealMade, {"thing": "token"}),
    "bond issued": "{corporation} issues its bond for {amount}.",
    "bond repaid": "{corporation} repays its bond for {amount}.",
    "interest not paid": "{president} cannot raise the money for the interest.",
    "bond due at a closing": "{president} owes {missing} for the bond of {corporation}.",
    "bond written off": "{player} pays {paid}; {rest} of the bond of {corporation} is written off.",
    "E token": "{corporation} buys an E token for {price}.",
    "bank broken": "The bank has run out of money.",
}
