"""Challenges: made, accepted, declined, and guests who play by link.

Start in `challenges.py`.
"""
