"""What each step of 1883 is for, in a sentence or two; the clauses stand beside it."""

from __future__ import annotations

from collections.abc import Mapping

from ferrovia.saying.message import term

STEPS: Mapping[str, str] = {
    # 6.7.1 to 6.7.3, 8.1.5.1
    "dividend": term(
        "Shared out, the money goes to the shareholders; the price rises if the run is at least the price of a share,"
        " else it stays. Kept, or without a run, the price falls. The co-operative cannot keep its run: it is paid out"
        " or looted."
    ),
    # 6.8.2, 6.8.3, 6.8.5.3 to 6.8.5.5, 6.8.5.7, 6.8.5.9
    "trains": term(
        "Trains are bought from the bank or from others. The first of a new kind begins a phase and makes old ones"
        " rust, so look at which corporations would lose theirs. A 2G is outside the limit: it runs downhill between"
        " two stops for half their value, if the die lets it."
    ),
    # 6.9.1, 6.9.2
    "issue": term(
        "Shares of the Initial Offers go to the pool: the price falls a row for each, then the bank pays the new price"
        " for each."
    ),
    # 8.3.1, 8.3.3
    "merge": term(
        "From phase 4 on FMMSF and FMV may merge into SEFTA, if both presidents agree, a route joins their tokens and"
        " both have operated. It is the last act of the turn."
    ),
    # 8.2.2, 8.2.4 to 8.2.6
    "coaches": term(
        "SARSA lays no track. It places two coaches a turn, more in its first, beside a base or a coach: one out of"
        " each base until the two are joined. Each pays the terrain."
    ),
    # 8.2.8
    "coach_run": term("SARSA earns what the hexes of its best group of coaches are worth, side by side."),
    # 5.1.1, 5.2.2
    "stock_round": term(
        "Players sell what they like and buy one thing: a share, a card of political support, or a concession for a"
        " corporation that they preside over. Prices of what is sold fall."
    ),
    # 3.2, R08
    "fsf_par": term("Whoever got the presidency of FSF sets its par, and the bank pays twice that into its treasury."),
    # 3.2.3
    "link_choice": term(
        "The private companies close: a tile is laid that joins Reggio Emilia and Sassuolo, and the owner of FRV"
        " chooses which."
    ),
    # 5.6.1.7, 5.6.1.8
    "bonus_choice": term(
        "The places of a concession are joined. The bonus goes to the treasury, or for a card of political support to"
        " the shareholders."
    ),
    # 7.0.3, 11.1.3, 11.1.9
    "strike": term(
        "Presidents are asked from the dearest corporation down: a card of political support, or the run of this round"
        " suffers."
    ),
    # 11.2.8
    "levy": term("Every player gives a tenth of their cash to the bank, or three cards of political support."),
    # 11.2.15, 11.2.17
    "war_effort": term(
        "A corporation loses its dearest train for half its price. For a card of political support its president"
        " chooses another."
    ),
    # 11.3.8
    "marshall_plan": term(
        "The corporation with the lowest price may rise by a column for a card of political support."
    ),
    # 11.2.1, 11.2.2
    "air_raids": term(
        "Ten bombs: players in turn roll for a hex. A tile there falls back by a colour, and whoever rolled chooses the"
        " tile; a yellow one goes."
    ),
    # 8.3.1, 8.3.4, 8.3.6
    "merger_offer": term(
        "The president of the other corporation agrees or not. SEFTA takes over what both have, and two old shares"
        " become one of its own."
    ),
    # 8.3.7
    "odd_share": term(
        "A single old share becomes one of SEFTA for half of its price, paid to its treasury, or is given up for as"
        " much."
    ),
    # 8.3.13
    "sefta_tokens": term(
        "SEFTA keeps four tokens, those in Modena and Vignola first; its president gives up the rest."
    ),
}
