"""Remedies: what would lift a refusal, as data that can be said and be supposed on a fork of the game.

Each is told by what it would take ("with L. 40 more for AFG", "from phase 8 on"), and proved by supposing it: a fork is
brought into that very state and asked again. `search.why_not` tries them out.
"""
