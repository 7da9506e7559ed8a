"""Pages about the entries of an event, for players and organisers."""
