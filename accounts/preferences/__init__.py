"""Preferences for how the site is shown: language, time zone, colours.

Start in `language.py` and `time_zone.py`; `middleware.py` activates both for a request.
"""
