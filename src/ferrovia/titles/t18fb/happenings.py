"""What is worth counting over many games of 18FB, by the sentence that tells of it."""

from __future__ import annotations

from ferrovia.engine.flow.events import DealMade, Happening
from ferrovia.engine.flow.title import AGAIN
from ferrovia.titles.t18fb import bankruptcy, building, concessions, nationals, unification

HAPPENINGS: dict[str, str | Happening] = {
    "card unsold": "Nobody bids for {lot}.",
    "card sold between players": "{buyer} buys {card} from {seller} for {price}.",
    "concession taken": "{player} takes the concession of {corporation} for {due}.",
    "concession withdrawn": "The concession of {company} is withdrawn: it is frozen.",
    "concession taken again": AGAIN + "{player} takes the concession of {corporation} for {due}.",
    **{f"{state.value} to frozen": text for state, text in concessions.FROZEN_FROM.items()},
    **{f"frozen to {state.value}": text for state, text in concessions.BACK_TO.items()},
    **{f"{state.value} at Unification": text for state, text in unification.FINDS.items()},
    "Riseis": "{player} uses {card}: half of the deposit is due.",
    "Melisurgo": "{card} raises the secured interest of {company}.",
    "Falcon": "{card} favours {company} in the papal enclaves.",
    **{f"Bourbon token of {card}": text for card, text in building.REPLACES_BOURBON.items()},
    **{f"deposit lowered by {card}": text for card, text in concessions.LOWER_DEPOSIT.items()},
    "interest paid": "{holder} receives {amount} of secured interest.",
    "interest lost": "{company} has not used all its tile steps: no interest is paid.",
    "line built": "{company} builds a line to {place} for {cost} and takes {markers} markers.",
    "building to provisional": "{company} has reached its intermediate destination.",
    "to definitive": "{company} has reached its final destination.",
    "deposit refunded": "{player} gets back {amount} of the deposit on {company}.",
    "deposit lost to Unification": "The deposit of {amount} on {company} is lost.",
    "Garibaldi": "By Garibaldi's authority {heir} is president of {company}.",
    "presidency changed": "{heir} becomes president of {corporation}.",
    "train withered": "An unsold {train} train is removed.",
    "president adds money": "{president} adds {amount}.",
    "bankruptcy before PH5": bankruptcy.BEFORE_UNIFICATION,
    "bankruptcy from PH5": bankruptcy.AFTER_UNIFICATION,
    "company closed": "{company} closes.",
    "full capital": "{company} floats with full capital of {amount}.",
    "SFM home": "SFM makes its home on {hex}.",
    "regional sold": "{name} belongs to {player} for {price}, with {cash} in its treasury.",
    "regional waits": "The token of {name} waits beside its home.",
    "regional bonus": "{name} is joined to {place}: {owner} receives {amount}.",
    "national formed": "{national} is formed out of {first} and {second}.",
    "floated company merged": nationals.JOINS,
    "unfloated company merged": nationals.JOINS_UNFLOATED,
    "closed company merged": nationals.JOINS_CLOSED,
    "lease": "{national} leases a {train}.",
    "lease repaid": "{national} pays {owed} for its leased train.",
    "regional acquired": "{company} acquires {regional} from {owner} for {cost}.",
    "train sold between companies": Happening(DealMade, {"thing": "train"}),
    "bank broken": "The bank has run out of money.",
}
