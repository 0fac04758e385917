"""What rules are written with. Knows no game."""
