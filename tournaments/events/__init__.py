"""Events as a whole: opening, starting, ending and cancelling them, and announcements to all players.

Start in `open.py`; settings are in `settings/`, rounds in `rounds/`.
"""
