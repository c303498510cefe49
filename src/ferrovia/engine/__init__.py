"""The rules engine: a glossary of 18xx. It knows boards, paper, money and turns, and no title by name."""
