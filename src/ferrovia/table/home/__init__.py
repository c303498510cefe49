"""Home: what its lists are made of beside the tables."""
