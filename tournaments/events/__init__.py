"""Events from their opening to their end.

Start in `open.py`.
"""
