"""The rules of Fortac: what is legal, what a step does, and how a match ends.

Start in `legal.py`.
"""
