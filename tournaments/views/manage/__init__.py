"""Pages on which organisers run an event."""
