"""Work that a room asks for without importing what does it: jobs for workers, and hooks for the rooms above.

Only `i18n` and `timekeeping` may be imported here. Start in `broker.py`; `lease.py` has rows that workers process one
at a time, and `try_twice.py` runs a transaction again if another writer was in the way.
"""
