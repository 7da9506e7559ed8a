"""Divisions of a league: promotion, relegation and how long a season takes.

Start in `line_up.py`.
"""
