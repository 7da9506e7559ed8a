"""Ratings by Glicko-2 over months: plain values in, plain values out, no database.

Start in `glicko.py`, which also rates matches of several players; `tournaments/ratings` decides when.
"""
