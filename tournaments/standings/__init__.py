"""The standings of an event from the database, and how they are explained.

Start in `standings.py`; the tie-breaks are in `competition/standings`.
"""
