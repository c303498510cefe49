"""The page of all components in all states, for whoever changes how they look, and for the tests that photograph it."""
