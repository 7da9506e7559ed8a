"""Making an event, and changing what it fixes."""
