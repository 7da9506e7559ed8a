"""A match of Fortac: its state, and what a player submits.

Start in `state.py`.
"""
