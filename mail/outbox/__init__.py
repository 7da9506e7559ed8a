"""Emails on their way out: queued, composed, delivered, tried again.

Start in `queue.py`.
"""
