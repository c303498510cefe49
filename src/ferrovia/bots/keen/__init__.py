"""The third rung of computer players: greedy by estimated money, one ply, no search."""
