"""The view of a match, and of a submission while it is put together.

Start in `view.py`.
"""
