"""Forms about matches.

Start in `time_control.py`.
"""
