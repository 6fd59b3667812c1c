"""What use cases find out and texts put into words: frozen values, one file per area."""
