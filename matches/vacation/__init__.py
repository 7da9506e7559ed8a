"""Vacation: taken and planned (`plans.py`), how many days are left (`allowance.py`;
`friendly_pool` in `pauses.py` and events grant them), and how clocks follow a change (`follow.py`).

`pauses.py` says when one player's clock is paused in a match, by vacation, weekends and nights; start there. What a
pause does to a deadline is worked out in `matches/clocks/time_control.py`.
"""
