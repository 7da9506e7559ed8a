"""The Last Fairy Tale: its rules, notation and views, and its questions for ``python -m engine fairytale``.

Start in `rules/position.py`.
"""
