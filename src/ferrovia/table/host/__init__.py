"""The host's room: what those who are marked as hosts of a server may do, and what is kept of it."""
