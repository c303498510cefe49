"""Games of 18xx.games: an export of 1849 becomes a game of ours, played action by action under our rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal

import msgspec

from ferrovia.engine.finance.certificates import POOL, ordinary
from ferrovia.engine.flow import actions as ours
from ferrovia.engine.flow.auction import Auction
from ferrovia.engine.flow.definitions import Settings
from ferrovia.engine.flow.emergency import emergency
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.offers import Offer
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.engine.flow.state import BANK
from ferrovia.formats.eighteenxx_trace import MoveTrouble, Tracer, shown_run
from ferrovia.saying.message import Message, Trouble
from ferrovia.titles.registry import title
from ferrovia.titles.t1849 import actions as sicilian

SITE_ORDER = ("AFG", "ATA", "CTL", "IFT", "RCS", "SFA")

# Where in a turn an action of the site belongs; those not named may come in any step.
STEPS = {
    "lay_tile": ("track",),
    "place_token": ("token", "home_token"),
    "run_routes": ("run",),
    "dividend": ("dividend",),
    "buy_train": ("trains",),
    "discard_train": ("discard",),
}


# Steps and players in a row for which the site writes no action: a turn's steps, and everybody's pass.
MOST_PASSED_OVER = 12


class Imported(msgspec.Struct):
    """A game that was played elsewhere, and its trace: one line before the first action and one after each."""

    game: Game
    trace: list[dict[str, Any]]


class ImportTrouble(Trouble, ValueError):
    """Why an export cannot be read, or which move in it the rules refuse, in one sentence."""


def read_export(data: Any) -> Imported:
    """Replay an export of 1849; raises `ImportTrouble` with one sentence that names the place."""
    export = _Export.read(data)
    try:
        game = Game(title("1849"), export.settings())
    except Refusal as refusal:
        raise ImportTrouble("The settings of the export are refused: {why}", why=refusal.message) from refusal
    replay = Replay(game, Tracer(game, export.seed, export.options))
    for number, move in enumerate(export.live_actions()):
        action = move
        try:
            for action in _with_automatic(move):
                replay.play(action)
            replay.tracer.after(number, move)
        except (Refusal, LookupError, TypeError, ValueError, AssertionError) as error:
            raise ImportTrouble(
                "Action {number} ({kind} by {entity}) cannot be played: {why}",
                number=str(move.get("id")),
                kind=str(action.get("type")),
                entity=str(action.get("entity")),
                why=_why(error),
            ) from error
    return Imported(game, replay.tracer.lines)


def _why(error: Exception) -> Message:
    match error:
        case Refusal():
            return Message("{sentence} [{rule}]", sentence=error.message, rule=error.rule)
        case Trouble():
            return error.message
        case KeyError():
            return Message("{name} is missing or unknown.", name=str(error.args[0]))
    return Message("It is not written as the site writes it.")


class _Export(msgspec.Struct):
    players: tuple[str, ...]
    seed: int
    options: tuple[str, ...]
    actions: list[dict[str, Any]]

    @classmethod
    def read(cls, data: Any) -> _Export:
        if not isinstance(data, dict) or data.get("title") != "1849":
            raise ImportTrouble("This is not an export of a game of 1849.")
        try:
            players = tuple(_player_id(player) for player in data["players"])
            seed = data["settings"]["seed"]
            options = tuple(data["settings"].get("optional_rules") or ())
            moves = data["actions"]
        except (KeyError, TypeError, AttributeError) as error:
            raise ImportTrouble("The export has no players, no settings or no actions.") from error
        if type(seed) is not int or not isinstance(moves, list):
            raise ImportTrouble("The seed of the export is not a number, or its actions are not a list.")
        if not all(_is_action(move) and _are_actions(move.get("auto_actions") or []) for move in moves):
            raise ImportTrouble("Not every action of the export has a type.")
        unknown = set(options) - {"delay_ift", "reduced_4p_corps"}
        if unknown:
            first = sorted(map(str, unknown))[0]
            raise ImportTrouble("The export uses the option {option}, which cannot be imported yet.", option=first)
        return cls(players, seed, options, moves)

    def live_actions(self) -> list[dict[str, Any]]:
        try:
            return live_actions(self.actions)
        except (KeyError, TypeError) as error:
            text = "What was taken back in the export cannot be followed: the number of an action is missing or wrong."
            raise ImportTrouble(text) from error

    def settings(self) -> Settings:
        five = ("five_corporations",) if "reduced_4p_corps" in self.options and len(self.players) == 4 else ()
        return Settings(
            title="1849",
            players=self.players,
            seed=str(self.seed),
            options=five,
            arrangement={"seats": self.players, "corporations": self.corporations()},
            runs_as_shown=True,
        )

    def corporations(self) -> tuple[str, ...]:
        """The site's order of the corporations, which follows from its seed."""
        number = self.seed % 2**31
        drawn = []
        for name in SITE_ORDER:
            number = (1103515245 * number + 12345) % 2**31
            drawn.append((number, name))
        order = [name for _, name in sorted(drawn)]
        if "delay_ift" in self.options and order.index("IFT") < 3:
            place = order.index("IFT")
            order[place], order[3] = order[3], order[place]
        return tuple(order)


