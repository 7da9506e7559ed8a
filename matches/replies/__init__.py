"""Turns and other orders that come by email: read once into an order, done through the gate, answered.

Start in `process.py`; `find_order.py` decides what a reply asks for, `matches/gate` whether it came in time.
"""
