"""Clocks of matches: time controls, deadlines, reminders, outages, and how they are put into words.

Start in `time_control.py`, which is pure; `presets.py` has the time controls on offer, `limits.py` what is allowed.
What people do to a clock is in `matches/gate`; `matches/vacation/pauses.py` says when vacation, weekends or nights
pause one. `calendar_feed.py` gives deadlines to calendar programs, and `restoration.py` holds the clocks until the host
has confirmed that a backup was restored.
"""
