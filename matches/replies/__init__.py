"""Turns and other orders that come by email: read once into an order, done through the gate, answered.

Start in `process.py`; what a reply asks for is decided in `find_order.py`, whether it came in time in `matches/gate`.
"""
