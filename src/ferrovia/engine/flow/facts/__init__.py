"""Facts: all that is so about one thing on the table now, as data for whoever asks about it.

A hex, a tile, a train, a private company, a corporation, a step: what it is, what may be done with it, and why not,
with what would make it legal. Nothing here is in words; who shows it says it.
"""
