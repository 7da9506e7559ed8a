"""A match of Fortress: its options, its state and its submissions.

Start in `state.py`.
"""
