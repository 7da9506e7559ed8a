"""Emails that come back, complaints about them, and what follows for the address and for clocks.

Start in `effects.py`; which addresses get no more emails `dead_addresses.py` decides.
"""
