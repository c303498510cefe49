"""Computer players: they choose from a decision, like everybody else, and never look at what is hidden."""
