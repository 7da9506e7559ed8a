"""Clocks of matches: time controls, deadlines, reminders, outages, and how they read.

Start in `time_control.py`, which is pure.
"""
