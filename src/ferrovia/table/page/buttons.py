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
    Dividend,
    Exchange,
    IssueShares,
    LayTile,
    Pass,
    PlaceToken,
    RedeemShare,
    RunTrains,
    SellShares,
    Start,
    UsePrivate,
)
from ferrovia.engine.flow.shares import holder_of
from ferrovia.saying.message import Message, term
from ferrovia.table.page.scene import Scene

LONGEST_BUTTON = 30  # signs that fit the main button
# What players do, where a whole sentence is too long for a button: other languages tell a deed from an order.
ORDERS: dict[type[Action], str] = {
    ChooseHome: term("Choose the home"),
    Exchange: term("Exchange the certificates"),
    PlaceToken: term("Place the token"),
    RunTrains: term("Run the trains"),
    Dividend: term("Take this dividend"),
    IssueShares: term("Issue stock"),
    RedeemShare: term("Buy stock back"),
    UsePrivate: term("Use the private company"),
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
    """A text that fits; else the deed alone: 'Place the token'."""
    if len(text) <= LONGEST_BUTTON:
        return text
    order = scene.face.buttons.get(type(action)) or ORDERS.get(type(action))
    return scene.say.term(order) if order else scene.say(Message("{deed:^}", deed=Message(action.deed)))
