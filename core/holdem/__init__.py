"""Hold'em besides its ranking: the blinds and their clock."""
