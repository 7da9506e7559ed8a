"""What organisers do to all clocks of an event at once, and its log.

Start in `all_clocks.py`; what they do to one clock is in `matches/gate/clock_acts.py`.
"""