def _player_id(player: dict[str, Any]) -> str:
    """Games played at one screen have no accounts: there the name stands in the actions."""
    known = player.get("id")
    return str(player["name"] if known is None else known)


def _is_action(move: Any) -> bool:
    return isinstance(move, dict) and "type" in move


def _are_actions(moves: Any) -> bool:
    return isinstance(moves, list) and all(map(_is_action, moves))


def effective_actions(moves: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What is left when undo, redo and chat have been gone through, automatic actions in their place."""
    return [action for move in live_actions(moves) for action in _with_automatic(move)]


def live_actions(moves: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What is left when undo, redo and chat have been gone through."""
    live: list[dict[str, Any]] = []
    taken_back: list[list[dict[str, Any]]] = []  # by each undo in a row, the latest last
    for move in moves:
        match move["type"]:
            case "undo":
                keep = _undone_to(live, move)
                taken_back.append(live[keep:])
                live = live[:keep]
            case "redo":
                live += taken_back.pop() if taken_back else []
            case "message":
                continue
            case _:
                live.append(move)
                taken_back = []
    return live


def _with_automatic(move: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    """An action and the automatic ones that are played right after it."""
    return (move, *(move.get("auto_actions") or ()))


def _undone_to(live: list[dict[str, Any]], move: dict[str, Any]) -> int:
    if "action_id" not in move:
        return max(0, len(live) - 1)
    return next((place for place, kept in enumerate(live) if kept["id"] > move["action_id"]), len(live))


class Replay:
    """Plays the site's actions on our game, keeping track of its names for cards, tiles and certificates."""

    def __init__(self, game: Game, tracer: Tracer) -> None:
        self.game = game
        self.tracer = tracer
        self.cards: dict[str, str] = {}  # the owner of each train card the site has named
        self.tiles: dict[str, str] = {}  # the hex of each tile the site has laid
        self.sold: set[str] = set()  # certificates that have left their corporation's treasury

    def play(self, move: dict[str, Any]) -> None:
        kind = str(move["type"])
        if not kind.startswith("program_"):  # standing orders do nothing by themselves
            reader: Callable[[dict[str, Any]], Iterator[ours.Action]] | None = getattr(self, f"_{kind}", None)
            if reader is None:
                raise MoveTrouble("Actions of the kind {kind} are unknown.", kind=kind)
            self._wait_for(kind, move)
            self.tracer.before(move)
            for action in reader(move):
                self.game.apply(action)
                self._consent()

    def _consent(self) -> None:
        """On the site a deal is agreed before it is entered."""
        while not self.game.over and isinstance(self.game.top, Offer):
            self.game.apply(ours.Accept())

    def _wait_for(self, kind: str, move: dict[str, Any]) -> None:
        """Pass on steps and players that the site passed over, until ours is the one that acts there."""
        steps = STEPS.get(kind)
        for _ in range(MOST_PASSED_OVER):
            if self.game.over or kind == "pass":
                return
            decision = self.game.decision
            fits = steps is None or decision.step in steps
            if fits and self._acts(move):
                return
            if ours.Pass() not in decision.choices:
                raise MoveTrouble("{player} must decide first.", player=decision.player)
            self.game.apply(ours.Pass())
        raise MoveTrouble("It is not their turn.")

    def _acts(self, move: dict[str, Any]) -> bool:
        decision = self.game.decision
        entity = str(move["entity"])
        if move.get("entity_type") == "company":
            entity = self.game.state.privates.get(entity, "")
        return entity in (decision.player, decision.for_corporation)

    # The kinds of action

    def _pass(self, move: dict[str, Any]) -> Iterator[ours.Action]:
        # A pass of somebody who is not to act belongs to a step that we have passed over.
        if not self.game.over and self._acts(move) and ours.Pass() in self.game.decision.choices:
            yield ours.Pass()

    def _bid(self, move: dict[str, Any]) -> Iterator[ours.Action]:
        auction = self.game.top
        private, price = move["company"], move["price"]
        if isinstance(auction, Auction) and private == auction.offered(self.game):
            yield ours.BuyPrivate(private, price)
        else:
            yield ours.Bid(private, price)

    def _par(self, move: dict[str, Any]) -> Iterator[ours.Action]:
        corporation = str(move["corporation"])
        price = int(str(move["share_price"]).split(",")[0])
        self.sold = {name for name in self.sold if name.partition("_")[0] != corporation}  # it may have closed
        yield ours.Start(corporation, price)

    def _buy_shares(self, move: dict[str, Any]) -> Iterator[ours.Action]:
        certificate = str(move["shares"][0])
        corporation = certificate.partition("_")[0]
        if str(move["entity"]) == corporation:
            self.sold.discard(certificate)
            yield ours.RedeemShare()
            return
        source: Any = "pool" if self._is_pooled(corporation, certificate) else "treasury"
        self.sold.add(certificate)
        yield ours.BuyShare(corporation, source)

    def _is_pooled(self, corporation: str, certificate: str) -> bool:
        """Only what goes into a treasury or comes out of it is always named as such there."""
        holders = self.game.holders(corporation)
        if not ordinary(holders, corporation):
            return True
        return certificate in self.sold and bool(ordinary(holders, POOL))

    def _sell_shares(self, move: dict[str, Any]) -> Iterator[ours.Action]:
        names = [str(name) for name in move["shares"]]
        corporation = names[0].partition("_")[0]
        if str(move["entity"]) == corporation:
            self.sold.update(names)
            yield ours.IssueShares(len(names))
            return
        numbers = [int(name.partition("_")[2]) for name in names]
        sizes = [self.game.sizes(corporation)[number] for number in numbers if number]
        rest = move["percent"] - sum(sizes)  # what part of the president's certificate is sold after the exchange
        certificates = tuple(sorted([*sizes, *[10] * (rest // 10)], reverse=True))
        if self.game.why_not(ours.SellShares(corporation, certificates)) is not None and rest == 20:
            certificates = tuple(sorted([*sizes, 20], reverse=True))
        yield ours.SellShares(corporation, certificates)

    def _lay_tile(self, move: dict[str, Any]) -> Iterator[ours.Action]:
        tile = str(move["tile"])
        self.tiles[tile] = move["hex"]
        yield ours.LayTile(move["hex"], tile.rpartition("-")[0], move["rotation"])

    def _place_token(self, move: dict[str, Any]) -> Iterator[ours.Action]:
        tile = str(move["city"]).rpartition("-")[0]
        hex_id = self.tiles.get(tile, tile.rpartition("-")[0])
        if self.game.decision.step == "home_token":
            yield ours.ChooseHome(hex_id)
        else:
            yield ours.PlaceToken(hex_id)

    def _run_routes(self, move: dict[str, Any]) -> Iterator[ours.Action]:
        yield ours.RunTrains(tuple(shown_run(route) for route in move["routes"]))

    def _dividend(self, move: dict[str, Any]) -> Iterator[ours.Action]:
        kinds: dict[str, Literal["pay", "withhold"]] = {"payout": "pay", "withhold": "withhold"}
        if move["kind"] not in kinds:
            raise MoveTrouble("The dividend {kind} is unknown.", kind=str(move["kind"]))
        yield ours.Dividend(kinds[move["kind"]])

    def _buy_train(self, move: dict[str, Any]) -> Iterator[ours.Action]:
        card = str(move["train"])
        train = card.rpartition("-")[0]
        source = self.cards.get(card, BANK)
        self.cards[card] = str(move["entity"])
        yield ours.BuyTrain(train, source, move["price"])

    def _discard_train(self, move: dict[str, Any]) -> Iterator[ours.Action]:
        self.cards[str(move["train"])] = POOL
        yield ours.DiscardTrain(str(move["train"]).rpartition("-")[0])

    def _buy_company(self, move: dict[str, Any]) -> Iterator[ours.Action]:
        yield ours.BuyPrivate(move["company"], move["price"])

    def _assign(self, move: dict[str, Any]) -> Iterator[ours.Action]:
        yield ours.UsePrivate(str(move["entity"]), move["target"])

    def _choose(self, move: dict[str, Any]) -> Iterator[ours.Action]:
        known: dict[str, ours.Action | None] = {
            "Close SMS": ours.UsePrivate("SMS"),
            "Pass": None,
            "Two 10% certs": ours.Exchange((10, 10)),
            "One 20% cert": ours.Exchange((20,)),
            "Take L.500 loan": sicilian.TakeLoan(),
            "Leave game": sicilian.LeaveGame(),
        }
        if move["choice"] not in known:
            raise MoveTrouble("The choice {choice} is unknown.", choice=str(move["choice"]))
        action = known[move["choice"]]
        if action is not None:
            yield action

    def _bankrupt(self, move: dict[str, Any]) -> Iterator[ours.Action]:
        """The site sells for the president as much as can be sold of each stock; here each sale is an action."""
        while isinstance(turn := self.game.top, OperatingTurn) and turn.corporation == str(move["entity"]):
            need = emergency(self.game, turn)
            if need is None or need.missing <= 0:
                raise MoveTrouble("{corporation} can pay for a train.", corporation=turn.corporation)
            yield max(need.choices(self.game), key=_shares_sold)


def _shares_sold(action: ours.Action) -> int:
    return sum(action.certificates) if isinstance(action, ours.SellShares) else 0
