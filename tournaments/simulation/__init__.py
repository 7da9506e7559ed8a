"""Whole events played by players who choose their turns at random or as a computer does, on a clock that is moved:
through the services that pages and emails use, so that what comes of it is what a season comes to.

Start in `event.py`.
"""
