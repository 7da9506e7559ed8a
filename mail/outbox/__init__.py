"""Outgoing emails: queued, composed, delivered, tried again.

Start in `queue.py`.
"""
