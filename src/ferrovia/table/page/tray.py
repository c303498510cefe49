"""What the viewer may do at any moment, in others' turns too."""
