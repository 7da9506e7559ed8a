"""Pages behind the links in emails, which need no login.

Start in `open_link.py`; `permissions.py` decides what a link may do. Tokens are made in `matches/mails/tokens.py`.
"""
