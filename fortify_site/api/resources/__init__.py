"""What there must read and to do, by subject."""
