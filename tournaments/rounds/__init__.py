"""Rounds: asked for and paired by a worker, published, given more time, taken back, closed.

Drafts are in `drafts/`, results in `results/`. Start in `advance.py`, which says what comes next in an event.
"""
