"""Pages about the entries of an event, for players and organisers.

Start in `my_entry.py`.
"""
