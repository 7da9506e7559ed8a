"""The Last Fairy Tale: its rules, for ``python -m engine fairytale``.

Start in `rules/position.py`.
"""
