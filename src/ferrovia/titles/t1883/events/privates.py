"""Section 3, told: private companies."""

from __future__ import annotations

from typing import Any

from ferrovia.engine.flow.events import Event
from ferrovia.titles.t1883 import components


class AnchorPlaced(Event, frozen=True, tag="anchor_placed"):
    """A corporation may call at a port."""

    says = "{corporation} places an anchor on {hex}."

    corporation: str
    hex: str

    def named(self) -> dict[str, Any]:
        return super().named() | {"hex": components.place(self.hex)}


class CnpSwapped(Event, frozen=True, tag="cnp_swapped"):
    """The owner of CNP took a share of SV for it."""

    says = "{player} swaps CNP for 10% of SV."

    player: str
    source: str  # the Initial Offers or the pool


class SvShareFreed(Event, frozen=True, tag="sv_share_freed"):
    """CNP closed without having been swapped."""

    says = "A share of SV goes to the bank pool."


class LinkLaid(Event, frozen=True, tag="link_laid"):
    """The track that belongs to FRV came to the map by itself."""

    says = "The track between Reggio Emilia and Sassuolo is laid."


EVENTS: tuple[type[Event], ...] = (
    AnchorPlaced,
    CnpSwapped,
    SvShareFreed,
    LinkLaid,
)
