"""Tournaments as pure Python: pairing, standings, ratings, divisions and FIDE's report files.

Nothing here knows Django, games or the site; the only import from outside is `i18n.text`, for texts. Start in
`history.py`, which has the values that everything else works on.
"""
