"""The board of Fortify: spaces, maps, units and positions.

Start in `position.py`. Nothing else of Fortify may be imported here.
"""
