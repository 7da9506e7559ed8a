"""Fortac in words: what was done, what can be done, and why something cannot.

Start in `describe.py`.
"""
