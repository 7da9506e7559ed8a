"""A player's account in tournaments: export and erasure."""
