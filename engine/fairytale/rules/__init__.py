"""The rules: positions, what may be done in a turn, and how monsters move.

Start in `position.py`.
"""
