"""Making an event, and changing its settings.

Start in `save.py`.
"""
