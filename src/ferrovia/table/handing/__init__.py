"""Seats that change hands in a game: links and codes that open one, what the others are asked, what was done."""
