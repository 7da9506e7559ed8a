"""Demo players, a club and events, for trying the site out.

Start in `players.py`.
"""
