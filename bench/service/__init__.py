"""The speed of the site on PostgreSQL, with up to a million running matches: ``python -m bench service``.

Everything runs as it does for a host: PostgreSQL with its default settings, durable commits and all, a real Valkey, and
gunicorn. Each measurement is compared with a *bare view* on the same servers: Django without middleware, one indexed
read and one write in a transaction. Blocks of both alternate, so that a machine that slows down slows both.

Start in `main.py`.
"""
