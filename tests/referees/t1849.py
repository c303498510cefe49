"""The referee of 1849, by the tables and sections of its rulebook."""

from __future__ import annotations

from collections.abc import Sequence

from ferrovia.engine.flow import actions as do
from ferrovia.engine.flow.events import Event
from ferrovia.engine.flow.offers import Offer
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.engine.flow.shares import PresidentExchange
from ferrovia.engine.flow.state import State
from ferrovia.engine.flow.stock import StockRound
from ferrovia.titles.t1849.closing import BondDue
from ferrovia.titles.t1849.rounds import PricesAnswer
from ferrovia.titles.t1849.sicily import Sicily
from tests.referees.auction import PrivateAuction
from tests.referees.books import BANK, OUT, POOL, PRESIDENT, SHARE, Cell
from tests.referees.dealing import Dealer
from tests.referees.on_foot import DUAL, NARROW, STANDARD, Ground, Walked
from tests.referees.referee import frame_of

PHASES = ("4", "6", "8", "10", "12", "16")  # 6
ROUNDS = {"4": 1, "6": 2, "8": 2, "10": 3, "12": 3, "16": 3}
LIMIT = {"4": 4, "6": 4, "8": 3, "10": 2, "12": 2, "16": 2}
ELIMINATES = {"8": "4H", "10": "6H", "16": "8H"}
LEVEL = {"4": 0, "6": 0, "8": 1, "10": 1, "12": 2, "16": 2}
COLOURS = {"4": 1, "6": 2, "8": 2, "10": 3, "12": 3, "16": 3}
STARTS = {68: "4", 100: "4", 144: "6", 216: "10"}  # 9.4
TRAINS = {"4H": 100, "6H": 200, "8H": 350, "10H": 550, "12H": 800, "16H": 1100, "R6H": 350, "E": 550}  # 10.6, 14.3
LINE = ("4H", "6H", "8H", "10H", "12H", "16H")
FACES = {"SCE": 20, "SIGI": 45, "CNM": 75, "SMS": 110, "RSA": 150}  # 7.1
REVENUES = {"SCE": 5, "SIGI": 10, "CNM": 15, "SMS": 20, "RSA": 25}
FEES = {"AFG": 40, "ATA": 30, "CTL": 40, "IFT": 90, "RCS": 130, "SFA": 40}  # 7.2
HOMES = {"ATA": "Siracusa", "CTL": "Marsala", "IFT": "Catania", "RCS": "Palermo", "SFA": "Girgenti"}
GARIBALDI = ("Caltanissetta", "Messina", "Ragusa", "Terranova", "Trapani")
MAJOR = ("Catania", "Messina", "Palermo", "Siracusa")  # 14.3
TERRAIN = {"plain": 0, "rough": 40, "hill": 80, "mountain": 160}  # 10.3.1
CAPITAL = {(3, 5): (500, 12), (4, 6): (375, 11), (4, 5): (375, 9), (5, 6): (300, 9)}  # 1.1
SHADES = ("blank", "yellow", "green", "brown")
BOND, INTEREST, BOND_SHARE = 500, 50, 100
LOAN, LOAN_COST = 500, 750

CLAUSES = {
    "sale.started": "1849-9.2.5",
    "sale.money": "1849-9.2.1",
    "sale.paper": "1849-9.2.2",
    "sale.price": "1849-9.2.2",
    "sale.president": "1849-9.5.9",
    "sale.pool": "1849-9.2.6",
    "presidency": "1849-9.5.2",
    "buy.paper": "1849-9.3.4",
    "buy.pool": "1849-9.3.2",
    "buy.offer": "1849-9.3.1",
    "buy.cash": "1849-9.3.5",
    "buy.most": "1849-9.3.3",
    "dividend": "1849-10.5.3.2",
}
AUCTION = {
    "price": "1849-8.0.3",
    "bid": "1849-8.0.7",
    "aside": "1849-8.0.8",
    "contest": "1849-8.0.12",
    "award": "1849-8.0.10",
    "revenue": "1849-8.0.19",
}
BEFORE_DIVIDEND = ("track", "token", "run")


