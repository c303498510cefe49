"""Notices: somebody is told, away from the page, that a table waits for them; and what became of each of them."""
