"""Time for all rooms: the database's clock, time zones, nights.

No other room may be imported here. Start in `clock.py`.
"""
