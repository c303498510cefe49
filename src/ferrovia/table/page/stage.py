"""The stage: the board as a picture, and what lies over it."""
