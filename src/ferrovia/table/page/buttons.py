"""What the main button says: in few words what the sentence above it says in full."""

from __future__ import annotations

from ferrovia.engine.flow.actions import (
    Accept,
    Action,
    Answer,
    Bankrupt,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    ChooseHome,
    Decline,
    DiscardTrain,
    LayTile,
    Pass,
    PlaceToken,
    SellShares,
    Start,
    UsePrivate,
)
from ferrovia.engine.flow.shares import holder_of
from ferrovia.saying.message import term
from ferrovia.table.page.scene import Scene

LONGEST_BUTTON = 30  # signs that fit the main button
# By what players do, where a whole sentence is too long for a button: other languages tell a deed from an order.
ORDERS = {
    "choose a home": term("Choose the home"),
    "exchange the president's certificate": term("Exchange the certificates"),
    "place a token": term("Place the token"),
    "run trains": term("Run the trains"),
    "decide on a dividend": term("Take this dividend"),
    "issue stock": term("Issue stock"),
    "buy stock back": term("Buy stock back"),
    "use a private company": term("Use the private company"),
    "take a loan": term("Take the loan"),
    "leave the game": term("Leave the game"),
    "buy a token's space": term("Buy the token's space"),
    "buy an E token": term("Buy the E token"),
    "issue the bond": term("Issue the bond"),
    "repay the bond": term("Repay the bond"),
    "buy political support": term("Buy political support"),
    "buy a concession": term("Buy the concession"),
    "place an anchor": term("Place the anchor"),
    "place a coach": term("Place the coach"),
    "propose the merger": term("Propose the merger"),
    "put something up for auction": term("Put it up for auction"),
    "take a concession": term("Take the concession"),
    "build a line": term("Build the line"),
    "offer a card": term("Offer the card"),
    "acquire a company": term("Acquire the company"),
}


def button_for(scene: Scene, action: Action, text: str) -> str:
    """What is done, with the figure that matters; never a mere 'yes'."""
    say = scene.say
    match action:
        case SellShares(corporation=corporation, certificates=certificates):
            return say("Sell {percent}% of {corporation}", percent=sum(certificates), corporation=corporation)
        case BuyShare(corporation=corporation, source=source):
            place = holder_of(corporation, source)
            number = scene.title.stock.next_certificate(scene.game, corporation, place)
            if number is None:
                return say("Buy {corporation}", corporation=corporation)
            size = scene.game.sizes(corporation)[number]
            return say("Buy {percent}% of {corporation}", percent=size, corporation=corporation)
        case Start(corporation=corporation, price=price):
            return say("Start {corporation} at {price:money}", corporation=corporation, price=price)
        case Bid(price=price):
            return say("Bid {price:money}", price=price)
        case BuyPrivate(private=private, price=price):
            owner = scene.game.state.privates.get(private)
            is_asked = owner in scene.game.state.seats and owner != scene.viewer
            return say("Offer {price:money}", price=price) if is_asked else say("Buy for {price:money}", price=price)
        case BuyTrain(train=train, price=price):
            return say("Buy {train} for {price:money}", train=train, price=price)
        case DiscardTrain(train=train):
            return say("Give up {train}", train=train)
        case LayTile(tile=tile):
            return say("Lay {tile}", tile=tile)
        case PlaceToken(hex=hex_id):
            return _short(scene, say("Token in {place}", place=scene.place(hex_id)), action)
        case ChooseHome(hex=hex_id):
            return _short(scene, say("Home in {place}", place=scene.place(hex_id)), action)
        case UsePrivate(private=private):
            return _short(scene, say("Use {private}", private=private), action)
        case Accept():
            return say("Accept")
        case Decline():
            return say("Decline")
        case Bankrupt():
            return say("Go bankrupt")
        case Answer():
            return text if len(text) <= LONGEST_BUTTON else say("Choose this")
        case Pass():
            return text
    return _short(scene, text, action)


def _short(scene: Scene, text: str, action: Action) -> str:
    """A text that fits; else the deed alone: 'Take the loan'."""
    return text if len(text) <= LONGEST_BUTTON else scene.say.term(ORDERS[action.deed])
