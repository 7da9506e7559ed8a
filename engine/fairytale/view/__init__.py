"""The view of a match for a person, drawn and in words.

Start in `view.py`.
"""
