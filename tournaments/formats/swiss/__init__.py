"""Swiss: in each round, players meet others with about their score."""
