"""Matches: what changes one, its clocks and vacations, challenges, replies by email, and the pages.

The games' rules are in `engine`, tournaments above. Start in `gate/turns.py`.
"""
