"""Jobs for workers: asking for them by name, the beat, leases; the database's clock, and statements made once.

Only texts may be imported here.

Start in `broker.py`.
"""
