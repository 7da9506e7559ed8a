"""Jobs for workers: asking for them by name, the beat, leases; and the database's clock.

Only texts may be imported here.

Start in `broker.py`.
"""
