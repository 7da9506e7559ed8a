"""Replaying a match from its log, to check it or to import it.

Start in `replay.py`.
"""
