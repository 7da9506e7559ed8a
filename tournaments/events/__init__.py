"""Events as a whole: opened for entries, started, ended or called off, announcements to all players.

Start in `open.py`; settings are in `settings/`, rounds in `rounds/`.
"""
