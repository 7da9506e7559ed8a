"""The page of a match, and everything that can be done on it.

Start in `page.py`.
"""
