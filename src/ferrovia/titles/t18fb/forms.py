"""How moves that only 18FB has are written down, and the answers to its questions."""

from __future__ import annotations

from ferrovia.engine.flow.actions import Answer, Bankrupt, Bid, Pass
from ferrovia.engine.flow.forms import Form
from ferrovia.titles.t18fb.actions import Acquire, BuildLine, OfferPrivate, PutUp, TakeConcession
from ferrovia.titles.t18fb.concessions import AT_HALF, LEAVE, TAKE
from ferrovia.titles.t18fb.nationals import NO, YES

FORMS = (
    Form(PutUp, "Put {lot:name} up for auction"),
    Form(Bid, "Bid {price:money} for {private:name}"),
    Form(TakeConcession, "Take the concession of {corporation:name}"),
    Form(TakeConcession, "Take the concession of {corporation:name} and start it at {price:money} a share"),
    Form(TakeConcession, "Use Riseis to take the concession of {corporation:name}", fixed={"at_half": True}),
    Form(
        TakeConcession,
        "Use Riseis to take the concession of {corporation:name} and start it at {price:money} a share",
        fixed={"at_half": True},
    ),
    Form(BuildLine, "Build the line {route:way}"),
    Form(BuildLine, "Build the line {route:way} with {card:name}"),
    Form(OfferPrivate, "Offer {to:player} {private:name} for {price:money}"),
    Form(Acquire, "Acquire {company:name}"),
    Form(Pass, "Run the trains", at="earnings"),
    Form(Bankrupt, "Go bankrupt"),
    # Answers
    Form(Answer, "Favour {choice:name} in Benevento and Pontecorvo", at="favour"),
    Form(Answer, "Take the concession", at="rescue", fixed={"choice": TAKE}),
    Form(Answer, "Use Riseis to take the concession", at="rescue", fixed={"choice": AT_HALF}),
    Form(Answer, "Leave the concession", at="rescue", fixed={"choice": LEAVE}),
    Form(Answer, "Join", at="formation", fixed={"choice": YES}),
    Form(Answer, "Stay out", at="formation", fixed={"choice": NO}),
    Form(Answer, "Merge with {choice:name}", at="formation"),
    Form(Answer, "Keep the token in {choice:stop}", at="napoli_token"),
)
