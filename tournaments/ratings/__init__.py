"""Ratings of players: months closed, lists and graphs.

Start in `close_month.py`; the arithmetic is in `competition/ratings`.
"""
