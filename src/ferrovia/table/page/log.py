"""The log: what happened, round by round, who did it."""
