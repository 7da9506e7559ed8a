"""Tournaments and players from files."""
