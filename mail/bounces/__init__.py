"""Bounced emails and complaints, and what follows for addresses and clocks.

Start in `effects.py`; `dead_addresses.py` decides which addresses get no more emails.
"""
