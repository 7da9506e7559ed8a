"""Who meets whom: Swiss (`dutch/`), round robins by Berger tables, knockouts, and who leaves in between.

Start in `dutch/engine.py`.
"""
