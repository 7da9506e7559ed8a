"""Bounced emails and complaints, and what follows for addresses and clocks.

Start in `returned.py`, which reads a bounce that came by email, or in `provider_events.py`, which hears of one from a
mail provider; `effects.py` has what follows from either, and `dead_addresses.py` decides which addresses get no more
emails.
"""
