"""The languages of Ferrovia: what it says is gathered from the source, translated here, and compiled."""
