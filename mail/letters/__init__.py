"""Emails as they are written: once, from which the plain text and the HTML are made.

Start in `render.py`; `loader.py` says how the templates are read, and `tags.py` has their tags.
"""
