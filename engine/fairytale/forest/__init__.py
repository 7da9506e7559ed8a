"""The forest: spaces, tiles, and how tiles hang together.

Start in `spaces.py`.
"""
