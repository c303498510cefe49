"""Ask anything: a hex, a tile, a corporation, a train, a private company, a step or a word answers with a card."""
