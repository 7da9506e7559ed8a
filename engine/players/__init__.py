"""Computer players: one search for every game, at several strengths.

Start in `choose.py`.
"""
