"""Quick Silver: steal in the dark, mind the dynamite, and be the second-heaviest at the market."""
