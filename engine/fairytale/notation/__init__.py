"""Positions as text, read and written.

Start in `position.py`.
"""
