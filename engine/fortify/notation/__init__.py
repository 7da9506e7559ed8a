"""Turns and positions as text, written and read.

Start in `turn.py`.
"""
