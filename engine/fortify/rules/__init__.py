"""The rules of one volley: which actions are legal, what they do, and how it ends.

Start in `legal.py`.
"""
