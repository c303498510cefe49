"""Trains and phases: what is gone, what is next, what it makes rust."""
