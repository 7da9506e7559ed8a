"""The search for players, clubs, events, matches and help.

Start in `find.py`; how names are compared is in `accounts/names/search_key.py`. `fortify_site/help/find.py` finds help.
"""
