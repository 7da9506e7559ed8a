"""Permissions in events, seasons and clubs, and how a page gets the one that its address names.

Start in `events.py` and `get_event.py`. `entry_links.py` has the links by which a player acts in an event without
logging in.
"""
