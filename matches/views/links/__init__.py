"""Pages behind the links in emails, which need no login.

Start in `open_link.py`; what a link may do is decided in `matches/link_permissions.py`, and its token is made in
`matches/link_tokens.py`.
"""
