"""Leaving an event, by withdrawing, not turning up or a red card, and coming back.

Start in `withdraw.py`.
"""
