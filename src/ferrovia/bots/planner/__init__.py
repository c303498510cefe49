"""The top rung of computer players: starts from what keen thinks, and follows the best of it into the future."""
