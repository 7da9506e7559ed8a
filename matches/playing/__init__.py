"""Playing a match: its page, and everything that can be done on it.

Start in `match_page.py`; `turn.py` plays a turn. `replay.py` shows earlier positions, `analysis.py` turns that are only
tried. The emails about turns, clocks and results are in `turn_emails.py`, `clock_emails.py` and `result_emails.py`.
"""
