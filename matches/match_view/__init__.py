"""A match as one viewer may see it, for pages and the API.

Start in `view.py`; `open.py` opens one.
"""
