"""Dodgeball at the game table: what a referee notes during a match, and what follows from it."""
