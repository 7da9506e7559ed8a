"""How fast things are: ``make bench``."""
