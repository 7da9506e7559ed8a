"""The page of a match and everything one can do on it.

Start in `page.py`.
"""
