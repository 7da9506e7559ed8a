"""The pages of events.

Start in `get_event.py`.
"""