class Referee1849(Dealer):
    """Sicily's referee."""

    clauses = CLAUSES

    def begin(self, state: State) -> None:
        """1.1, 2: the table before the first bid."""
        self.auction = PrivateAuction(FACES, AUCTION, step=1)
        self.sold: set[tuple[str, str]] = set()
        self.acted = ""  # the last player to buy or sell in this stock round
        self.priority = state.priority
        self.started, self.added = "", 0
        self.bought = False
        self.done: list[str] = []
        self.queue: list[str] | None = None
        self.revenue = 0
        self.of = 1
        self.round = 0  # the number of the operating round within its set
        self.ended: list[str] = []  # who has stood on 377
        self.rsa = ""
        self.ran = ""
        self.quiet = False
        own: Sicily = state.own
        players, corporations = len(state.seats), len(own.order)
        cash, limit = CAPITAL[players, corporations]
        for player in state.seats:
            self.check(state.cash[player] == cash, "1849-1.1.3", f"{player} begins with {state.cash[player]}.")
        self.check(state.cash[BANK] == 7760 - 1500, "1849-2.0.1", f"The bank begins with {state.cash[BANK]}.")
        self.limit = limit
        self.line = list(own.order)

    def judge(self) -> None:
        self._direct()
        self._afterwards()
        self._standing()

    # What an action does

    def _direct(self) -> None:
        now, books = self.now, self.books
        player, action = now.player, now.action
        if now.step in ("auction", "contest"):
            self._auction()
            return
        if now.step == "stock":
            turn = frame_of(now.before, StockRound)
            if turn is not None and not turn.acted:
                self.started, self.added, self.bought = "", 0, False
        match action:
            case do.Start():
                self._start(action)
            case do.ChooseHome(hex=hex_id):
                name = self.title.board.hexes[hex_id].name
                self.check(name in GARIBALDI, "1849-9.4.1.1", f"AFG makes {name} its home.")
                books.place_token("AFG", f"{hex_id}.0", "1849-9.4.6")
                self._vacant("AFG", f"{hex_id}.0", "1849-9.4.1.1")
            case do.BuyShare():
                self._buy_share(action)
            case do.SellShares(corporation=corporation, certificates=sizes):
                self._sell(corporation, sizes)
            case do.Exchange(certificates=given):
                frame = frame_of(now.before, PresidentExchange)
                assert frame is not None
                self.exchange(frame.corporation, frame.heir, given)
            case do.LayTile():
                self._lay(action)
            case do.PlaceToken(hex=hex_id, city=city):
                self._token(now.corporation, f"{hex_id}.{city}")
            case do.RunTrains():
                self._run(action)
            case do.Dividend(choice=choice):
                self._dividend(now.corporation, choice)
            case do.BuyTrain():
                self._buy_train(action)
            case do.DiscardTrain(train=train):
                books.train(train, now.corporation, POOL, "1849-6.0.9")
            case do.IssueShares(count=count):
                self._issue(now.corporation, count)
            case do.RedeemShare():
                price = books.price(now.corporation)
                self.buy(now.corporation, now.corporation, POOL, price, BANK, limits=False)
            case do.BuyPrivate(private=private, price=price):
                self._private_offer(private, price)
            case do.UsePrivate(private=private):
                owner = books.privates.get(private)
                self.check(owner == now.corporation, "1849-7.1.6", f"{private} belongs to {owner}.")
                books.close_card(private, "1849-7.1.6")
            case do.BuyToken(hex=hex_id, seller=seller, price=price):
                self._token_offer(now.corporation, hex_id, seller, price)
            case do.Accept():
                self._deal()
            case do.Bankrupt():
                self._fail()
            case do.TakeLoan():
                books.pay(BANK, player, LOAN, "1849-10.7.9")
            case do.LeaveGame():
                self._leave(player)
            case do.BuyEToken():
                self._e_token(now.corporation)
            case do.IssueBond():
                books.pay(BANK, now.corporation, BOND, "1849-14.2.1")
                self._from_phase("8", "1849-14.2.1")
                self.move(now.corporation, "left", "1849-14.2.1")
            case do.RepayBond():
                books.pay(now.corporation, BANK, BOND, "1849-14.2.4")
                self._solvent(now.corporation, "1849-14.2.4")
                self.move(now.corporation, "right", "1849-14.2.4")
            case do.Pass() if now.step == "stock":
                self.judge_pass(player, self._papers(player), self.limit, "1849-9.1.4")
            case do.Pass() | do.Decline():
                pass
            case _:
                self.check(False, "1849-10.0.3", f"There is no {action} in 1849.")

    def _from_phase(self, phase: str, clause: str) -> None:
        is_so = PHASES.index(self.now.before.phase) >= PHASES.index(phase)
        self.check(is_so, clause, f"That comes with phase {phase}, not in {self.now.before.phase}.")

    def _solvent(self, purse: str, clause: str = "1849-10.0.4") -> None:
        self.check(self.books.cash[purse] >= 0, clause, f"{purse} spends more than it has.")

    # 8 The initial stock round

    def _auction(self) -> None:
        for private in self.auction.judge(self, self.now.player, self.now.action):
            if private == "RSA":
                self.rsa = self.line[0]

    def _start(self, action: do.Start) -> None:
        """8.1, 9.4: value, president's certificate, fee, home."""
        books, now = self.books, self.now
        corporation, price = action.corporation, action.price
        by_rsa = now.step == "rsa_start"
        first = next((name for name in self.line if not self._is_aside(name)), "")
        self.check(corporation == first, "1849-9.4.1", f"{first} is next to be started, not {corporation}.")
        is_value = price in STARTS and PHASES.index(STARTS[price]) <= PHASES.index(now.before.phase)
        self.check(is_value, "1849-9.4.2", f"{price} is no start value in phase {now.before.phase}.")
        if by_rsa:
            self.check(price in (68, 100), "1849-8.1.2", f"RSA's corporation starts at {price}.")
        else:
            self._one_purchase()
            self._paper_limit(now.player, "1849-9.4.4")
            self.started, self.added, self.bought = corporation, 0, True
            self.acted = now.player
        if corporation in self.line:
            self.line.remove(corporation)
        cell = next((start.cell for start in self.title.market.starts if start.price == price), (0, 0))
        books.put(corporation, cell, "1849-9.4.2")
        books.pay(BANK if by_rsa else now.player, corporation, 2 * price, "1849-8.1.3" if by_rsa else "1849-9.4.3")
        self._solvent(now.player, "1849-9.3.5")
        books.hand(corporation, PRESIDENT, now.player, "1849-9.4.3")
        books.pay(corporation, BANK, FEES[corporation], "1849-9.4.5")
        if corporation in HOMES:
            home = self._hex_named(HOMES[corporation])
            books.place_token(corporation, f"{home}.0", "1849-9.4.6")

    def _is_aside(self, corporation: str) -> bool:
        """9.4.1: Garibaldi waits while none of its cities has a vacant space."""
        if corporation != "AFG":
            return False
        return not any(self._room("AFG", f"{self._hex_named(name)}.0") > 0 for name in GARIBALDI)

    def _hex_named(self, name: str) -> str:
        found = [hex.id for hex in self.title.board.hexes.values() if hex.name == name]
        assert len(found) == 1, f"{name}: {found}"
        return found[0]

    # 9 Stock rounds

    def _one_purchase(self) -> None:
        self.check(not self.bought, "1849-9.0.1", f"{self.now.player} buys twice in a turn.")

    def _paper_limit(self, player: str, clause: str) -> None:
        """9.1: before the purchase there must be room for one more."""
        count = self._papers(player)
        self.check(count < self.limit, clause, f"{player} buys with {count} certificates, the limit is {self.limit}.")

    def _papers(self, player: str) -> int:
        privates = sum(owner == player for owner in self.books.privates.values())
        return self.books.papers_of(player) + privates

    def _buy_share(self, action: do.BuyShare) -> None:
        player, corporation = self.now.player, action.corporation
        adds = bool(self.started)
        if adds:
            self.added += 1
            is_right = corporation == self.started and action.source == "treasury" and self.added <= 2
            self.check(is_right, "1849-9.4.3", f"{player} adds certificate {self.added} of {corporation}.")
            self._paper_limit(player, "1849-9.4.4")
        else:
            self._one_purchase()
            self._paper_limit(player, "1849-9.1.3")
            is_barred = (player, corporation) in self.sold
            self.check(not is_barred, "1849-9.2.7", f"{player} sold {corporation} in this round and buys it.")
        self.bought, self.acted = True, player
        price = self.books.price(corporation)
        place, payee = (POOL, BANK) if action.source == "pool" else (corporation, corporation)
        self.buy(player, corporation, place, price, payee)

    def _sell(self, corporation: str, sizes: Sequence[int]) -> None:
        now = self.now
        seller = now.player
        if now.step == "stock":
            self.check(not self.bought, "1849-9.0.2", f"{seller} sells after buying.")
            self.acted = seller
            turn = frame_of(now.before, StockRound)
            self.begin_sales(("stock", now.number) if turn is not None and not turn.order_before else self.sale_key)
            if now.before.round.kind == "stock":
                self.sold.add((seller, corporation))
            self.sell(seller, corporation, sizes)
            return
        # 10.7: emergency sales obey 9.2, and keep the order of tokens among themselves (9.2.3, 9.2.4).
        turn_of = frame_of(now.before, OperatingTurn)
        self.begin_sales(("emergency", now.before.round, turn_of.corporation if turn_of else "", seller))
        if now.before.round.kind == "stock":
            self.sold.add((seller, corporation))  # 9.2.7
        operating = turn_of.corporation if turn_of else ""
        self._emergency_sale(seller, corporation, sizes, operating)
        was_president = operating and self.books.president(operating) == seller
        put_in, brings = self.books.cash[seller], sum(sizes) // SHARE * self.books.price(corporation)
        self.sell(seller, corporation, sizes)
        if operating and self.books.is_started(operating) and was_president:
            is_same = self.books.president(operating) == seller and not self._is_leaving(operating, seller)
            self.check(is_same, "1849-10.7.5", f"The sale takes {operating} from its president.")
        if operating and now.step in ("trains", "bond_interest"):
            if self.books.is_started(operating):
                self.books.one_purse.append((seller, operating))  # 10.7: the president's money may lie in either
            else:
                # What the seller had before this sale had gone into the treasury, for its bond first.
                for_bond = put_in + brings - self.books.cash[seller]
                self.books.pay(seller, BANK, max(0, put_in - for_bond), "1849-R26")
                self.closed_in_emergency = seller
        self._bond_due(seller)

    def _is_leaving(self, corporation: str, president: str) -> bool:
        return self.heir(corporation, president, self.books.percent(corporation, president)) is not None

    def _emergency_sale(self, seller: str, corporation: str, sizes: Sequence[int], operating: str) -> None:
        """10.7.3: no more than is needed; without the smallest certificate it would not do."""
        books, now = self.books, self.now
        if now.step == "trains":
            need = min(self._on_sale_prices(operating), default=0) - books.cash[operating] - books.cash[seller]
        elif now.step == "bond_interest":
            need = INTEREST - books.cash[operating] - books.cash[seller]
        else:
            due = frame_of(now.before, BondDue)
            assert due is not None
            need = due.amount - books.cash[seller]
        self.check(need > 0, "1849-10.7.3", f"{seller} sells though {-need} is to spare.")
        least = (sum(sizes) - min(sizes)) // SHARE * books.price(corporation)
        self.check(least < need, "1849-R25", f"{seller} sells {sum(sizes)}% of {corporation} for the missing {need}.")

    def _bond_due(self, player: str) -> None:
        """14.2, R39: what a sale for the bond of a closed corporation settles."""
        due = frame_of(self.now.before, BondDue)
        if self.now.step != "bond_due" or due is None or due.player != player:
            return
        waiting = (frame for frame in self.now.after.agenda if isinstance(frame, BondDue))
        if not any((frame.player, frame.corporation) == (player, due.corporation) for frame in waiting):
            amount = min(due.amount, self.books.cash[player])
            self.books.pay(player, BANK, amount, "1849-14.2.5")

    def may_be_sold(self, corporation: str) -> bool:
        return corporation in self.now.before.operated

    def judge_sale(self, seller: str, corporation: str, sizes: Sequence[int]) -> None:
        super().judge_sale(seller, corporation, sizes)
        has_operated = self.may_be_sold(corporation)
        self.check(has_operated, "1849-9.2.5", f"{corporation} has not operated, and its stock is sold.")

    # 5 The market

    def moved(self, cell: Cell, how: str, times: int) -> Cell:
        for _ in range(times):
            cell = self._moved_once(cell, how)
        return cell

    def _moved_once(self, cell: Cell, how: str) -> Cell:
        row, col = cell
        to = {"up": (row - 1, col), "down": (row + 1, col), "left": (row, col - 1), "right": (row, col + 1)}[how]
        if self._is_space(to):
            return to
        turned = {"left": "down", "right": "up"}
        return self._moved_once(cell, turned[how]) if how in turned else cell

    def _is_space(self, cell: Cell) -> bool:
        row, col = cell
        rows = self.title.market.rows
        if not (0 <= row < len(rows) and 0 <= col < len(rows[row])):
            return False
        is_blue = row <= 2 and col >= 13  # 5: the last three spaces of the upper rows
        return not is_blue or self.books.phase == "16"

    def entered(self, corporation: str, cell: Cell) -> None:
        if self.title.market.rows[cell[0]][cell[1]] == 377:
            self.ended.append(corporation)
        if cell == (9, 0):
            self._close(corporation, "1849-5.0.14")

    # 11 Closures

    def _close(self, corporation: str, clause: str) -> None:
        books = self.books
        president = self._presiding(corporation)
        if corporation in self.now.before.own.bonds:
            missing = BOND - books.cash[corporation]
            waits = any(
                isinstance(frame, BondDue) and frame.corporation == corporation for frame in self.now.after.agenda
            )
            if missing > 0 and not waits:
                books.pay(president, BANK, min(missing, books.cash[president]), "1849-14.2.5")
        books.pay(corporation, BANK, books.cash[corporation], "1849-11.0.2")
        for train in list(books.train_list(corporation)):
            books.train(train, corporation, OUT, "1849-11.0.3")
        for private, owner in list(books.privates.items()):
            if owner == corporation:
                books.close_card(private, "1849-11.0.3")
        books.off_market(corporation, clause)
        for number in range(len(books.papers[corporation])):
            books.hand(corporation, number, corporation, "1849-11.0.2")
        books.stations[corporation], books.tokens[corporation] = [], 3
        books.note("stations", corporation, "1849-11.0.6")
        self.line.append(corporation)
        if self.rsa == corporation:
            self.rsa = ""

    def _presiding(self, corporation: str) -> str:
        """R48: if the sale also changes the president, the new one."""
        president = self.books.president(corporation)
        if president not in self.books.seats:
            return president
        heir = self.heir(corporation, president, self.books.percent(corporation, president))
        return heir or president

    def _fail(self) -> None:
        """10.7 B: all the money of the president is gone, and the corporation closes."""
        books, player = self.books, self.now.player
        turn = frame_of(self.now.before, OperatingTurn)
        assert turn is not None
        could = self.sellable(player)
        self.check(not could, "1849-10.7.8", f"{player} fails and could still sell {could}.")
        books.pay(player, turn.corporation, books.cash[player], "1849-10.7.8")
        self._close(turn.corporation, "1849-11.0.1")
        self._asked_for_loan(player)

    def _asked_for_loan(self, player: str) -> None:
        has_stock = any(player in holders for holders in self.books.papers.values())
        steps = [frame.__struct_config__.tag for frame in self.now.after.agenda]
        is_asked = "loan_or_leave" in steps
        waits = "bond_due" in steps
        is_right = is_asked != has_stock or waits
        self.check(
            is_right,
            "1849-10.7.9",
            f"{player}, {'with' if has_stock else 'without'} stock, is {'' if is_asked else 'not '}asked.",
        )

    def _leave(self, player: str) -> None:
        books = self.books
        for private, owner in list(books.privates.items()):
            if owner == player:
                books.close_card(private, "1849-R27")
        books.gone.append(player)
        books.note("gone", "", "1849-10.7.9")

    # 10.3 Track

    def _lay(self, action: do.LayTile) -> None:
        books, now = self.books, self.now
        hex_id, corporation = action.hex, now.corporation
        hex = self.title.board.hexes[hex_id]
        before = Ground(self.title.board, now.before.layout.tiles)
        books.lay(hex_id, action.tile, action.rotation, "1849-10.3.4")
        after = Ground(self.title.board, books.tiles)
        old, new = set(before.pieces(hex_id)), set(after.pieces(hex_id))
        added = new - old
        self._judge_tile(hex_id, before, after)
        for one, other, gauge in old:
            kept = any(piece[:2] == (one, other) and piece[2] & gauge == gauge for piece in new)
            self.check(kept, "1849-10.3.13", f"The tile on {hex_id} drops the track {one}-{other}.")
        cost = TERRAIN[hex.terrain]
        gauges = {gauge for _, _, gauge in added}
        if gauges <= {NARROW}:
            cost //= 4
        elif DUAL not in gauges and books.privates.get("SIGI") == corporation:
            cost //= 2
        books.pay(
            corporation, BANK, cost, "1849-10.3.1.6" if books.privates.get("SIGI") == corporation else "1849-10.3.1.2"
        )
        self._solvent(corporation)
        turn = frame_of(now.before, OperatingTurn)
        if turn is not None and turn.power == "SMS":
            name = hex.name
            is_coastal = name not in ("Caltanissetta", "Ragusa") and hex.face.stops and hex.face.stops[0].kind == "city"
            self.check(bool(is_coastal), "1849-7.1.9", f"SMS builds on {name}.")
        else:
            self._judge_way(corporation, hex_id, {piece[:2] for piece in added}, before, after)

    def _judge_tile(self, hex_id: str, before: Ground, after: Ground) -> None:
        board, now = self.title.board, self.now
        old, new = before.colour(hex_id), after.colour(hex_id)
        is_next = old in SHADES and new in SHADES and SHADES.index(new) == SHADES.index(old) + 1
        self.check(is_next, "1849-10.3.13", f"On {hex_id} {new} follows {old}.")
        if new in SHADES:
            in_use = SHADES.index(new) <= COLOURS[now.before.phase]
            self.check(in_use, "1849-6.0.1", f"{new} is laid in phase {now.before.phase}.")
        tile = self.books.tiles[hex_id][0]
        laid = sum(placed[0] == tile for placed in self.books.tiles.values())
        self.check(laid <= board.tiles[tile].count, "1849-10.3.16", f"There are {laid} tiles {tile} on the map.")
        kinds = [[stop.kind for stop in ground.shown(hex_id).stops] for ground in (before, after)]
        self.check(kinds[0] == kinds[1], "1849-10.3.12", f"On {hex_id} {kinds[1]} takes the place of {kinds[0]}.")
        labels = {ground.shown(hex_id).label for ground in (before, after)}
        self.check(len(labels) == 1 or old == "blank", "1849-10.3.14", f"The letters on {hex_id} are {labels}.")
        self.check(not after.loose_ends(hex_id), "1849-10.3.8", f"Track of {hex_id} runs into nothing.")
        if board.hexes[hex_id].name == "Acireale":
            owner = self.books.privates.get("SCE", "")
            is_free = not owner or owner in self.books.papers
            self.check(is_free, "1849-7.1.2", "Acireale is built on while SCE blocks it.")

    def _judge_way(
        self, corporation: str, hex_id: str, added: set[tuple[int, int]], before: Ground, after: Ground
    ) -> None:
        """10.3.6, 10.3.15: new track that a route runs onto, or a dearer stop in reach."""
        starts = self.books.stations[corporation]
        reached = after.reach(starts, self._closed_to(corporation, after))
        runs_on = any((hex_id, *piece) in reached.pieces for piece in added)
        level = LEVEL[self.now.before.phase]
        dearer = any(
            stop in reached.stops and _value(after, stop, level) > _value(before, stop, level)
            for stop in after.stops(hex_id)
        )
        own = any(stop.rpartition(".")[0] == hex_id for stop in starts) and before.colour(hex_id) == "blank"
        clause = "1849-10.3.6" if before.colour(hex_id) == "blank" else "1849-10.3.15"
        self.check(runs_on or dearer or own, clause, f"No route of {corporation} leads to the new track on {hex_id}.")

    def _closed_to(self, corporation: str, ground: Ground) -> set[str]:
        tokens = [stop for stops in self.books.stations.values() for stop in stops]
        own = self.books.stations[corporation]
        return {stop for stop in tokens if stop not in own and tokens.count(stop) >= ground.stop(stop).slots}

    # 10.4 Tokens

    def _room(self, corporation: str, stop: str) -> int:
        """Vacant spaces of a city, less one for a corporation not in operation that has its home there."""
        ground = Ground(self.title.board, self.books.tiles)
        here = sum(stop in stops for stops in self.books.stations.values())
        name = self.title.board.hexes[stop.rpartition(".")[0]].name
        kept = [
            other
            for other, home in HOMES.items()
            if home == name and other != corporation and other in self.books.papers and not self.books.is_started(other)
        ]
        return ground.stop(stop).slots - here - len(kept)

    def _vacant(self, corporation: str, stop: str, clause: str) -> None:
        """After a token was placed: no space is taken twice, and none that is kept for a home."""
        self.check(self._room(corporation, stop) >= 0, clause, f"There is no vacant space on {stop} for {corporation}.")

    def _token(self, corporation: str, stop: str) -> None:
        books = self.books
        ground = Ground(self.title.board, books.tiles)
        self.check(ground.stop(stop).kind == "city", "1849-10.4.2", f"{stop} is no city.")
        hexes = [other.rpartition(".")[0] for other in books.stations[corporation]]
        self.check(stop.rpartition(".")[0] not in hexes, "1849-10.4.6", f"{corporation} has two tokens on {stop}.")
        turn = frame_of(self.now.before, OperatingTurn)
        if turn is None or turn.power != "SMS":
            reached = ground.reach(books.stations[corporation], self._closed_to(corporation, ground)).stops
            self.check(stop in reached, "1849-10.4.2", f"No route of {corporation} leads to {stop}.")
        books.place_token(corporation, stop, "1849-10.4.1")
        self.check(books.tokens[corporation] >= 0, "1849-10.4.1", f"{corporation} has no token left.")
        self._vacant(corporation, stop, "1849-10.4.4")

    # 10.5 Runs

    def _run(self, action: do.RunTrains) -> None:
        corporation = self.now.corporation
        ground = Ground(self.title.board, self.books.tiles)
        trains = list(self.books.train_list(corporation))
        ways: list[Walked] = []
        total = 0
        for run in action.routes:
            self.check(run.train in trains, "1849-10.5.1", f"{corporation} runs a {run.train} it does not own.")
            if run.train in trains:
                trains.remove(run.train)
            found = [way for way in ground.along(run.hexes) if self._is_legal(corporation, run.train, way, ground)]
            found = [way for way in found if not any(way.sides & other.sides for other in ways)]
            text = f"The {run.train} of {corporation} cannot run {'-'.join(run.hexes)}."
            self.check(bool(found), "1849-10.5.1.1", text)
            if found:
                best = max(found, key=lambda way: self._worth(corporation, run.train, way, ground))
                ways.append(best)
                total += self._worth(corporation, run.train, best, ground)
        self.revenue, self.ran = total, corporation
        turn = frame_of(self.now.after, OperatingTurn)
        shown = turn.revenue if turn is not None else None
        self.check(shown == total, "1849-10.5.2.1", f"The routes of {corporation} earn {total}, not {shown}.")

    def _is_legal(self, corporation: str, train: str, way: Walked, ground: Ground) -> bool:
        """10.1, 10.5.1: length, ends, two stations, an own token, and no way through a full city."""
        closed = self._closed_to(corporation, ground)
        kinds = [ground.stop(stop).kind for stop in way.stops]
        through = zip(way.stops[1:-1], kinds[1:-1], strict=True)
        if any(stop in closed or kind in ("port", "offboard") for stop, kind in through):
            return False
        stations = [kind for kind in kinds if kind != "port"]
        cities = [kind for kind in stations if kind != "town"]
        if len(stations) < 2 or not cities or not set(way.stops) & set(self.books.stations[corporation]):
            return False
        if train == "E":
            return all(gauge & STANDARD for gauge, _ in way.stretches)
        each = {STANDARD: 2, NARROW: 1, DUAL: 1} if train == "R6H" else {STANDARD: 1, NARROW: 2, DUAL: 1}
        length = sum(each[gauge] * edges for gauge, edges in way.stretches)
        return length <= int(train.strip("RH"))

    def _worth(self, corporation: str, train: str, way: Walked, ground: Ground) -> int:
        own: Sicily = self.now.before.own
        total = 0
        for stop in way.stops:
            hex_id = stop.rpartition(".")[0]
            value = _value(ground, stop, LEVEL[self.books.phase])
            if own.port == hex_id and own.port_owner == corporation:
                value += 20
            if train == "E" and self.title.board.hexes[hex_id].name in MAJOR:
                value *= 2
            total += value
        return total

    def _dividend(self, corporation: str, choice: str) -> None:
        books, revenue = self.books, self.revenue
        self.check(self.ran == corporation, "1849-10.5.1", f"{corporation} pays without a run.")
        self.check(choice in ("pay", "withhold"), "1849-10.5.3.1", f"A run is not {choice}.")
        if choice == "pay":
            self.pay_out(corporation, revenue // 10, {POOL: None})
            if revenue >= books.price(corporation):
                self.move(corporation, "right", "1849-10.5.3.4")
            else:
                books.note("token", corporation, "1849-10.5.3.6")
        else:
            books.pay(BANK, corporation, revenue, "1849-10.5.3.7")
            self.move(corporation, "left", "1849-10.5.3.7")
        earned = self.now.after.earnings.get(corporation)
        if books.is_started(corporation):
            self.check(earned == revenue, "1849-4.0.2", f"The last run of {corporation} was {revenue}, not {earned}.")

    # 10.6 Trains

    def _on_sale(self) -> list[str]:
        left = self.books.train_list(BANK)
        line = [train for train in LINE if train in left][:1]
        beside = [train for train in ("R6H",) if train in left and self.books.phase == "16"]
        electric = ["E"] if "E" in left and self.books.phase in ("12", "16") else []
        return [*line, *beside, *electric]

    def _on_sale_prices(self, corporation: str) -> list[int]:
        may_own_e = corporation in self.now.before.own.e_tokens
        trains = [*self._on_sale(), *self.books.train_list(POOL)]
        return [TRAINS[train] for train in trains if train != "E" or may_own_e]

    def _buy_train(self, action: do.BuyTrain) -> None:
        books, buyer = self.books, self.now.corporation
        limit = LIMIT[books.phase]
        owned = len(books.train_list(buyer))
        self.check(owned < limit, "1849-6.0.8", f"{buyer} buys a train beyond the limit of {limit}.")
        if action.train == "E":
            self.check(buyer in self.now.before.own.e_tokens, "1849-14.3.5", f"{buyer} has no E token.")
        if action.source not in (BANK, POOL):
            self.check(action.price >= 1, "1849-10.6.5", f"A train is sold for {action.price}.")
            if self._decides(action.source) == self.now.player:
                self._train_deal(action.train, buyer, action.source, action.price)
            return
        on_sale = self._on_sale() if action.source == BANK else books.train_list(POOL)
        self.check(action.train in on_sale, "1849-10.6.2", f"No {action.train} is on sale in the {action.source}.")
        cost = TRAINS[action.train]
        short = cost - books.cash[buyer]
        if short > 0:
            self.check(owned == 0, "1849-10.7.1", f"{buyer} owns trains and is helped to one more.")
            is_cheapest = cost == min(self._on_sale_prices(buyer))
            self.check(is_cheapest, "1849-10.7.7", f"With the president's money {buyer} buys a {action.train}.")
            self.check(self._has_route(buyer), "1849-10.6.1", f"{buyer} has no route and is helped to a train.")
            books.pay(self.now.player, buyer, short, "1849-10.7.2")
            self._solvent(self.now.player, "1849-10.7.2")
        books.pay(buyer, BANK, cost, "1849-10.6.4")
        books.train(action.train, action.source, buyer, "1849-10.6.3")
        self._first_train(buyer)
        if action.source == BANK and action.train in LINE:
            self._new_phase(action.train.removesuffix("H"))

    def _first_train(self, buyer: str) -> None:
        """8.1: RSA goes with the first train of its corporation."""
        if buyer == self.rsa:
            self.rsa = ""
            self.books.close_card("RSA", "1849-8.1.5")

    def _new_phase(self, phase: str) -> None:
        books = self.books
        if PHASES.index(phase) <= PHASES.index(books.phase):
            return
        books.phase = phase
        books.note("phase", "", "1849-6.0.4")
        for owner in list(books.trains):
            for train in [train for train in books.trains[owner] if train == ELIMINATES.get(phase)]:
                if owner != OUT:
                    books.train(train, owner, OUT, "1849-6.0.6")
        if phase == "12":
            for private in list(books.privates):
                books.close_card(private, "1849-6.0.11")
            self._earthquake()

    def _earthquake(self) -> None:
        """12: the tile and all tokens on Messina are gone; Garibaldi may close."""
        books = self.books
        messina = self._hex_named("Messina")
        books.tiles.pop(messina, None)
        books.note("tile", messina, "1849-12.0.1")
        struck = [name for name, stops in books.stations.items() if f"{messina}.0" in stops]
        for name in struck:
            books.stations[name].remove(f"{messina}.0")
            books.note("stations", name, "1849-12.0.2")
        if "AFG" in struck and not books.stations["AFG"]:
            self._close("AFG", "1849-12.0.3")

    def _decides(self, owner: str) -> str:
        return owner if owner in self.books.seats else self.books.president(owner)

    def _train_deal(self, train: str, buyer: str, seller: str, price: int) -> None:
        self.books.pay(buyer, seller, price, "1849-10.6.5")
        self._solvent(buyer, "1849-10.6.5")
        self.books.train(train, seller, buyer, "1849-10.6.5")
        self._first_train(buyer)

    def _has_route(self, corporation: str) -> bool:
        """10.6, taken loosely: track joins a token to another city or town."""
        ground = Ground(self.title.board, self.books.tiles)
        for station in self.books.stations[corporation]:
            reached = ground.reach([station], self._closed_to(corporation, ground)).stops
            if any(ground.stop(stop).kind != "port" for stop in reached - {station}):
                return True
        return False

    # 10.2, 14.1: deals

    def _private_offer(self, private: str, price: int) -> None:
        owner = self.books.privates.get(private, "")
        is_right = self.books.phase in ("6", "8", "10") and private != "RSA" and owner in self.books.seats
        self.check(is_right, "1849-10.2.1", f"{private} of {owner} is bought in phase {self.books.phase}.")
        self.check(1 <= price <= 2 * FACES[private], "1849-7.1.13", f"{private} is bought for {price}.")
        if owner == self.now.player:
            self._private_deal(private, self.now.corporation, owner, price)

    def _private_deal(self, private: str, buyer: str, seller: str, price: int) -> None:
        self.books.pay(buyer, seller, price, "1849-10.2.1")
        self._solvent(buyer)
        self.books.card(private, buyer, "1849-10.2.1")

    def _token_offer(self, buyer: str, hex_id: str, seller: str, price: int) -> None:
        self._from_phase("6", "1849-14.1.1")
        self.check(price >= 1, "1849-14.1.1", f"A token's space is sold for {price}.")
        name = self.title.board.hexes[hex_id].name
        self.check(HOMES.get(seller) != name, "1849-14.1.3", f"The home token of {seller} is sold.")
        if self._decides(seller) == self.now.player:
            self._token_deal(hex_id, buyer, seller, price)

    def _token_deal(self, hex_id: str, buyer: str, seller: str, price: int) -> None:
        books = self.books
        books.pay(buyer, seller, price, "1849-14.1.1")
        self._solvent(buyer, "1849-R37")
        stop = next((stop for stop in books.stations[seller] if stop.rpartition(".")[0] == hex_id), "")
        if stop:
            books.stations[seller].remove(stop)
            books.tokens[seller] += 1
            books.note("stations", seller, "1849-14.1.2")
        books.place_token(buyer, stop, "1849-14.1.2")
        self.check(books.tokens[buyer] >= 0, "1849-R37", f"{buyer} has no token left.")

    def _deal(self) -> None:
        offer = frame_of(self.now.before, Offer)
        assert offer is not None
        match offer.thing:
            case "train":
                self._train_deal(offer.name, offer.buyer, offer.seller, offer.price)
            case "private":
                self._private_deal(offer.name, offer.buyer, offer.seller, offer.price)
            case "token":
                self._token_deal(offer.name, offer.buyer, offer.seller, offer.price)

    def _e_token(self, corporation: str) -> None:
        own: Sicily = self.now.before.own
        first = own.e_tokens_sold == 0
        price = {"12": (1100, 800), "16": (800, 550)}.get(self.books.phase, (0, 0))[0 if first else 1]
        self.check(bool(price), "1849-14.3.2", "E tokens are not for sale yet.")
        self.check(corporation not in own.e_tokens, "1849-14.3.4", f"{corporation} buys a second E token.")
        self.check(own.e_tokens_sold < 6, "1849-14.3.2", "There is no E token left.")
        self.books.pay(corporation, BANK, price, "1849-14.3.2")
        self._solvent(corporation, "1849-14.3.3")

    # 10.8 Financial activities

    def _issue(self, corporation: str, count: int) -> None:
        books = self.books
        sizes = books.sizes(corporation)
        treasury = sorted(books.ordinary(corporation, corporation), key=lambda number: (sizes[number], number))
        percent = sum(sizes[number] for number in treasury[:count])
        self.check(corporation in self.now.before.operated, "1849-10.8.2", f"{corporation} issues in its first turn.")
        for number in treasury[:count]:
            books.hand(corporation, number, POOL, "1849-10.8.1")
        pool = books.percent(corporation, POOL)
        self.check(pool <= 50, "1849-10.8.2", f"{pool}% of {corporation} is in the pool.")
        books.pay(BANK, corporation, percent // SHARE * books.price(corporation), "1849-10.8.1")
        self.move(corporation, "down", "1849-10.8.1", percent // SHARE)

    # What follows by itself

    def _afterwards(self) -> None:
        for event in self.now.events:
            match event.text:
                case "{corporation} does not run.":
                    self._no_run(str(event.values["corporation"]))
                case "{corporation} operates.":
                    self._turn_begins(str(event.values["corporation"]))
                case "Operating round {turn}.{number} begins.":
                    self._operating_round(event)
                case "Stock round {turn} begins.":
                    self._stock_round()
                case "{corporation} pays {amount} of interest on its bond.":
                    self._interest(str(event.values["corporation"]))
        self._prices_answer(whole=False)

    def _no_run(self, corporation: str) -> None:
        """10.5: without a run the token moves left; who could run must."""
        if not self.books.is_started(corporation):
            return
        if self.books.train_list(corporation):
            can = self._can_run(corporation, self.books.train_list(corporation))
            self.check(not can, "1849-10.5.1", f"{corporation} has trains and a route, and does not run.")
        self.move(corporation, "left", "1849-10.5.2")

    def _can_run(self, corporation: str, trains: Sequence[str]) -> bool:
        """Whether a train joins an own token to a next stop: the shortest way along each stretch."""
        ground = Ground(self.title.board, self.books.tiles)
        for station in self.books.stations[corporation]:
            for hexes in ground.stretches(station):
                for way in ground.along(hexes):
                    for train in trains:
                        if self._is_legal(corporation, train, way, ground):
                            return True
        return False

    def _interest(self, corporation: str) -> None:
        """14.2: from the treasury, then the president."""
        books = self.books
        if corporation not in self.now.before.own.bonds:
            self.check(False, "1849-14.2.2", f"{corporation} pays interest on no bond.")
        short = INTEREST - books.cash[corporation]
        if short > 0:
            books.pay(books.president(corporation), corporation, short, "1849-14.2.3")
        books.pay(corporation, BANK, INTEREST, "1849-14.2.2")
        self._solvent(corporation, "1849-14.2.3")

    def _turn_begins(self, corporation: str) -> None:
        """10.0.2: the first in market order that has not yet operated."""
        waiting = [name for name in self.books.in_order() if name not in self.done]
        first = waiting[0] if waiting else ""
        self.check(corporation == first, "1849-10.0.2", f"{first} is next to operate, not {corporation}.")
        self.done.append(corporation)

    def _operating_round(self, event: Event) -> None:
        number = int(event.values["number"])
        if number == 1:
            self._stock_round_over()
            self.of = ROUNDS[self.books.phase]
        self.check(number <= self.of, "1849-6.0.3", f"Round {number} of a set of {self.of} begins.")
        self.round, self.done = number, []
        for private, owner in self.books.privates.items():
            if owner != BANK:
                self.books.pay(BANK, owner, REVENUES[private], "1849-7.1.12")

    def _stock_round(self) -> None:
        if self.round:
            text = f"The set of {self.of} ends after round {self.round}."
            self.check(self.round == self.of, "1849-6.0.3", text)
        self.round = 0
        self.sold, self.acted, self.priority = set(), "", self.now.after.priority

    def _stock_round_over(self) -> None:
        """9.7: the priority, then the prices."""
        self._prices_answer(whole=True)
        due = self.books.from_left(self.acted)[0] if self.acted else self.priority
        found = self.now.after.priority
        if due not in self.books.gone and self.acted not in self.books.gone:
            self.check(found == due, "1849-9.0.4", f"{due} gets the priority, not {found}.")

    def _prices_answer(self, whole: bool) -> None:
        """In the order before the first moves; who closes with a bond pays before the next one moves (R47)."""
        waits = frame_of(self.now.after, PricesAnswer)
        had = frame_of(self.now.before, PricesAnswer)
        if not whole and waits is None:
            return
        if self.queue is None:
            self.queue = list(had.waiting) if had is not None else self.books.in_order()
        left = 0 if whole or waits is None else len(waits.waiting)
        while len(self.queue) > left:
            corporation = self.queue.pop(0)
            holders = self.books.papers[corporation]
            if not self.books.is_started(corporation):
                continue
            if POOL in holders:
                self.move(corporation, "down", "1849-9.7.1")
            elif corporation not in holders:
                self.move(corporation, "up", "1849-9.7.2")
            else:
                self.books.note("token", corporation, "1849-9.7.3")
        if whole:
            self.queue = None

    # What always holds

    def _standing(self) -> None:
        now, books = self.now, self.books
        self.check(bool(now.after.bank_broken) == books.broken, "1849-R30", f"The bank holds {books.cash[BANK]}.")
        for corporation in books.papers:
            if not books.is_started(corporation):
                continue
            president = now.after.certificates[corporation][PRESIDENT]
            holding = {player: _percent(self, now.after, corporation, player) for player in books.players()}
            waits = frame_of(now.after, PresidentExchange)
            if waits is None and president in holding:
                most = max(holding.values())
                text = f"{president} presides over {corporation} with {holding[president]}%, somebody has {most}%."
                self.check(holding[president] == most, "1849-9.5.1", text)
        self._limits()
        self._duty()
        self._watch_quiet()
        self._end()

    def _ended_turn(self) -> str:
        """The corporation whose turn this moment has ended."""
        turn, still = frame_of(self.now.before, OperatingTurn), frame_of(self.now.after, OperatingTurn)
        if turn is None or (still is not None and still.corporation == turn.corporation):
            return ""
        return turn.corporation

    def _duty(self) -> None:
        """10.6.1: who has a route owns a train when its turn is over, if there is one to be had."""
        books, corporation = self.books, self._ended_turn()
        if not corporation or not books.is_started(corporation) or books.train_list(corporation):
            return
        if self._on_sale_prices(corporation):
            can = self._can_run(corporation, ("16H", "R6H"))
            self.check(not can, "1849-10.6.1", f"{corporation} has a route and ends its turn without a train.")

    def _watch_quiet(self) -> None:
        """R43: whether anything has changed since the stock round began."""
        before, after = self.now.before, self.now.after
        same = (before.cash, before.certificates, before.market, before.layout.tiles, before.stations) == (
            after.cash,
            after.certificates,
            after.market,
            after.layout.tiles,
            after.stations,
        )
        self.quiet = (self.quiet or self.was_told("Stock round {turn} begins.")) and same

    def _limits(self) -> None:
        """6: after the discards nobody is over the train limit."""
        after = self.now.after
        if any(frame.__struct_config__.tag == "discard" for frame in after.agenda):
            return
        for corporation in self.books.papers:
            owned = len(after.trains.get(corporation, ()))
            text = f"{corporation} owns {owned} trains in phase {after.phase}."
            self.check(owned <= LIMIT[after.phase], "1849-6.0.8", text)

    def _end(self) -> None:
        """13: at 377, when the set is over after the bank ran out, or with one player left."""
        now = self.now
        still = frame_of(now.after, OperatingTurn)
        left_round = now.after.round.kind in ("stock", "end") or now.after.round.turn != now.before.round.turn
        is_set_over = now.before.round.kind == "operating" and self.round in (0, self.of)
        reasons = {
            "1849-13.0.1": self._ended_turn() in self.ended,
            "1849-13.0.3": self.books.broken and is_set_over and left_round and still is None,
            "1849-13.0.7": len(self.books.players()) == 1,
        }
        is_dead = now.after.ended_by == "1849-R43" and (self.quiet or not self.books.market)
        stalled = now.after.ended_by == "1849-R46" and now.before.round.kind == "auction" and self.books.broken
        self.check_end(reasons, otherwise=is_dead or stalled)

    def judge_scores(self, scores: dict[str, int]) -> None:
        state = self.now.after
        own: Sicily = state.own
        for player, score in scores.items():
            worth = state.cash[player]
            for corporation in state.certificates:
                cell = next(((row, col) for name, row, col in state.market if name == corporation), None)
                if cell is not None:
                    price = self.title.market.rows[cell[0]][cell[1]]
                    if corporation in own.bonds:
                        price = max(0, price - BOND_SHARE)
                    worth += price * _percent(self, state, corporation, player) // SHARE
            worth = max(0, worth - LOAN_COST * own.loans.count(player))
            if player in state.gone:
                worth = 0
            self.check(score == worth, "1849-13.0.8", f"{player} is worth {worth}, not {score}.")


def _value(ground: Ground, stop: str, level: int) -> int:
    revenue = ground.stop(stop).revenue
    return revenue[min(level, len(revenue) - 1)]


def _percent(referee: Dealer, state: State, corporation: str, player: str) -> int:
    sizes = referee.title.corporations[corporation].certificates
    return sum(size for size, holder in zip(sizes, state.certificates[corporation], strict=True) if holder == player)
