"""A game and the people around it: one way to act, to take back and to look, under the terminal and the table."""
