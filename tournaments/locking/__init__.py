"""One writer at a time for events, clubs and seasons: locks on their rows, and what each act leaves behind.

Start in `locks.py`. `log.py` writes a line of the log, `kept.py` marks what has changed, `webhook_events.py` tells
others, and `refused.py` refuses.
"""
