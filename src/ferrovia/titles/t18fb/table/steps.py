"""What each step of 18FB is for, in a sentence or two; the clauses stand beside it."""

from __future__ import annotations

from collections.abc import Mapping

from ferrovia.saying.message import term

STEPS: Mapping[str, str] = {
    # 3.5.1.1, 3.5.2.7, 3.5.5.8, 3.6.3.5, 3.6.3.6, 3.7.1.30
    "track": term(
        "Two, three or four tiles, by the phase in which the company floated; a national has four, a regional one and"
        " a second for money. Tiles cost nothing else: borders are paid when a token is placed. Stations earn without"
        " track between them, so what matters is where the next line can lead."
    ),
    # 3.5.2.1, 3.5.2.2, 3.5.2.7, 3.5.2.11, 3.7.1.31
    "line": term(
        "A token at the end of a line: track from one of its tokens over towns to a city or an area off the map,"
        " through no other city. Every border that the line crosses is paid, and towns on it bring markers. One token a"
        " turn, for a national two."
    ),
    # 3.5.5.2, 3.5.5.8, 3.5.5.9, 3.5.4.2, 3.5.4.3
    "earnings": term(
        "Trains serve stations and town markers with no track between them: as many as all of its trains together have"
        " room for, and always those that bring most. While a company is building its trains earn nothing; its"
        " shareholders get interest if it has used all its tile steps."
    ),
    # 3.5.6.1, 2.2.5.4, 2.2.5.5, 3.4.17, 3.6.3.17
    "dividend": term(
        "All, half or nothing is paid to the shareholders. The price rises if what is paid comes to at least the price,"
        " stays if it is less, and falls if nothing is paid. Frozen and regional companies always pay half."
    ),
    # 2.2.3.1, 2.2.4.2, R61
    "forced_sales": term(
        "A company sells what it may not own: stock of companies in the blue zones, all stock if it stands in the dark"
        " blue one itself, and a second certificate of another company."
    ),
    # 3.5.8.1, 3.5.8.5, 3.5.8.6, 3.6.3.18, 3.6.3.19
    "trains": term(
        "Trains are bought from the bank or from others, as many as a company can pay; a regional buys one a turn."
        " Provisional and definitive companies must own one, others need none. The first of a new kind begins a phase,"
        " so look at whose would be lost."
    ),
    # 3.5.9.1, 3.5.9.2, 3.5.9.7, 3.5.9.8, 2.2.5.2
    "finance": term(
        "Provisional and definitive companies trade in stock with their treasury: they sell what they like, then buy"
        " one certificate at most, and own one at most of each other company. What companies sell moves no price."
    ),
    # 3.3.1, 2.2.5.1, 3.3.1.7
    "southern_stock_round": term(
        "Players sell what they like, then take one action: a concession, a certificate, or a card or regional company"
        " of the bank pool. Prices of what players sell fall; stock of a company that has never operated is not sold."
    ),
    # 3.2.1, 3.6.2.2
    "lot": term("Whoever is next puts up any lot that is left, and is the first to bid or pass on it."),
    # 3.2.6 to 3.2.9, 3.6.2.2, 3.6.2.3
    "bidding": term(
        "Bids rise by 5 or more, up to the cash that the bidder has. Whoever passes is out for this lot, and the last"
        " one left pays at once. What nobody wants lies in the bank pool."
    ),
    # 3.3.6.3
    "card_offer": term("A player offers a political card to another, at any moment, for any price that both agree on."),
    # 2.7.7
    "favour": term("The owner of Falcon names a company: for it alone Benevento and Pontecorvo are worth more."),
    # 3.3.3.1, 3.3.3.3, 3.4.13
    "rescue": term(
        "The concession was withdrawn, since another player holds much more of the company than its owner. The new"
        " president may take it at once for the regular deposit; otherwise it lies in the bank pool, and the company is"
        " frozen."
    ),
    # R19
    "fp_home": term("The president of FP chooses the end from which it builds before it lays its first tile."),
    # 3.6.1.2
    "sfm_home": term("The first president of SFM chooses any city with an empty slot as its home."),
    # 2.7.12, R10
    "invitation": term(
        "With a card its owner lets the company whose turn it is build a line to a Bourbon token and replace it. The"
        " president of the company may decline."
    ),
    # 3.7.1.1, 3.7.1.3 to 3.7.1.5
    "formation": term(
        "A national forms in any case, out of two companies. Presidents are asked from the dearest company down; two"
        " that agree are enough, and if fewer do, the companies with the lowest prices must."
    ),
    # R61
    "napoli_token": term("Both companies stood in Napoli, where one token is allowed: the president says which stays."),
}
