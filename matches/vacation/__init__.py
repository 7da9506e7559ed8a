"""Vacation: taking and planning it, the days left, and the clocks that follow a change.

Players take and plan it in `plans.py`; `allowance.py` says how many days are left, which `friendly_pool` in `pauses.py`
and events grant; `follow.py` makes clocks follow a change. `pauses.py` says when one player's clock is paused in a
match, by vacation, weekends and nights; start there. `matches/clocks/time_control.py` works out what a pause does to a
deadline.
"""
