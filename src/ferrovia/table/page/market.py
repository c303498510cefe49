"""The market as the page draws it: every price, every token, ghosts for what is pointed at."""
