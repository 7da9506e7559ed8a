"""Pairings: Swiss (`dutch/`), round robins by Berger tables, knockouts, and what
a withdrawal does to them.

Start in `dutch/engine.py`.
"""
