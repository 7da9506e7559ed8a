"""The search for players, clubs, events and matches.

Start in `find.py`; how names are compared is in `accounts/search_key.py`.
"""
