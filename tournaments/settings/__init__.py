"""What can be set for an event: the settings, what they may be, and how pages say them.

Start in `rows.py`. How organisers change them is in `tournaments/events/settings`.
"""
