"""A match as one viewer may see it, for pages, emails and the API.

Start in `view.py`; `open.py` opens one, for those whom `permissions.py` lets see the match. For emails it is
`match_context.py`.
"""
