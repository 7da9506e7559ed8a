"""Pages of an event that everyone may read."""
