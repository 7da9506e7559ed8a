"""The forms of events, clubs and leagues."""
