"""Fortac in words: moves, choices, and reasons why something is not legal.

Start in `describe.py`.
"""
