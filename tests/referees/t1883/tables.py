"""The tables of the rulebook of 1883, and the clause behind each entry of the books."""

from __future__ import annotations

CCFR, SARSA, SEFTA, SV = "CCFR", "SARSA", "SEFTA", "SV"
MERGING = ("FMMSF", "FMV")

# 4: the phases
ROUNDS = {"1": 1, "2": 2, "3": 2, "4": 2, "5": 3, "6": 3, "7": 3, "8": 3}
LIMIT = {"1": 4, "2": 4, "3": 4, "4": 3, "5": 2, "6": 2, "7": 2, "8": 2}
STARTED_BY = {"3": "2", "3bis": "3", "4": "4", "5": "5", "6": "6", "7": "7", "8": "8"}
SCRAPPED = {"4": ("2", "2G"), "5": ("3",), "6": ("3bis",), "8": ("4",)}
LEVEL = {"1": 0, "2": 0, "3": 1, "4": 1, "5": 1, "6": 2, "7": 2, "8": 2}
SHADES = ("blank", "yellow", "green", "brown", "grey")
COLOURS = {"1": 1, "2": 2, "3": 2, "4": 2, "5": 3, "6": 3, "7": 4, "8": 4}
PARS = {65: "1", 85: "1", 100: "1", 110: "2", 150: "5"}  # 5.3.3
LINE = ("2", "3", "3bis", "4", "5", "6", "7", "8")
PERMANENT = ("5", "6", "7", "8")
PARTNERS = ("2", "3", "3bis")
# A3: the tables
CAPITAL = {2: 800, 3: 550, 4: 400}
PAPERS = {2: (32, 28), 3: (21, 19), 4: (16, 14)}
FACES = {"TCB": 20, "FRV": 40, "CNP": 60, "TMM": 80, "FCV": 100, "FSF-P": 150}
INCOMES = {"TCB": 5, "FRV": 10, "CNP": 10, "TMM": 15, "FCV": 15, "FSF-P": 0}
SUPPORT = (5, 10, 20, 30, 40, 50, 60, 80, 100)
CONCESSIONS = {  # cost, bonuses, due
    "1": (15, (100, 150, 200), 2),
    "2": (20, (200, 250, 300), 4),
    "3": (20, (200, 250, 300), 4),
    "4": (15, (150, 200, 250), 6),
    "5": (20, (350, 400, 450), 6),
    "6": (20, (200, 250, 300), 5),
    "7": (10, (100, 150, 200), 4),
    "8": (10, (100, 150, 200), 5),
}
RED_LINES = {
    "Modena": ("Bologna/Florence", "Mantova/Brenner"),
    "Reggio Emilia": ("Bologna/Florence",),
    "Castelfranco": ("Bologna/Florence",),
    "Suzzara": ("Mantova/Brenner",),
    "Poggio Rusco": ("Verona/Brenner",),
    "San Felice": ("Verona/Brenner",),
    "Persiceto": ("Verona/Brenner",),
}
# 11: what a strike does, and to whom: all corporations, railways, or SARSA
STRIKES = {
    "General strike": ("zero", "all", False),
    "Hot autumn": ("zero", "all", False),
    "Railroad strike": ("half", "railways", False),
    "Bus strike": ("half", "coaches", False),
    "Autarchy": ("half", "all", True),
}
BOXES = {
    "King's visit": {"Bologna/Florence": -10},
    "Verona Porta Nuova built": {"Verona/Brenner": 20},
    "Economic boom": {"Mantova/Brenner": 30, "Verona/Brenner": 20},
}
LOSE_SUPPORT = ("The fall of the Fascist regime", "The march on Rome", "Italian Republic declared")
HEIGHTS = ("plain", "hill", "mountain")

CLAUSES = {
    "sale.started": "1883-5.2.1",
    "sale.money": "1883-5.2.1",
    "sale.paper": "1883-5.2.2",
    "sale.price": "1883-5.2.2",
    "sale.president": "1883-5.3.4.3",
    "sale.pool": "1883-5.2.3",
    "presidency": "1883-5.3.4.1",
    "buy.paper": "1883-5.3.1",
    "buy.pool": "1883-5.3.1.1",
    "buy.offer": "1883-5.3.2.1",
    "buy.cash": "1883-5.3.2.1",
    "buy.most": "1883-5.3.6.1",
    "dividend": "1883-6.7.2.3",
}
AUCTION = {
    "price": "1883-3.3.1.1",
    "bid": "1883-3.3.1.3",
    "aside": "1883-3.3.1.4",
    "contest": "1883-3.3.1.8",
    "award": "1883-3.3.1.7",
    "revenue": "1883-3.3.2.1",
}
