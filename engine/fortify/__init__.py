"""Fortify: its rules, notation and maps, as pure functions over immutable values."""
