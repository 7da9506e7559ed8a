"""Fortac in words: moves, choices, and why something is not legal.

Start in `describe.py`.
"""
