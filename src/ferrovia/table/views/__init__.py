"""What the table answers to requests: a module for each group of pages."""
