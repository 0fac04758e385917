"""The proof that Croupier grew from, kept as a peer of its plain speed."""
