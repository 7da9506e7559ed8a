"""Computers as players: asked to think, thinking in a queue of their own, and matches of visitors against them.

Start in `think.py`.
"""
