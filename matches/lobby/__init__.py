"""The lobby: players who want a match now wait there, and those whose wishes agree are paired.

Start in `play_now.py`.
"""
