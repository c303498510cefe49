"""How moves that only 1883 has are written down, and the answers to its questions."""

from __future__ import annotations

from ferrovia.engine.flow.actions import Accept, Answer, Bankrupt, Decline, Dividend, IssueShares, LayTile, UsePrivate
from ferrovia.engine.flow.forms import Form
from ferrovia.titles.t1883.actions import BuyConcession, BuySupport, Merge, PlaceAnchor, PlaceCoach
from ferrovia.titles.t1883.concessions import SHARED, TO_TREASURY
from ferrovia.titles.t1883.event_questions import PLAY, SUFFER
from ferrovia.titles.t1883.exchange import CONVERT, GIVE_UP
from ferrovia.titles.t1883.privates import CNP

FORMS = (
    Form(BuySupport, "Buy a political support card"),
    Form(BuyConcession, "Buy concession {concession:word} with {corporation:name}"),
    Form(PlaceAnchor, "Place an anchor on {hex:place}"),
    Form(PlaceCoach, "Place a coach on {hex:place}"),
    Form(Merge, "Propose the merger"),
    Form(Accept, "Agree to merge", at="merger_offer"),
    Form(Decline, "Refuse to merge", at="merger_offer"),
    Form(IssueShares, "Issue {count:shares}"),
    Form(Dividend, "Loot CCFR", fixed={"choice": "loot"}),
    Form(Bankrupt, "Go bankrupt"),
    Form(UsePrivate, "Swap CNP for 10% of SV", fixed={"private": CNP}),
    Form(LayTile, "Put tile {tile:tile}, turned by {rotation:number}, back on {hex:place}", at="air_raids"),
    # Answers
    Form(Answer, "Put the bonus in the treasury", at="bonus_choice", fixed={"choice": TO_TREASURY}),
    Form(
        Answer,
        "Play political support and pay the bonus to the shareholders",
        at="bonus_choice",
        fixed={"choice": SHARED},
    ),
    Form(Answer, "Play political support", at="strike", fixed={"choice": PLAY}),
    Form(Answer, "Suffer the strike", at="strike", fixed={"choice": SUFFER}),
    Form(Answer, "Play political support", at="levy", fixed={"choice": PLAY}),
    Form(Answer, "Give to the homeland", at="levy", fixed={"choice": SUFFER}),
    Form(Answer, "Play political support", at="marshall_plan", fixed={"choice": PLAY}),
    Form(Answer, "Leave the price where it is", at="marshall_plan", fixed={"choice": SUFFER}),
    Form(Answer, "Give up the {choice:name_of_train}", at="war_effort"),
    Form(Answer, "Pay for 10% of SEFTA", at="odd_share", fixed={"choice": CONVERT}),
    Form(Answer, "Give up the odd share", at="odd_share", fixed={"choice": GIVE_UP}),
    Form(Answer, "Give up the token on {choice:stop}", at="sefta_tokens"),
)
