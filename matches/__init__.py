"""Matches: what changes one, its clocks and vacations, challenges, replies by email, and the pages.

The games' rules are in `engine`, tournaments above. Start in `gate/turns.py`. Each minute `sweep.py` finds what is due;
`permissions.py` says who may see a match, and `hooks.py` what matches tell rooms above them and ask of them.
"""
