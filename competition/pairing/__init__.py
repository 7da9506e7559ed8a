"""Pairings: Swiss (`dutch/`), round robins by Berger tables, knockouts, and the effects of a withdrawal.

Start in `dutch/engine.py`.
"""
