"""The view of a match for people, drawn and in words.

Start in `view.py`.
"""
