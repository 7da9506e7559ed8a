"""Fortify in words: actions, turns, endings, and reasons why an action is illegal.

Start in `illegal.py`.
"""
