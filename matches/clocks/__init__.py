"""Clocks of matches: time controls, deadlines, reminders, outages, and how they read.

Start in `time_control.py`, which is pure; `presets.py` has the time controls on offer, `limits.py` what is allowed.
What people do to a clock is in `matches/gate`; when vacation, weekends or nights pause one,
`matches/vacation/pauses.py` says. `calendar_feed.py` gives deadlines to calendar programs, and `restoration.py` holds
the clocks until the host has said that a backup was brought back.
"""
