"""Acts of organisers on all clocks of an event at once, their page and email, and lines about them in its log.

Start in `all_clocks.py`; acts on a single clock are in `matches/gate/clock_acts.py`.
"""
