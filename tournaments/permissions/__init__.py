"""Permissions in events, seasons and clubs.

Start in `events.py`. `entry_links.py` has the links by which a player acts in an event without
logging in.
"""
