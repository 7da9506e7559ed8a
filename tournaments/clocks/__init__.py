"""What organisers do to all clocks of an event, and its log.

Start in `organiser_acts.py`.
"""
