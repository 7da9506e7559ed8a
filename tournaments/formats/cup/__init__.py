"""Cup: losers are out, until one player is left."""
