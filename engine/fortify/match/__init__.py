"""A match of Fortify: its options, its state and its submissions.

Start in `state.py`.
"""
