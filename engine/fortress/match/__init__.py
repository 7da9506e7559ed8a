"""A match of Fortress: its options, its state and what a player submits.

Start in `state.py`.
"""
