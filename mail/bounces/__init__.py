"""Emails that come back, complaints about them, and what follows for the address and for clocks.

Start in `effects.py`.
"""
