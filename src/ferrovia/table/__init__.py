"""The table: the web application on which people sit down and play."""
