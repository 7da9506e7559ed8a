"""Vacation: taking and planning it, and the clocks that follow a change.

Players take and plan it in `plans.py`, on `vacation_page.py`; `follow.py` makes clocks follow a change. How many days
are left is in `matches/clocks/allowance.py`, when one player's clock is paused in a match in
`matches/clocks/pauses.py`, and what a pause does to a deadline in `matches/time_control/time_control.py`.
"""
