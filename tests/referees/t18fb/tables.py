"""The tables of the rulebook of 18FB, and the clause behind each entry of the books."""

from __future__ import annotations

DEPOSITS, BESIDE = "deposits", "card"
MAJORS = ("NN", "FSC", "LdA", "FC", "FB", "LTF", "SFTF", "FS", "FP", "FST", "SFM")  # 2.4
NATIONALS = ("RM", "RA")
CANDIDATES = {"RM": ("LdA", "NN", "FC", "FSC"), "RA": ("LTF", "FS", "SFTF", "SFM")}  # 3.7
REGIONALS = {"FA": 100, "FAS": 110, "FdC": 120, "FAL": 120, "FG": 130, "SEPSA": 160, "SFSM": 160}  # 3.6.2, in order
CAPITAL = {3: 1000, 4: 750, 5: 600, 6: 500}  # 3.1
PAPERS = {3: 26, 4: 20, 5: 16, 6: 13}  # 2.3
CARDS = {  # 2.7: cost, revenues, the company whose share comes with it
    "Melisurgo": (50, 10, 10, ""),
    "Riseis": (75, 15, 15, ""),
    "Falcon": (75, 15, 15, ""),
    "Delahante": (100, 20, 20, ""),
    "Valadous": (125, 25, 10, "LdA"),
    "L'Ala": (150, 25, 10, "FB"),
    "Bayard": (175, 25, 10, "NN"),
    "Albano": (200, 25, 10, "FP"),
}
DEPOSIT = {  # 3.3.2: deposits and band
    "NN": (100, 50, "A"),
    "FSC": (200, 100, "D"),
    "LdA": (150, 80, "C"),
    "FC": (200, 100, "D"),
    "FB": (150, 80, "A"),
    "LTF": (100, 50, "C"),
    "SFTF": (100, 50, "C"),
    "FS": (200, 100, "B"),
    "FP": (400, 200, "B"),
    "FST": (240, 120, "C"),
}
BANDS = {"A": 5, "B": 10, "C": 15, "D": 20, "E": 25}  # 3.5.4
PARS = {60: 1, 70: 1, 80: 1, 90: 1, 100: 1, 110: 2, 120: 2, 130: 2, 140: 5, 150: 5}  # 2.1
SCRAPPED = {3: "PH1", 5: "PH2", 6: "PH3"}
LEVEL = {1: 0, 2: 0, 3: 1, 4: 1, 5: 2, 6: 2}
COLOURS = {1: 1, 2: 2, 3: 2, 4: 2, 5: 3, 6: 3}
STEPS = {1: 2, 2: 2, 3: 3, 4: 3, 5: 4, 6: 4}  # 3.5.1
SHADES = ("blank", "yellow", "green", "brown")
ENDLESS = ("PH6", "PH6R")
MARKERS = {("single", "yellow"): 1, ("single", "green"): 1, ("single", "brown"): 2,
           ("double", "yellow"): 1, ("double", "green"): 2, ("double", "brown"): 3}  # 3.5.2  # fmt: skip
OBSTACLES = {"plain": 10, "river": 40, "mountain": 60}  # 3.5.2
BENEVENTO, PONTECORVO = "I30", "F35"
NAPOLI = "Napoli"

CLAUSES = {
    "sale.started": "18FB-3.3.1.7",
    "sale.money": "18FB-3.3.1.5",
    "sale.paper": "18FB-3.3.1.5",
    "sale.price": "18FB-2.2.5.1",
    "sale.president": "18FB-3.3.1.2",
    "sale.pool": "18FB-3.3.1.1",
    "presidency": "18FB-3.3.5.3",
    "buy.paper": "18FB-3.3.4.1",
    "buy.pool": "18FB-3.3.4.3",
    "buy.offer": "18FB-3.3.4.2",
    "buy.cash": "18FB-3.3.4.1",
    "buy.most": "18FB-2.3.4",
    "dividend": "18FB-3.5.6.2",
}
