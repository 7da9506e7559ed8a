"""Cards, and positions of a match as values.

Start in `position.py`. Nothing else of Fortress may be imported here.
"""
