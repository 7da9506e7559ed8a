"""A match of The Last Fairy Tale: its options, its state and its submissions.

Start in `state.py`.
"""
