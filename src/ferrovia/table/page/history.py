"""History: every move has an address, and the way back to now is one key."""
