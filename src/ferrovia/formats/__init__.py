"""Files: our own save file, and games of other sites coming in."""
