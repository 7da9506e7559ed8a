"""Making an event, and changing its settings.

Start in `save.py`. What may be set is in `tournaments/settings`.
"""
