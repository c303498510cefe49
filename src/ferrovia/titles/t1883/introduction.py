"""What 1883 is, for those who do not know it yet."""

from __future__ import annotations

from ferrovia.saying.message import term

ABOUT = term("Emilia: concessions, a cooperative, events.")
INTRODUCTION = (
    term(
        "Emilia. Corporations may take government concessions: lines that must be built within some operating"
        " rounds. Those that succeed get a bonus, those that fail pay twice the cost."
    ),
    term(
        "Everybody has a share of a co-operative from the start; it can become a corporation like the others. Two"
        " corporations may merge into one."
    ),
    term(
        "An event card is drawn for nearly every operating round: strikes, floods, landslides, air raids. Political"
        " support, which you buy as cards, keeps some of it away."
    ),
)
