"""Challenges: made, accepted, declined; how many may wait; who goes first; and guests who play by link.

Start in `challenges.py`.
"""
