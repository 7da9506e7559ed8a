"""How someone wants to see the site: language, time zone, colours.

Start in `middleware.py`.
"""
