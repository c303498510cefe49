"""The map room: hexes, tiles and their track, who can reach what, and the best runs. No prices, no turns."""
