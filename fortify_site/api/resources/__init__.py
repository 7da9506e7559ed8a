"""What there is to read and to do, by subject."""
