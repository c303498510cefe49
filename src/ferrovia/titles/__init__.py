"""The titles: what each box prints, and the mechanisms that only it has."""
