"""Talk at the table."""
