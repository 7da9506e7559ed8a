"""Fortress as its computer player plays it.

Start in `lookahead.py`.
"""
