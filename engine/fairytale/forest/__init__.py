"""The forest: spaces, tiles, and the roads that connect them.

Start in `spaces.py`.
"""
