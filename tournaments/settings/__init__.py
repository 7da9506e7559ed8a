"""Making an event, and changing what it fixes.

Start in `save.py`.
"""
