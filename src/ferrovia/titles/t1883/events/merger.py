"""Section 8.3, told: the merger."""

from __future__ import annotations

from typing import Any

from ferrovia.engine.flow.events import Event
from ferrovia.titles.t1883 import components


class Merged(Event, frozen=True, tag="merged"):
    """Two corporations are one."""

    says = "FMMSF and FMV merge into SEFTA."


class OddShareConverted(Event, frozen=True, tag="odd_share_converted"):
    """A player made a whole share out of an odd one."""

    says = "{player} pays {amount:money} to turn an odd share into 10% of SEFTA."

    player: str
    amount: int


class OddShareGivenUp(Event, frozen=True, tag="odd_share_given_up"):
    """A player let an odd share go."""

    says = "{player} gives up an odd share for {amount:money}."

    player: str
    amount: int


class PresidencyTaken(Event, frozen=True, tag="presidency_taken"):
    """A player had two shares of SEFTA when nobody presided over it."""

    says = "{player} takes the president's certificate of SEFTA."

    player: str


class PresidencySettled(Event, frozen=True, tag="presidency_settled"):
    """The shares are exchanged: whoever has most of them presides."""

    says = "{player} is president of SEFTA."

    player: str


class TokenGivenUp(Event, frozen=True, tag="token_given_up"):
    """SEFTA had more tokens than it may have."""

    says = "SEFTA gives up its token on {hex}."

    hex: str

    def named(self) -> dict[str, Any]:
        return {"hex": components.place(self.hex)}


class TokensReplaced(Event, frozen=True, tag="tokens_replaced"):
    """The tokens of a merged corporation are SEFTA's."""

    says = "Tokens of SEFTA replace those of {corporation}."

    corporation: str


class TokensRemoved(Event, frozen=True, tag="tokens_removed"):
    """SEFTA found no president: the tokens of a merged corporation are nobody's."""

    says = "The tokens of {corporation} leave the map."

    corporation: str


class NeverMerged(Event, frozen=True, tag="never_merged"):
    """The merger was demanded and could not be."""

    says = "SEFTA can no longer be formed."


EVENTS: tuple[type[Event], ...] = (
    Merged,
    OddShareConverted,
    OddShareGivenUp,
    PresidencyTaken,
    PresidencySettled,
    TokenGivenUp,
    TokensReplaced,
    TokensRemoved,
    NeverMerged,
)
