"""Forms about matches."""
