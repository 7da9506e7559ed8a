"""Analysis: trying out turns from a position on a private board, without changing the match.

Start in `board.py`, which judges the turns tried; `address.py` writes them as a part of the page's address, the only
place where they are kept. The pages are in `matches/views/match/analysis.py`.
"""
