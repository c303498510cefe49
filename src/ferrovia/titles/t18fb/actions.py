"""Actions that only 18FB has: putting up cards, concessions, lines, offers of cards and acquisitions."""

from __future__ import annotations

from ferrovia.engine.flow.actions import COMMON_ACTIONS, Action, Answer, ChooseHome
from ferrovia.saying.message import term


class PutUp(Action, frozen=True, tag="put_up"):
    """Put something up for auction."""

    deed = term("put something up for auction")

    lot: str


class TakeConcession(Action, frozen=True, tag="take_concession"):
    """Take the concession of a corporation, and start it at a share value where it has none yet."""

    deed = term("take a concession")

    corporation: str
    price: int = 0
    at_half: bool = False  # with the card that halves the deposit


class BuildLine(Action, frozen=True, tag="build_line"):
    """Place a token at the end of a line, which is paid border by border."""

    deed = term("build a line")

    route: tuple[str, ...]  # hex by hex, from a token of the corporation to where the new one goes
    card: str = ""  # whose power opens the space


class OfferPrivate(Action, frozen=True, tag="offer_private"):
    """Offer a card of one's own to another player."""

    deed = term("offer a card")

    private: str
    to: str
    price: int


class Acquire(Action, frozen=True, tag="acquire"):
    """Take a company over for the operating corporation, at the price the rules set."""

    deed = term("acquire a company")

    company: str


# What players do in this game.
ACTIONS: tuple[type[Action], ...] = (
    *COMMON_ACTIONS,
    ChooseHome,
    Answer,
    PutUp,
    TakeConcession,
    BuildLine,
    OfferPrivate,
    Acquire,
)
