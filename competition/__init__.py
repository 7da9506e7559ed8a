"""Tournaments as pure Python: pairing, standings, ratings, divisions and FIDE's report files.

Nothing here knows Django, games or the site; only texts (`i18n.text`) may be imported. Start in `history.py`, which has
the values that all else works on.
"""
