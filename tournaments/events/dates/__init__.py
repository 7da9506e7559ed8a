"""The dates of an event or a season: its end, emails about dates that move, and matches that are not over in time.

Start in `end_date.py` and `unfinished.py`.
"""
