"""The tiles that are left."""
