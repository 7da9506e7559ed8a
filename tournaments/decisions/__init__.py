"""What needs an organiser's decision now: in events, in seasons and in clubs, and all of it for one organiser.

Start in `inbox.py`.
"""
