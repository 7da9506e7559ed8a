"""A match of The Last Fairy Tale: its options, its state and what a player submits.

Start in `state.py`.
"""
