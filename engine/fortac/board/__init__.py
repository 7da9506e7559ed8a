"""The board of Fortac: spaces, cards, and a position of both.

Start in `position.py`.
"""
