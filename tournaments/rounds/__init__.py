"""Rounds: paired by a worker, published, played, closed.

Start in `next_round.py`.
"""
