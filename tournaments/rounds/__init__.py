"""Rounds: paired by a worker, published, given more time, taken back, closed; their pages and emails.

Start in `advance.py`, which says what comes next in an event. Drafts are in `drafts/`, results in `results/`.
"""
