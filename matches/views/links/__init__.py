"""Pages behind the links in emails, which need no login.

Start in `open_link.py`; `matches/links/permissions.py` decides what a link may do, and `matches/links/tokens.py` makes
its token.
"""
