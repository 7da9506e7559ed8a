"""Pages behind the links in emails, which need no login.

Start in `open_link.py`; the tokens themselves are in `matches/link_tokens.py`.
"""
