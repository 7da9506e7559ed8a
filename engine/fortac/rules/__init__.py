"""The rules of Fortac: which steps are legal, what they do, and how a match ends.

Start in `legal.py`.
"""
