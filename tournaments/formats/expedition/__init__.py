"""Expedition: in each round, every team plays the same match for itself."""
