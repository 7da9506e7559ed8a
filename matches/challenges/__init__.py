"""Challenges: made, accepted, declined; who goes first; and guests who play by link.

Start in `challenges.py`.
"""
