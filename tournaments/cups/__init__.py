"""Cups: events in which the loser of a match is out.

Start in `playoffs.py`. What follows a drawn match is in `drawn_match.py`; who meets in the next round in
`competition/pairing/knockout.py`, drawn by `tournaments/drafts/cup_draw.py`; and who is through in
`tournaments/standings/bracket.py`.
"""
