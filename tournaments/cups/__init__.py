"""Cups: events in which whoever loses is out.

Start in `playoffs.py`. What follows a drawn match: `drawn_match.py`; who meets in the next round:
`competition/pairing/knockout.py`, drawn by `tournaments/drafts/cup_draw.py`; who is through:
`tournaments/standings/bracket.py`.
"""
