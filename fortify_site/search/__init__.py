"""The search for players, clubs, events and matches.

Start in `find.py`; how names are compared is in `accounts/names/search_key.py`.
"""
