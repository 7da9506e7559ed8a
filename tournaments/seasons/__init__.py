"""Leagues of a club: their seasons, and who plays in which division."""
