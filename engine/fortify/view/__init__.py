"""The view of a match, and of a turn while it is put together.

Start in `view.py`.
"""
