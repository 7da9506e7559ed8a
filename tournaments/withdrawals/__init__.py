"""Leaving an event: withdrawn, not turned up, shown a red card, and coming back.

Start in `withdraw.py`.
"""
