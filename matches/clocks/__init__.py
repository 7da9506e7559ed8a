"""Clocks of matches: deadlines, pauses, outages, and how a clock is shown.

Start in `seat_clock.py`. `pauses.py` says when vacation, weekends or nights pause a clock, and `allowance.py` how many
vacation days are left; what people do to a clock is in `matches/gate`. `restoration.py` holds the clocks until the host
has confirmed that a backup was restored, and `replay_clock.py` works a clock out again from the log.
"""
