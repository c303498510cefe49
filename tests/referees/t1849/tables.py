"""The tables of the rulebook of 1849, and the clause behind each entry of the books."""

from __future__ import annotations

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
CLOSED = (9, 0)  # 5: the space at the bottom of the first column
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
