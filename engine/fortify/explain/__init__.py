"""Fortify in words: actions, turns, endings, and why an action is illegal.

Start in `illegal.py`.
"""
