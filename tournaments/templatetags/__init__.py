"""Template tags for events, leagues and ratings."""
