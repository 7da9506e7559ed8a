"""Ratings by Glicko-2 over months: plain values in, plain values out, no database.

Start in `glicko.py`, which rates matches of several, too; `tournaments/ratings` says when.
"""
