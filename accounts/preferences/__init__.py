"""Preferences for how the site is shown: language, time zone, colours.

Start in `middleware.py`.
"""
