"""The steps of an operating turn that every 18xx shares, one module each."""
