"""Pages behind the links in emails, which need no login.

Start in `open_link.py`; what a link may do is decided in `matches/links/permissions.py`, and its token is made in
`matches/links/tokens.py`.
"""
