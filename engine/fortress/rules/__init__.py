"""The rules: which steps are legal, what they do, and how a round is dealt and scored.

Start in `legal.py`.
"""
