"""Emails as written: each is written once, and its plain text and HTML are made from that.

Start in `render.py`; `loader.py` reads the templates, and `tags.py` has their tags.
"""
