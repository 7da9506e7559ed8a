"""The standings of an event from the database, how they are explained, and the pages that show them.

Start in `standings.py`; the tie-breaks are in `competition/standings`.
"""
