"""Pictures: pure functions from what is printed and what is so far played to SVG."""
