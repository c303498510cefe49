"""The bar on top: round, phase, bank, limits."""
