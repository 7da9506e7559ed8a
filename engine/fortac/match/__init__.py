"""A match of Fortac: its state and its submissions.

Start in `state.py`.
"""
