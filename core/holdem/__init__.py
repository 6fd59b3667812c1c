"""Hold'em besides its ranking: seats and moves, the button, the blinds and their clock."""
