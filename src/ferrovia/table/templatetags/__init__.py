"""Tags that our templates know."""
