"""The Last Fairy Tale as its computer player plays it.

Start in `lookahead.py`.
"""
