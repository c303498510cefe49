"""Saying: sentences wait as messages, and a voice says them in one language."""
