"""Work that a room asks for without importing what does it: jobs for workers, by name, and hooks of the rooms above.

Only texts and time may be imported here. Start in `broker.py`; rows that workers do one at a time are in `lease.py`.
"""
