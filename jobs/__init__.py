"""Jobs for workers: asking for them by name, the beat, leases.

Only texts and time may be imported here.

Start in `broker.py`.
"""
