"""Pages on which organisers run an event.

Start in `event.py`.
"""
