"""The rules: which steps are legal, what they do, how a round is dealt and scored.

Start in `legal.py`.
"""
