"""What the games' commands in a terminal share.

Start in `batch.py`.
"""
