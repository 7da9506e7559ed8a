"""Computers as players: asked to think, and thinking in a queue of their own.

Start in `think.py`.
"""
