"""Analysis: trying turns from a position on a board of one's own. Nothing of the match changes.

Start in `board.py`, which judges what was tried; `address.py` writes it as a part of an address, the only place it is
kept in. The pages are in `matches/views/match/analysis.py`.
"""
